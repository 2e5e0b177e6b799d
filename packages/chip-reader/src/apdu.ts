import { concat, uint } from './bytes.ts';
import { ChipError, invalidAnswer } from './errors.ts';

/** Sends one command APDU to the chip and returns its response APDU. Rejects where the chip is out of reach. */
export type Transceive = (apdu: Uint8Array) => Promise<Uint8Array>;

/** A command of ISO/IEC 7816-4. */
export interface Command {
  readonly cla?: number;
  readonly ins: number;
  readonly p1: number;
  readonly p2: number;
  readonly data?: Uint8Array;
  /** Most bytes of the response: up to 256, or to 65,536 where `extended`; none if undefined. */
  readonly le?: number;
  /** Lengths of two bytes, which not every chip and phone supports. */
  readonly extended?: boolean;
}

interface Response {
  readonly data: Uint8Array;
  /** Status word: 0x9000 for success. */
  readonly status: number;
}

/** Sends commands; secure messaging is a channel on top of a plain one. */
export type Channel = (command: Command) => Promise<Response>;

export const SUCCESS = 0x9000;

export const header = ({ cla = 0, ins, p1, p2 }: Command): Uint8Array => Uint8Array.of(cla, ins, p1, p2);

/** Encodes a command. */
function encode(command: Command): Uint8Array {
  const { data, le, extended = false } = command;
  if (!extended) {
    const body = data ? [uint(data.length, 1), data] : [];
    return concat(header(command), ...body, ...(le === undefined ? [] : [uint(le, 1)]));
  }
  const body = data ? [uint(data.length, 3), data] : [];
  const expected = le === undefined ? [] : [uint(le, data ? 2 : 3)];
  return concat(header(command), ...body, ...expected);
}

/** Reads a command APDU with data. Throws `RangeError` for one that was cut off. */
export function commandOf(apdu: Uint8Array): Command {
  const [cla, ins, p1, p2] = apdu as unknown as [number, number, number, number];
  const body = apdu.subarray(4);
  const extended = body.length > 3 && body[0] === 0;
  const start = extended ? 3 : 1;
  const length = extended ? body[1]! * 256 + body[2]! : body[0]!;
  const data = body.subarray(start, start + length);
  if (data.length < length) throw new RangeError('The command was cut off');
  return { cla, ins, p1, p2, data, extended, ...(body.length > start + length && { le: 0 }) };
}

/** A channel without protection. A failure of the transport is a `ChipError` with the code `tag_lost`. */
export function plainChannel(transceive: Transceive): Channel {
  return async (command) => {
    const answer = await transceive(encode(command)).catch((cause: unknown) => {
      throw cause instanceof ChipError ? cause : new ChipError('tag_lost', 'The chip is out of reach', { cause });
    });
    if (answer.length < 2) throw invalidAnswer('The chip sent no status');
    return { data: answer.subarray(0, -2), status: answer.at(-2)! * 256 + answer.at(-1)! };
  };
}
