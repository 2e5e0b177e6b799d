import { type AccessKey, pacePassword } from './access-key.ts';
import { type Channel, SUCCESS } from './apdu.ts';
import { concat, equal } from './bytes.ts';
import type { PaceOption } from './card-access.ts';
import { toInteger } from './crypto/curves.ts';
import { type Element, keyTag, privateKey } from './crypto/group.ts';
import { pseudoRandom } from './crypto/pseudo-random.ts';
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

/** Opens the chip by PACE with generic or integrated mapping (ICAO Doc 9303-11, 4.4). Throws `ChipError`. */
export async function openByPace(
  channel: Channel,
  option: PaceOption,
  key: AccessKey,
  random: (length: number) => Uint8Array,
): Promise<SessionKeys> {
  const { suite, group } = option;
  const { secret, reference } = pacePassword(key);
  await announce(channel, option, reference);

  const sealed = await step(channel, CHAINED, new Uint8Array(), TAG.nonce);
  if (sealed.length === 0 || sealed.length % suite.block !== 0) throw invalidAnswer('The chip sent no nonce');
  const nonce = suite.decrypt(suite.derive(secret, 3), sealed);
  const base = await (option.mapping === 'generic' ? mapGenerically() : mapIntegrated());
  if (base.isNeutral()) throw invalidAnswer('The chip sent a key that no chip may send');

  const ephemeral = privateKey(group, random);
  const ours = base.power(ephemeral);
  const theirs = await exchange(ours, TAG.ourKey, TAG.theirKey);
  const shared = theirs.power(ephemeral).secret();
  const keys: SessionKeys = {
    suite,
    encryption: suite.derive(shared, 1),
    mac: suite.derive(shared, 2),
    counter: new Uint8Array(suite.block),
  };
  const token = (element: Element) =>
    suite.mac(keys.mac, tlv(0x7f49, tlv(0x06, option.protocol), tlv(keyTag(group), element.encode())));
  const theirToken = await step(channel, 0, tlv(TAG.ourToken, token(theirs)), TAG.theirToken, true);
  if (!equal(theirToken, token(ours))) throw new ChipError('wrong_key', 'The chip has another key');
  return keys;

  async function mapGenerically(): Promise<Element> {
    const mapping = privateKey(group, random);
    const theirMapping = await exchange(group.generator.power(mapping), TAG.ourMapping, TAG.theirMapping);
    const shared = theirMapping.power(mapping);
    const exponent = toInteger(nonce) % group.order;
    return exponent === 0n ? shared : group.generator.power(exponent).times(shared);
  }

  async function mapIntegrated(): Promise<Element> {
    const ourNonce = random(suite.keyBytes);
    await command(channel, CHAINED, tlv(TAG.ourMapping, ourNonce));
    return group.map!(pseudoRandom(suite, nonce, ourNonce, group));
  }

  /** Sends a key and returns the chip's key, which must be another element of the group. */
  async function exchange(element: Element, sent: number, received: number): Promise<Element> {
    const own = element.encode();
    const answer = await step(channel, CHAINED, tlv(sent, own), received);
    if (equal(answer, own)) throw invalidAnswer('The chip sent the key of the terminal back');
    try {
      return group.decode(answer);
    } catch (cause) {
      throw new ChipError('invalid_answer', 'The chip sent a key that is not in the group', { cause });
    }
  }
}

/** Names protocol and password to the chip (MSE:Set AT). */
async function announce(channel: Channel, option: PaceOption, reference: number): Promise<void> {
  const group = option.ambiguous ? tlv(0x84, Uint8Array.of(option.parameterId)) : new Uint8Array();
  const data = concat(tlv(0x80, option.protocol), tlv(0x83, Uint8Array.of(reference)), group);
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
  const data = await command(channel, cla, sent, provesKey);
  const template = contentOf(data, TAG.template);
  const value = template && contentOf(template, expected);
  if (!value) throw invalidAnswer('The chip sent another step of PACE');
  return value;
}

async function command(channel: Channel, cla: number, sent: Uint8Array, provesKey = false): Promise<Uint8Array> {
  const template = tlv(TAG.template, sent);
  // Keys modulo a prime of 2,048 bits don't fit into a short command.
  const extended = template.length > 255;
  const { data, status } = await channel({ cla, ins: 0x86, p1: 0, p2: 0, data: template, le: 0, extended });
  if (status === SUCCESS) return data;
  if (provesKey) throw new ChipError('wrong_key', 'The chip did not accept the key', { status });
  throw invalidAnswer('The chip stopped PACE', status);
}
