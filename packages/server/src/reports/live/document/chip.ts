import {
  type ActiveAuthentication,
  type ChipAuthentication,
  type ChipFiles,
  countriesOfState,
  type DocumentData,
  dataOfMrz,
  FACE_THRESHOLDS,
  type Mrz,
  parseMrz,
  ZONE_WIDTHS,
} from '@bonafide/verification';
import { Malformed, orNull } from '../../../media-files/byte-reader.ts';
import { onlyTlv } from '../../../media-files/tlv.ts';
import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import type { Tools, UploadedFile } from '../tools.ts';
import { likenessToPrint, type PrintedPortrait } from './issuer-data.ts';

/** Data of a document's chip, as a capture SDK has read it. */
export interface Chip {
  /** MRZ of data group 1; null if it holds none. */
  readonly mrz: Mrz | null;
  readonly data: Partial<DocumentData>;
  readonly authentication: ChipAuthentication;
  /** The issuing state has signed zone and portrait: what they say is beyond what a forger can make. */
  readonly authentic: boolean;
  /** Result of active or chip authentication, the stronger one of both; null where the chip answered neither. */
  readonly active: ActiveAuthentication | null;
  /** Embedding of the portrait in data group 2; null when it holds none with a face. */
  readonly portrait: Float32Array | null;
}

/** Tags of data group 1 and of its zone (ICAO Doc 9303-10, 4.7.1). */
const TAG = { dataGroup1: 0x61, zone: 0x5f1f } as const;

export type ChipTools = Tools<'analyser' | 'today' | 'stateCertificates'>;

/**
 * Reads the data of a chip and traces them to the state that issued the document. Null where the file holds no such data.
 *
 * @param file JSON as capture SDKs send it, with the challenge that the chip answered
 */
export async function readChip(
  { bytes, chipChallenge, chipTerminalKey }: Pick<UploadedFile, 'bytes' | 'chipChallenge' | 'chipTerminalKey'>,
  { analyser, today, stateCertificates }: ChipTools,
): Promise<Chip | null> {
  const read = await analyser.run('chip', { bytes });
  if (!read) return null;
  const { signedBy, active: answer, ...files } = read;
  const contents = contentsOfChip(files, today);
  const state = contents.mrz?.issuingState ?? null;
  const countries = [...(signedBy ? [signedBy] : []), ...(state ? countriesOfState(state) : [])];
  const trusted = await stateCertificates([...new Set(countries)]);
  const authentication = await analyser.run('passiveAuthentication', { files, options: { ...trusted, state, today } });
  const { response, proof } = answer ?? {};
  const [challenge, terminalKey] = [chipChallenge, chipTerminalKey].map((text) => text && Buffer.from(text, 'base64'));
  const answers = [
    response && challenge && (await analyser.run('activeAuthentication', { files, answer: { challenge, response } })),
    proof && terminalKey && (await analyser.run('chipProof', { files, proof: { terminalKey, response: proof } })),
  ].filter((result) => typeof result === 'object');
  const { main } = await analyser.run('portraits', { bytes, mediaType: 'application/json', thorough: false });
  return {
    ...contents,
    authentication,
    authentic: authentication.result === 'authentic',
    active: decisive(answers),
    portrait: main?.embedding ?? null,
  };
}

/** A wrong answer decides, then a right one. */
const decisive = (answers: readonly ActiveAuthentication[]): ActiveAuthentication | null =>
  (['refuted', 'authentic', 'undecided'] as const)
    .map((result) => answers.find((answer) => answer.result === result))
    .find((answer) => answer !== undefined) ?? null;

/** Data of a chip, its signature left aside. `today` is `YYYY-MM-DD`. */
export function contentsOfChip({ dg1 }: Pick<ChipFiles, 'dg1'>, today: string): Chip {
  const mrz = orNull(() => parseMrz(linesOf(dg1), today));
  const reason = 'The signature of the chip was not checked';
  return {
    mrz,
    data: mrz ? dataOfMrz(mrz) : {},
    authentic: false,
    active: null,
    portrait: null,
    authentication: { result: 'undecided', reason, changed: null, signer: null, root: null },
  };
}

function linesOf(dg1: Uint8Array): string[] {
  const zone = Buffer.from(onlyTlv(onlyTlv(dg1, TAG.dataGroup1), TAG.zone)).toString('latin1');
  const width = ZONE_WIDTHS[zone.length];
  if (width === undefined) throw new Malformed(`A zone of ${zone.length} characters`);
  return zone.match(new RegExp(`.{${width}}`, 'gs')) ?? [];
}

/** Returns whether the chip, whose key the state signed, answered a challenge of the service: a copy of its data can't. */
export const isCloneResistant = ({ authentic, active }: Pick<Chip, 'authentic' | 'active'>): boolean =>
  authentic && active?.result === 'authentic';

/**
 * `issuing_authority`: passive authentication (ICAO Doc 9303-11, 5.1), which does not notice a copy of a sound chip, and active or chip
 * authentication (6.1 and 6.2), which do.
 */
export function issuingAuthority(chip: Chip): LeafFindings {
  const { result, reason, changed } = chip.authentication;
  const figure = changed ? { measure: changed.length, threshold: 0 } : {};
  const makeFinding = { authentic: clear, refuted: consider, undecided: doubtful }[result];
  return {
    'issuing_authority.nfc_active_authentication': activeFinding(chip),
    'issuing_authority.nfc_passive_authentication': makeFinding(reason, figure),
  };
}

function activeFinding(chip: Chip): LeafFinding {
  const { active } = chip;
  if (!active) return unassessed('The chip data holds no response to a challenge');
  if (active.result === 'refuted') return consider(active.reason);
  if (active.result === 'undecided') return unassessed(active.reason);
  return isCloneResistant(chip)
    ? clear(active.reason)
    : unassessed('The chip answered the challenge, but no state confirms its key');
}

interface PortraitsRead {
  readonly chip: Pick<Chip, 'portrait' | 'authentic'> | null;
  readonly sides: readonly PrintedPortrait[];
}

/**
 * Compares the printed portrait with the portrait on a chip that the state has signed, which are two prints of one photograph;
 * null without such a chip. Below even odds it is another person; below the threshold of a match a person decides: see
 * `FACE_THRESHOLDS`.
 */
export function portraitBesideChip(reading: PortraitsRead): LeafFinding | null {
  const measure = reading.chip?.authentic ? likenessToPrint(reading.chip.portrait, reading.sides) : null;
  if (measure === null) return null;
  const figure = { measure, threshold: FACE_THRESHOLDS.match };
  if (measure >= figure.threshold) return clear('The printed portrait matches the signed portrait on the chip', figure);
  if (measure >= FACE_THRESHOLDS.stranger) {
    return doubtful(
      'The printed portrait and the signed portrait on the chip are less similar than two portraits of one person usually are',
      figure,
    );
  }
  return consider('The printed portrait and the signed portrait on the chip show different people', figure);
}
