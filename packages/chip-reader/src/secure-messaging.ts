import { type Channel, type Command, header, SUCCESS } from './apdu.ts';
import { concat, equal, pad, uint, unpad } from './bytes.ts';
import type { Suite } from './crypto/suite.ts';
import { ChipError, invalidAnswer } from './errors.ts';
import { readTlvs, type Tlv, tlv } from './tlv.ts';

/** Keys of a session that BAC or PACE opened. */
export interface SessionKeys {
  readonly suite: Suite;
  readonly encryption: Uint8Array;
  readonly mac: Uint8Array;
  /** First value of the send sequence counter. */
  readonly counter: Uint8Array;
}

/** Tags of data objects of secure messaging (ICAO Doc 9303-11, 9.8). */
const TAG = { odd: 0x85, even: 0x87, mac: 0x8e, expected: 0x97, status: 0x99 } as const;

/** Bit of the class byte of protected commands. */
const PROTECTED = 0x0c;

function incremented(counter: Uint8Array): Uint8Array {
  const next = counter.slice();
  for (let at = next.length - 1; at >= 0; at -= 1) {
    next[at] = (next[at]! + 1) & 0xff;
    if (next[at] !== 0) break;
  }
  return next;
}

/**
 * Protects every command on a channel by encryption and a MAC, and verifies every response. Throws `ChipError` with the code
 * `invalid_answer` for a response that was changed or is not protected.
 */
export function secureChannel(channel: Channel, { suite, encryption, mac, counter: first }: SessionKeys): Channel {
  let counter = first;

  function protect(command: Command): Command {
    const { data, le, ins, extended = false } = command;
    counter = incremented(counter);
    const cla = (command.cla ?? 0) | PROTECTED;
    const masked = pad(header({ ...command, cla }), suite.block);
    const objects = concat(
      data ? encrypted(data, ins) : new Uint8Array(),
      le === undefined ? new Uint8Array() : tlv(TAG.expected, uint(le, extended ? 2 : 1)),
    );
    const code = authenticationCode(concat(counter, masked, objects));
    const body = concat(objects, tlv(TAG.mac, code));
    return { ...command, cla, data: body, le: 0, extended: extended || body.length > 255 };
  }

  /** Data object with the encrypted data of a command. Odd instructions carry data objects, even ones plain bytes. */
  function encrypted(data: Uint8Array, ins: number): Uint8Array {
    const bytes = suite.encrypt(encryption, pad(data, suite.block), suite.iv(encryption, counter));
    return ins % 2 === 1 ? tlv(TAG.odd, bytes) : tlv(TAG.even, Uint8Array.of(1), bytes);
  }

  /** The MAC of 3DES pads the data itself, CMAC gets padded data. */
  function authenticationCode(data: Uint8Array): Uint8Array {
    return suite.mac(mac, suite.block === 8 ? data : pad(data, suite.block));
  }

  function decrypted(object: Tlv | undefined): Uint8Array {
    if (!object) return new Uint8Array();
    const bytes = object.tag === TAG.even ? object.value.subarray(1) : object.value;
    if (object.tag === TAG.even && object.value[0] !== 1)
      throw invalidAnswer('The chip padded its answer in another way');
    if (bytes.length === 0 || bytes.length % suite.block !== 0)
      throw invalidAnswer('The chip sent data that were cut off');
    const plain = unpad(suite.decrypt(encryption, bytes, suite.iv(encryption, counter)));
    if (!plain) throw invalidAnswer('The answer of the chip could not be decrypted');
    return plain;
  }

  return async (command) => {
    const answer = await channel(protect(command));
    counter = incremented(counter);
    if (answer.data.length === 0) {
      // Some chips send errors without protection. Success needs it.
      if (answer.status !== SUCCESS) return answer;
      throw invalidAnswer('The chip ended the protected session');
    }
    const objects = readTlvs(answer.data);
    const of = (...tags: number[]) => objects.find(({ tag }) => tags.includes(tag));
    const [code, status] = [of(TAG.mac), of(TAG.status)];
    const signed = objects.filter(({ tag }) => tag !== TAG.mac).map(({ raw }) => raw);
    if (!code || !status || !equal(authenticationCode(concat(counter, ...signed)), code.value)) {
      throw new ChipError('invalid_answer', 'The answer of the chip was changed on the way');
    }
    if (status.value.length !== 2) throw invalidAnswer('The chip sent no status');
    return { data: decrypted(of(TAG.even, TAG.odd)), status: status.value[0]! * 256 + status.value[1]! };
  };
}
