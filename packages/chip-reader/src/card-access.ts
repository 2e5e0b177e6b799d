import { type Curve, curveOf } from './crypto/curves.ts';
import { aes128, aes192, aes256, type Suite, tripleDes } from './crypto/suite.ts';
import { readTlvs } from './tlv.ts';

/** A way to open the chip by PACE that both sides know. */
export interface PaceOption {
  /** Value of the protocol's object identifier. */
  readonly protocol: Uint8Array;
  readonly suite: Suite;
  readonly curve: Curve;
  readonly parameterId: number;
  /** True if the chip offers the protocol with several curves, so that the terminal must name one. */
  readonly ambiguous: boolean;
}

/** Object identifier of PACE with ECDH and generic mapping: 0.4.0.127.0.7.2.2.4.2, and then the suite. */
const ECDH_GM = [0x04, 0x00, 0x7f, 0x00, 0x07, 0x02, 0x02, 0x04, 0x02];

/** Suites by the last arc of the object identifier, the strongest last. */
const SUITES: Readonly<Record<number, Suite>> = { 1: tripleDes, 2: aes128, 3: aes192, 4: aes256 };

/** The strongest way to open the chip that EF.CardAccess offers and this package knows; null without one. Throws `ChipError`. */
export function paceOption(cardAccess: Uint8Array): PaceOption | null {
  const infos = readTlvs(cardAccess).flatMap(({ tag, value }) => (tag === 0x31 ? readTlvs(value) : []));
  const offered = infos.flatMap(({ value }): Omit<PaceOption, 'ambiguous'>[] => {
    const [protocol, version, parameter] = readTlvs(value);
    if (!protocol || version?.value[0] !== 2 || parameter?.tag !== 0x02) return [];
    const known = ECDH_GM.every((byte, index) => protocol.value[index] === byte) && protocol.value.length === 10;
    const suite = SUITES[protocol.value[9] ?? 0];
    const parameterId = parameter.value[0] ?? 0;
    const curve = curveOf(parameterId);
    return known && suite && curve ? [{ protocol: protocol.value, suite, curve, parameterId }] : [];
  });
  const best = [...offered].sort((a, b) => rank(b) - rank(a))[0];
  if (!best) return null;
  return { ...best, ambiguous: offered.filter((one) => one.suite === best.suite).length > 1 };
}

const rank = ({ protocol, parameterId }: Omit<PaceOption, 'ambiguous'>): number => protocol[9]! * 100 + parameterId;
