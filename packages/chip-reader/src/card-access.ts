import { startsWith } from './bytes.ts';
import { type Group, groupOf } from './crypto/group.ts';
import { aes128, aes192, aes256, type Suite, tripleDes } from './crypto/suite.ts';
import { readTlvs } from './tlv.ts';

/** A way to open the chip by PACE that both sides know. */
export interface PaceOption {
  /** Value of the protocol's object identifier. */
  readonly protocol: Uint8Array;
  readonly suite: Suite;
  readonly group: Group;
  readonly mapping: 'generic' | 'integrated';
  readonly parameterId: number;
  /** True if the chip offers the protocol with several groups, so that the terminal must name one. */
  readonly ambiguous: boolean;
}

/** Start of the object identifiers of PACE: 0.4.0.127.0.7.2.2.4. Mapping and suite follow. */
const PACE = [0x04, 0x00, 0x7f, 0x00, 0x07, 0x02, 0x02, 0x04];

/** Key agreement and mapping by the arc of the object identifier (ICAO Doc 9303-11, 9.2.1). */
const MAPPINGS: Readonly<Record<number, Pick<PaceOption, 'mapping'> & { readonly kind: Group['kind'] }>> = {
  1: { kind: 'dh', mapping: 'generic' },
  2: { kind: 'ecdh', mapping: 'generic' },
  3: { kind: 'dh', mapping: 'integrated' },
  4: { kind: 'ecdh', mapping: 'integrated' },
};

/** Suites by the last arc of the object identifier, the strongest last. */
const SUITES: Readonly<Record<number, Suite>> = { 1: tripleDes, 2: aes128, 3: aes192, 4: aes256 };

/** The strongest way to open the chip that EF.CardAccess offers and this package knows; null without one. Throws `ChipError`. */
export function paceOption(cardAccess: Uint8Array): PaceOption | null {
  const infos = readTlvs(cardAccess).flatMap(({ tag, value }) => (tag === 0x31 ? readTlvs(value) : []));
  const offered = infos.flatMap(({ value }): Omit<PaceOption, 'ambiguous'>[] => {
    const [protocol, version, parameter] = readTlvs(value);
    if (!protocol || version?.value[0] !== 2 || parameter?.tag !== 0x02) return [];
    if (!startsWith(protocol.value, PACE) || protocol.value.length !== 10) return [];
    const [arc, last] = protocol.value.subarray(8) as unknown as [number, number];
    const [known, suite] = [MAPPINGS[arc], SUITES[last]];
    const parameterId = parameter.value[0] ?? 0;
    const group = groupOf(parameterId);
    if (!known || !suite || group?.kind !== known.kind) return [];
    const { mapping } = known;
    if (mapping === 'integrated' && !group.map) return [];
    return [{ protocol: protocol.value, suite, group, mapping, parameterId }];
  });
  const best = [...offered].sort((a, b) => rank(b) - rank(a))[0];
  if (!best) return null;
  const alike = offered.filter(({ protocol }) => protocol.every((byte, i) => byte === best.protocol[i]));
  return { ...best, ambiguous: alike.length > 1 };
}

/** Curves before primes, since their keys are faster; then the cipher, the generic mapping, and the size of the group. */
function rank({ protocol, group, mapping, parameterId }: Omit<PaceOption, 'ambiguous'>): number {
  return (group.kind === 'ecdh' ? 10_000 : 0) + protocol[9]! * 1000 + (mapping === 'generic' ? 500 : 0) + parameterId;
}
