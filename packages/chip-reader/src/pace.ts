import { type AccessKey, pacePassword } from './access-key.ts';
import { type Channel, SUCCESS } from './apdu.ts';
import { concat, equal } from './bytes.ts';
import type { PaceOption } from './card-access.ts';
import { encodePoint, type Point, privateKey, toInteger, xOf } from './crypto/curves.ts';
import { ChipError, invalidAnswer } from './errors.ts';
import type { SessionKeys } from './secure-messaging.ts';
import { contentOf, tlv } from './tlv.ts';

/** Tags of dynamic authentication data (ICAO Doc 9303-11, 4.4.4.1). */
const TAG = {
  template: 0x7c,
  nonce: 0x80,
  ourMapping: 0x81,
  theirMapping: 0x82,
  ourKey: 0x83,
  theirKey: 0x84,
  ourToken: 0x85,
  theirToken: 0x86,
} as const;

/** Class byte of commands that others follow. */
const CHAINED = 0x10;

/** Opens the chip by PACE with ECDH and generic mapping (ICAO Doc 9303-11, 4.4). Throws `ChipError`. */
export async function openByPace(
  channel: Channel,
  option: PaceOption,
  key: AccessKey,
  random: (length: number) => Uint8Array,
): Promise<SessionKeys> {
  const { suite, curve } = option;
  const { secret, reference } = pacePassword(key);
  const { n } = curve.CURVE();
  await announce(channel, option, reference);

  const sealed = await step(channel, CHAINED, new Uint8Array(), TAG.nonce);
  if (sealed.length === 0 || sealed.length % suite.block !== 0) throw invalidAnswer('The chip sent no nonce');
  const nonce = toInteger(suite.decrypt(suite.derive(secret, 3), sealed)) % n;

  const mapping = privateKey(curve, random);
  const theirMapping = await exchange(curve.BASE.multiply(mapping), TAG.ourMapping, TAG.theirMapping);
  const base = curve.BASE.multiplyUnsafe(nonce).add(theirMapping.multiply(mapping));
  if (base.is0()) throw invalidAnswer('The chip sent a key that no chip may send');

  const ephemeral = privateKey(curve, random);
  const ours = base.multiply(ephemeral);
  const theirs = await exchange(ours, TAG.ourKey, TAG.theirKey);
  const shared = xOf(theirs.multiply(ephemeral));
  const keys: SessionKeys = {
    suite,
    encryption: suite.derive(shared, 1),
    mac: suite.derive(shared, 2),
    counter: new Uint8Array(suite.block),
  };
  const token = (point: Point) =>
    suite.mac(keys.mac, tlv(0x7f49, tlv(0x06, option.protocol), tlv(0x86, encodePoint(point))));
  const theirToken = await step(channel, 0, tlv(TAG.ourToken, token(theirs)), TAG.theirToken, true);
  if (!equal(theirToken, token(ours))) throw new ChipError('wrong_key', 'The chip has another key');
  return keys;

  /** Sends a point and returns the chip's point, which must be another one on the curve. */
  async function exchange(point: Point, sent: number, received: number): Promise<Point> {
    const own = encodePoint(point);
    const answer = await step(channel, CHAINED, tlv(sent, own), received);
    if (equal(answer, own)) throw invalidAnswer('The chip sent the key of the terminal back');
    try {
      const found = curve.fromBytes(answer);
      found.assertValidity();
      return found;
    } catch (cause) {
      throw new ChipError('invalid_answer', 'The chip sent a key that is not on the curve', { cause });
    }
  }
}

/** Names protocol and password to the chip (MSE:Set AT). */
async function announce(channel: Channel, option: PaceOption, reference: number): Promise<void> {
  const curve = option.ambiguous ? tlv(0x84, Uint8Array.of(option.parameterId)) : new Uint8Array();
  const data = concat(tlv(0x80, option.protocol), tlv(0x83, Uint8Array.of(reference)), curve);
  const { status } = await channel({ ins: 0x22, p1: 0xc1, p2: 0xa4, data });
  // 63 CX warns of X tries that are left.
  if (status !== SUCCESS && status >> 8 !== 0x63) {
    throw new ChipError('unsupported', 'The chip refused the PACE protocol that it offers', { status });
  }
}

/** One GENERAL AUTHENTICATE: sends a data object, and returns the value of the chip's. */
async function step(
  channel: Channel,
  cla: number,
  sent: Uint8Array,
  expected: number,
  provesKey = false,
): Promise<Uint8Array> {
  const { data, status } = await channel({ cla, ins: 0x86, p1: 0, p2: 0, data: tlv(TAG.template, sent), le: 0 });
  if (status !== SUCCESS) {
    if (provesKey) throw new ChipError('wrong_key', 'The chip did not accept the key', { status });
    throw invalidAnswer('The chip stopped PACE', status);
  }
  const template = contentOf(data, TAG.template);
  const value = template && contentOf(template, expected);
  if (!value) throw invalidAnswer('The chip sent another step of PACE');
  return value;
}
