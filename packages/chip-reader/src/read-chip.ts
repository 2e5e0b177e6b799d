import type { AccessKey } from './access-key.ts';
import { type Channel, commandOf, plainChannel, SUCCESS, type Transceive } from './apdu.ts';
import { openByBac } from './bac.ts';
import { type PaceOption, paceOption } from './card-access.ts';
import { ChipError, invalidAnswer } from './errors.ts';
import { readFile, selectApplication } from './files.ts';
import { openByPace } from './pace.ts';
import { type SessionKeys, secureChannel } from './secure-messaging.ts';
import { contentOf } from './tlv.ts';

/** Identifier of the application of travel documents (ICAO Doc 9303-10, 3.3). */
const APPLICATION = Uint8Array.of(0xa0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01);

/** Identifiers of files (ICAO Doc 9303-10, 3.11). */
const FILES = {
  cardAccess: 0x011c,
  com: 0x011e,
  sod: 0x011d,
  dg1: 0x0101,
  dg2: 0x0102,
  dg14: 0x010e,
  dg15: 0x010f,
} as const;

/** Tags by which EF.COM lists the groups that not every chip has. */
const LISTED = { dg14: 0x6e, dg15: 0x6f } as const;

/** Step of a reading. `open` is the access, by PACE or BAC; `answer` the active authentication; `proof` the chip authentication. */
export type Step = 'open' | 'com' | 'sod' | 'dg1' | 'dg2' | 'dg14' | 'dg15' | 'answer' | 'proof';

export interface Progress {
  readonly step: Step;
  /** Bytes of this step that were read, and bytes in all; both 0 at the start of a step. */
  readonly done: number;
  readonly total: number;
}

/** Request of the service to the chip: the data of `POST /v3.6/chip_challenge`, decoded. */
export interface Challenge {
  /** 8 bytes that the chip signs. */
  readonly challenge: Uint8Array;
  /** Commands of chip authentication; absent or null where the chip offers none. */
  readonly chipAuthentication?: { readonly commands: readonly Uint8Array[]; readonly proof: Uint8Array } | null;
}

export interface ReadOptions {
  readonly key: AccessKey;
  /**
   * Challenge of the service, 8 bytes, or a function that asks the service with data group 14. Chip authentication needs the function.
   * Without a challenge, a copy of the chip's data can't be told apart.
   */
  readonly challenge?: Uint8Array | ((dg14: Uint8Array | undefined) => Promise<Challenge>);
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the reading before the next command, with the code `cancelled`. An `AbortSignal` fits. */
  readonly signal?: { readonly aborted: boolean };
  /** Source of random bytes: by default `crypto.getRandomValues`, which React Native gets by `react-native-get-random-values`. */
  readonly random?: (length: number) => Uint8Array;
}

/** Files of a chip as they were read (ICAO Doc 9303-10, 4), which only the service can judge. */
export interface ReadChip {
  readonly access: 'pace' | 'bac';
  readonly dg1: Uint8Array;
  readonly dg2: Uint8Array;
  readonly sod: Uint8Array;
  readonly dg14?: Uint8Array;
  readonly dg15?: Uint8Array;
  /** Answer to the challenge; absent without a challenge, and where the chip has no key for it. */
  readonly response?: Uint8Array;
  /** Response APDU of chip authentication; absent where the service asked for none, or the chip did not do it. */
  readonly proof?: Uint8Array;
}

/**
 * Reads the chip of a passport or identity card: opens it by PACE, else by BAC, reads the signed data, and has the chip sign the
 * challenge. Throws `ChipError`, whose `code` says what to do.
 *
 * @example
 * import { readChip, type Transceive, uploadOf } from '@bonafide/chip-reader';
 *
 * async function documentOf(transceive: Transceive, challenge: { id: string; bytes: Uint8Array }): Promise<string> {
 *   const key = { documentNumber: 'L898902C3', dateOfBirth: '1974-08-12', dateOfExpiry: '2012-04-15' };
 *   const chip = await readChip(transceive, { key, challenge: challenge.bytes });
 *   return uploadOf(chip, challenge.id);
 * }
 */
