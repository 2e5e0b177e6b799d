import { bacSeed, type MrzKey } from './access-key.ts';
import { type Channel, SUCCESS } from './apdu.ts';
import { concat, equal, xor } from './bytes.ts';
import { tripleDes } from './crypto/suite.ts';
import { ChipError, invalidAnswer } from './errors.ts';
import type { SessionKeys } from './secure-messaging.ts';

/** Opens the selected application by Basic Access Control (ICAO Doc 9303-11, 4.3). Throws `ChipError`. */
export async function openByBac(
  channel: Channel,
  key: MrzKey,
  random: (length: number) => Uint8Array,
): Promise<SessionKeys> {
  const seed = bacSeed(key);
  const [encryption, mac] = [tripleDes.derive(seed, 1), tripleDes.derive(seed, 2)];
  const challenge = await channel({ ins: 0x84, p1: 0, p2: 0, le: 8 });
  if (challenge.status !== SUCCESS || challenge.data.length !== 8) {
    throw new ChipError('unsupported', 'The chip offers neither PACE nor BAC', { status: challenge.status });
  }
  const theirs = challenge.data;
  const [ours, ourKey] = [random(8), random(16)];
  const sent = tripleDes.encrypt(encryption, concat(ours, theirs, ourKey));
  const data = concat(sent, tripleDes.mac(mac, sent));
  const answer = await channel({ ins: 0x82, p1: 0, p2: 0, data, le: data.length });
  if (answer.status !== SUCCESS) {
    throw new ChipError('wrong_key', 'The chip did not accept the data of the MRZ', { status: answer.status });
  }
  const [received, code] = [answer.data.subarray(0, -8), answer.data.subarray(-8)];
  if (received.length !== 32 || !equal(tripleDes.mac(mac, received), code)) {
    throw invalidAnswer('The chip did not prove that it knows the key');
  }
  const plain = tripleDes.decrypt(encryption, received);
  if (!equal(plain.subarray(0, 16), concat(theirs, ours))) {
    throw invalidAnswer('The chip did not prove that it knows the key');
  }
  const secret = xor(ourKey, plain.subarray(16));
  return {
    suite: tripleDes,
    encryption: tripleDes.derive(secret, 1),
    mac: tripleDes.derive(secret, 2),
    counter: concat(theirs.subarray(4), ours.subarray(4)),
  };
}
