import { randomBytes } from 'node:crypto';
import { countriesOfState, parseMrz } from '@bonafide/verification';
import type { ChipKey } from '../../../packages/verification/src/chip/testing/chip-key.ts';
import {
  chipFiles,
  documentSigner,
  type Issued,
  issue,
} from '../../../packages/verification/src/chip/testing/issuer.ts';
import type { Source } from '../forgeries/source.ts';

/** Data that a capture SDK reads from a chip, the certificates that the operator has loaded, and the face in data group 2. */
export interface ChipFile {
  readonly dg1: Buffer;
  readonly dg2: Buffer;
  readonly sod: Buffer;
  /** Certificates of states that the operator has loaded. */
  readonly certificates: readonly Buffer[];
  readonly face: Float32Array | null;
  /** Files of a key for active authentication. */
  readonly dg14?: Buffer;
  readonly dg15?: Buffer;
  /** A challenge of the service, and the answer of the chip or of an attacker. */
  readonly answered?: { readonly challenge: Buffer; readonly response: Buffer };
}

/** A state of the test: its root and a document signer. */
interface State {
  readonly csca: Issued;
  readonly signer: Issued;
}

export type States = ReadonlyMap<string, State>;

/** Country of a zone's issuing state, two letters. */
function countryOf(zone: readonly string[]): string {
  const state = parseMrz(zone, '2026-03-01')?.issuingState ?? '';
  return countriesOfState(state)[0] ?? 'UT';
}

/** Makes a root and a signer for each state that issued one of the documents. Each call makes other keys. */
export function statesOf(sources: readonly Pick<Source, 'zone'>[]): States {
  const countries = new Set(sources.flatMap(({ zone }) => (zone ? [countryOf(zone)] : [])));
  return new Map(
    [...countries].map((country) => {
      const csca = issue({ country });
      return [country, { csca, signer: documentSigner(csca) }];
    }),
  );
}

/** The chip that a state issues with these lines of a zone, and with a key for active authentication if one is given. */
export function chipOf(
  zone: readonly string[],
  states: States,
  face: Float32Array | null,
  key?: Pick<ChipKey, 'dg14' | 'dg15'>,
): ChipFile {
  const { signer } = states.get(countryOf(zone))!;
  const certificates = [...states.values()].map(({ csca }) => csca.certificate);
  const files = key && { dg15: key.dg15, ...(key.dg14 && { dg14: key.dg14 }) };
  return { ...chipFiles({ by: signer, lines: zone, ...files }), certificates, face };
}

/** The chip with the answer of a key to a new challenge. */
export function answeredBy(chip: ChipFile, { answer }: Pick<ChipKey, 'answer'>): ChipFile {
  const challenge = randomBytes(8);
  return { ...chip, answered: { challenge, response: answer(challenge) } };
}

/** The lines of a zone with one character of the document number changed, each time another one. */
export function otherNumber(zone: readonly string[], change: number): string[] {
  const [row, start] = zone.length === 2 ? [1, 0] : [0, 5];
  const at = start + (change % 9);
  return zone.map((line, i) => {
    if (i !== row) return line;
    const letter = '0123456789'[(Number.parseInt(line[at]!, 36) + 1 + Math.floor(change / 9)) % 10] ?? '0';
    const other = letter === line[at] ? '7' : letter;
    return line.slice(0, at) + other + line.slice(at + 1);
  });
}