export async function readChip(transceive: Transceive, options: ReadOptions): Promise<ReadChip> {
  const { challenge, onProgress = () => {} } = options;
  const plain = cancellable(plainChannel(transceive), options.signal);
  const begin = (step: Step) => onProgress({ step, done: 0, total: 0 });

  begin('open');
  const { channel, access } = await open(plain, options);
  const read = (step: Exclude<Step, 'open' | 'answer' | 'proof'>) => {
    begin(step);
    return readFile(channel, FILES[step], (done, total) => onProgress({ step, done, total }));
  };
  const needed = async (step: 'dg1' | 'dg2' | 'sod') => {
    const content = await read(step);
    if (!content) throw new ChipError('unsupported', `The chip has no file ${step}`);
    return content;
  };

  const com = await read('com');
  const groups = com && groupsIn(com);
  const optional = async (step: 'dg14' | 'dg15') =>
    !groups || groups.includes(LISTED[step]) ? await read(step) : null;
  const sod = await needed('sod');
  const dg1 = await needed('dg1');
  const dg14 = await optional('dg14');
  const dg15 = await optional('dg15');
  const asked = typeof challenge === 'function' ? await challenge(dg14 ?? undefined) : challenge && { challenge };
  let response: Uint8Array | undefined;
  if (dg15 && asked) {
    begin('answer');
    response = await answer(channel, dg15, asked.challenge);
  }
  const dg2 = await needed('dg2');
  let proof: Uint8Array | null = null;
  if (asked?.chipAuthentication) {
    begin('proof');
    proof = await prove(channel, transceive, asked.chipAuthentication);
  }
  return {
    access,
    dg1,
    dg2,
    sod,
    ...(dg14 && { dg14 }),
    ...(dg15 && { dg15 }),
    ...(response && { response }),
    ...(proof && { proof }),
  };
}

/**
 * Chip authentication with the service as the terminal (ICAO Doc 9303-11, 6.2): the commands agree on keys that only the chip and the
 * service know, and `proof` is the first command under these keys. The session ends with it. Null where the chip refuses a command.
 */
async function prove(
  channel: Channel,
  transceive: Transceive,
  { commands, proof }: NonNullable<Challenge['chipAuthentication']>,
): Promise<Uint8Array | null> {
  for (const apdu of commands) {
    if ((await channel(commandOf(apdu))).status !== SUCCESS) return null;
  }
  return transceive(proof).catch((cause: unknown) => {
    throw new ChipError('tag_lost', 'The chip is out of reach', { cause });
  });
}

/** Opens the chip and selects the application of travel documents. */
async function open(plain: Channel, { key, random = systemRandom }: ReadOptions) {
  const option = await offeredPace(plain);
  let keys: SessionKeys;
  let access: ReadChip['access'] = 'pace';
  if (option) {
    keys = await openByPace(plain, option, key, random);
  } else if ('can' in key) {
    throw new ChipError('unsupported', 'The chip offers no PACE that this package knows, which the CAN needs');
  } else {
    await selectTravelDocument(plain);
    keys = await openByBac(plain, key, random);
    access = 'bac';
  }
  const channel = secureChannel(plain, keys);
  if (access === 'pace') await selectTravelDocument(channel);
  return { channel, access };
}

/** The way of PACE that EF.CardAccess offers; null on a chip without that file, or with nothing that this package knows. */
async function offeredPace(plain: Channel): Promise<PaceOption | null> {
  try {
    const cardAccess = await readFile(plain, FILES.cardAccess);
    return cardAccess && paceOption(cardAccess);
  } catch (error) {
    // Chips with BAC alone answer in many ways to a file that they do not know.
    if (error instanceof ChipError && error.code === 'invalid_answer') return null;
    throw error;
  }
}

async function selectTravelDocument(channel: Channel): Promise<void> {
  const status = await selectApplication(channel, APPLICATION);
  if (status !== SUCCESS) throw new ChipError('unsupported', 'The chip is not of a travel document', { status });
}

/** Tags of the data groups that EF.COM lists. */
function groupsIn(com: Uint8Array): number[] {
  const content = contentOf(com, 0x60);
  return [...((content && contentOf(content, 0x5c)) ?? [])];
}

/** Value of the object identifier rsaEncryption with its tag and length. */
const RSA_ENCRYPTION = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];

/** Bytes of data group 15 from which on answers of RSA keys don't fit into a short response with secure messaging. */
const LARGE_KEY = 256;

/** Has the chip sign a challenge (INTERNAL AUTHENTICATE, ICAO Doc 9303-11, 6.1.2). */
async function answer(channel: Channel, dg15: Uint8Array, challenge: Uint8Array): Promise<Uint8Array> {
  const isRsa = dg15.some((_, at) => RSA_ENCRYPTION.every((byte, index) => dg15[at + index] === byte));
  const extended = isRsa && dg15.length > LARGE_KEY;
  const { data, status } = await channel({ ins: 0x88, p1: 0, p2: 0, data: challenge, le: 0, extended });
  if (status !== SUCCESS || data.length === 0) throw invalidAnswer('The chip did not answer the challenge', status);
  return data;
}

function cancellable(channel: Channel, signal: ReadOptions['signal']): Channel {
  return (command) => {
    if (signal?.aborted) throw new ChipError('cancelled', 'The reading was cancelled');
    return channel(command);
  };
}

/** The source of random bytes of browsers, Node and React Native. */
function systemRandom(length: number): Uint8Array {
  const { crypto } = globalThis as { crypto?: { getRandomValues(bytes: Uint8Array): Uint8Array } };
  if (!crypto) throw new Error('There is no crypto.getRandomValues. Import react-native-get-random-values first.');
  return crypto.getRandomValues(new Uint8Array(length));
}
