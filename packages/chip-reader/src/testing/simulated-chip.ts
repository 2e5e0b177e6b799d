import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ChipGroup } from './chip-group.ts';
import { type ChipCipher, des, paddedTo } from './ciphers.ts';
import { numberOf } from './curve.ts';

/**
 * A chip of a travel document in software, for tests: the other side of the protocols of ICAO Doc 9303-11. It is written with
 * OpenSSL and without the reader's code, so that a misunderstanding of the reader does not pass on both sides.
 */
export interface ChipSpec {
  /** The password information of the MRZ: number, birth and expiry with their check digits. */
  readonly mrzInformation: string;
  readonly can?: string;
  /** Contents of the files by name. EF.COM is made from the groups. */
  readonly files: {
    readonly dg1: Uint8Array;
    readonly dg2: Uint8Array;
    readonly sod: Uint8Array;
    readonly dg14?: Uint8Array;
    readonly dg15?: Uint8Array;
  };
  /** Offers PACE with these; BAC otherwise. */
  readonly pace?: {
    readonly cipher: ChipCipher;
    readonly group: ChipGroup;
    readonly parameterId: number;
    readonly mapping?: 'generic' | 'integrated';
  };
  /** Signs a challenge with the chip's key. */
  readonly answer?: (challenge: Uint8Array) => Uint8Array;
  /** Private key of chip authentication, in the group of data group 14, and the cipher of the session afterwards. */
  readonly agreement?: { readonly group: ChipGroup; readonly privateKey: bigint; readonly cipher: ChipCipher };
  /** Sends errors without secure messaging, as some chips do. */
  readonly plainErrors?: boolean;
}

/** The chip, as a transport that the reader uses. */
export interface SimulatedChip {
  transceive(apdu: Uint8Array): Promise<Uint8Array>;
  /** Number of commands that came. */
  readonly commands: () => number;
}

interface Session {
  readonly cipher: ChipCipher;
  readonly encryption: Buffer;
  readonly mac: Buffer;
  counter: bigint;
}

interface Received {
  readonly cla: number;
  readonly ins: number;
  readonly p1: number;
  readonly p2: number;
  readonly data: Buffer;
  readonly le: number | null;
}

type Answer = { readonly data?: Buffer; readonly status: number };

const OK = 0x9000;
const FILE_OF: Readonly<Record<number, keyof ChipSpec['files'] | 'com'>> = {
  286: 'com',
  285: 'sod',
  257: 'dg1',
  258: 'dg2',
  270: 'dg14',
  271: 'dg15',
};
const GROUP_TAGS = { dg1: 0x61, dg2: 0x75, dg14: 0x6e, dg15: 0x6f } as const;

const fromHex = (text: string) => Buffer.from(text, 'hex');

function object(tag: string, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const n = content.length;
  const length = n < 128 ? Buffer.of(n) : n < 256 ? Buffer.of(0x81, n) : Buffer.of(0x82, n >> 8, n & 255);
  return Buffer.concat([fromHex(tag), length, content]);
}

/** Data objects with tags of one byte, in their order. */
function objectsIn(bytes: Buffer): { tag: number; value: Buffer; whole: Buffer }[] {
  const list = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes[at + 1]!;
    const extra = size > 0x80 ? size - 0x80 : 0;
    const length = extra > 0 ? bytes.readUIntBE(at + 2, extra) : size;
    const end = at + 2 + extra + length;
    list.push({ tag: bytes[at]!, value: bytes.subarray(at + 2 + extra, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return list;
}

/** Reads a command with lengths of one byte, or of three and two. */
function received(apdu: Buffer): Received {
  const [cla, ins, p1, p2] = apdu as unknown as [number, number, number, number];
  const head = { cla, ins, p1, p2 };
  const body = apdu.subarray(4);
  const isExtended = body.length > 2 && body[0] === 0;
  if (body.length === 0) return { ...head, data: Buffer.alloc(0), le: null };
  if (body.length === 1) return { ...head, data: Buffer.alloc(0), le: body[0]! || 256 };
  const [start, length] = isExtended ? [3, body.readUInt16BE(1)] : [1, body[0]!];
  const rest = body.subarray(start + length);
  const le = rest.length === 0 ? null : isExtended ? rest.readUInt16BE(0) || 65_536 : rest[0]! || 256;
  return { ...head, data: body.subarray(start, start + length), le };
}

/** Builds the chip. */
export function simulatedChip(spec: ChipSpec): SimulatedChip {
  const { files, pace } = spec;
  const groups = (Object.keys(GROUP_TAGS) as (keyof typeof GROUP_TAGS)[]).filter((name) => files[name]);
  const com = object(
    '60',
    object('5f01', Buffer.from('0107')),
    object('5f36', Buffer.from('040000')),
    object('5c', Buffer.from(groups.map((name) => GROUP_TAGS[name]))),
  );
  const mapping = pace?.mapping ?? 'generic';
  const oid =
    pace && Buffer.concat([fromHex('04007f0007020204'), Buffer.of(pace.group.arcs[mapping], pace.cipher.suite)]);
  const cardAccess =
    pace &&
    object(
      '31',
      object('30', object('06', oid!), object('02', Buffer.of(2)), object('02', Buffer.of(pace.parameterId))),
    );

  let commands = 0;
  let application = false;
  let selected: Buffer | null = null;
  let challenge: Buffer | null = null;
  let session: Session | null = null;
  let exchange: PaceState | null = null;
  /** The session that begins after the answer to the present command. */
  let next: Session | null = null;

  return {
    commands: () => commands,
    async transceive(apdu) {
      commands += 1;
      const command = received(Buffer.from(apdu));
      const isProtected = (command.cla & 0x0c) === 0x0c;
      if (!isProtected) return sealed(plain(command));
      if (!session) return sealed({ status: 0x6988 });
      return behind(session, command);
    },
  };

  function sealed({ data = Buffer.alloc(0), status }: Answer): Buffer {
    return Buffer.concat([data, Buffer.of(status >> 8, status & 255)]);
  }

  /** Commands before a session, and those that open one. */
  function plain(command: Received): Answer {
    if (session) {
      session = null;
      return { status: 0x6982 };
    }
    switch (command.ins) {
      case 0xa4:
        return select(command, false);
      case 0xb0:
        return readBinary(command);
      case 0x84:
        if (pace || !application) return { status: 0x6982 };
        challenge = randomBytes(8);
        return { data: challenge, status: OK };
      case 0x82:
        return mutualAuthentication(command.data);
      case 0x22:
        return beginPace(command);
      case 0x86:
        return generalAuthenticate(command);
      default:
        return { status: 0x6d00 };
    }
  }

  function select({ p1, data }: Received, isOpen: boolean): Answer {
    if (p1 === 0x04) {
      application = data.equals(fromHex('a0000002471001'));
      return { status: application ? OK : 0x6a82 };
    }
    const identifier = data.readUInt16BE(0);
    selected = null;
    if (!application) {
      if (identifier !== 0x011c || !cardAccess) return { status: 0x6a82 };
      selected = cardAccess;
      return { status: OK };
    }
    if (!isOpen) return { status: 0x6982 };
    const name = FILE_OF[identifier];
    const content = name === 'com' ? com : name && files[name];
    if (!content) return { status: 0x6a82 };
    selected = Buffer.from(content);
    return { status: OK };
  }

  function readBinary({ p1, p2, le }: Received): Answer {
    return part(p1 * 256 + p2, le ?? 0);
  }

  function part(offset: number, length: number): Answer {
    if (!selected) return { status: 0x6986 };
    if (offset >= selected.length) return { status: 0x6b00 };
    const data = selected.subarray(offset, offset + length);
    return { data, status: data.length < length ? 0x6282 : OK };
  }

  /** READ BINARY with an odd instruction: the offset comes in a data object, and the content goes in one. */
  function readFar({ data, le }: Received): Answer {
    const [where] = objectsIn(data);
    if (where?.tag !== 0x54) return { status: 0x6a80 };
    const room = (le ?? 0) - ((le ?? 0) > 129 ? 3 : 2);
    const found = part(where.value.readUIntBE(0, where.value.length), room);
    return found.data ? { data: object('53', found.data), status: found.status } : found;
  }

  function mutualAuthentication(data: Buffer): Answer {
    const seed = createHash('sha1').update(spec.mrzInformation).digest().subarray(0, 16);
    const [encryption, mac] = [des.derive(seed, 1), des.derive(seed, 2)];
    const nonce = challenge;
    challenge = null;
    if (!nonce || data.length !== 40) return { status: 0x6985 };
    const [cryptogram, code] = [data.subarray(0, 32), data.subarray(32)];
    if (!timingSafeEqual(des.mac(mac, cryptogram), code)) return { status: 0x6300 };
    const opened = des.decrypt(encryption, Buffer.alloc(8), cryptogram);
    const [theirs, echoed, theirKey] = [opened.subarray(0, 8), opened.subarray(8, 16), opened.subarray(16)];
    if (!echoed.equals(nonce)) return { status: 0x6300 };
    const ownKey = randomBytes(16);
    const reply = des.encrypt(encryption, Buffer.alloc(8), Buffer.concat([nonce, theirs, ownKey]));
    const secret = Buffer.from(ownKey.map((byte, i) => byte ^ theirKey[i]!));
    const counter = BigInt(`0x${Buffer.concat([nonce.subarray(4), theirs.subarray(4)]).toString('hex')}`);
    session = { cipher: des, encryption: des.derive(secret, 1), mac: des.derive(secret, 2), counter };
    return { data: Buffer.concat([reply, des.mac(mac, reply)]), status: OK };
  }

  function beginPace({ p1, p2, data }: Received): Answer {
    exchange = null;
    const [protocol, reference] = objectsIn(data);
    if (p1 !== 0xc1 || p2 !== 0xa4 || !pace || !protocol?.value.equals(oid!)) return { status: 0x6a80 };
    const password =
      reference?.value[0] === 2
        ? spec.can && Buffer.from(spec.can)
        : createHash('sha1').update(spec.mrzInformation).digest();
    if (!password) return { status: 0x6a88 };
    exchange = { step: 0, password };
    return { status: OK };
  }

  /** The four steps of PACE, in their order. */
  function generalAuthenticate({ cla, data }: Received): Answer {
    const state = exchange;
    exchange = null;
    const template = objectsIn(data)[0];
    if (!state || !pace || template?.tag !== 0x7c) return { status: 0x6985 };
    if (cla !== (state.step < 3 ? 0x10 : 0x00)) return { status: 0x6883 };
    const [sent] = objectsIn(template.value);
    try {
      const { group, cipher } = pace;
      const answer = STEPS[state.step]!(state, { group, cipher, mapping, oid: oid! }, sent);
      if (answer.keys) session = { cipher: pace.cipher, ...answer.keys, counter: 0n };
      else exchange = { ...state, ...answer.state, step: state.step + 1 };
      return { data: object('7c', answer.data), status: OK };
    } catch {
      return { status: 0x6300 };
    }
  }

  /** A command inside of a session: verified, decrypted, run, and its answer protected. */
  function behind(open: Session, command: Received): Buffer {
    const { cipher, encryption, mac } = open;
    const counterBytes = () => Buffer.from(open.counter.toString(16).padStart(cipher.block * 2, '0'), 'hex');
    const code = (message: Buffer) => cipher.mac(mac, cipher.block === 8 ? message : paddedTo(16, message));
    open.counter += 1n;
    const objects = objectsIn(command.data);
    const claimed = objects.find(({ tag }) => tag === 0x8e);
    const signed = objects.filter(({ tag }) => tag !== 0x8e).map(({ whole }) => whole);
    const head = paddedTo(cipher.block, Buffer.of(command.cla, command.ins, command.p1, command.p2));
    if (!claimed || !code(Buffer.concat([counterBytes(), head, ...signed])).equals(claimed.value)) {
      session = null;
      return sealed({ status: 0x6988 });
    }
    const body = objects.find(({ tag }) => tag === (command.ins % 2 === 1 ? 0x85 : 0x87));
    const expected = objects.find(({ tag }) => tag === 0x97)?.value;
    const le = expected ? expected.readUIntBE(0, expected.length) || (expected.length === 1 ? 256 : 65_536) : null;
    const data = body
      ? opened(open, counterBytes(), body.value.subarray(command.ins % 2 === 1 ? 0 : 1))
      : Buffer.alloc(0);
    const answer = inside({ ...command, data, le });
    open.counter += 1n;
    if (spec.plainErrors && !answer.data && answer.status !== OK) return sealed(answer);
    const parts = [];
    if (answer.data && answer.data.length > 0) {
      const iv = cipher.iv(encryption, counterBytes());
      const bytes = cipher.encrypt(encryption, iv, paddedTo(cipher.block, answer.data));
      parts.push(command.ins % 2 === 1 ? object('85', bytes) : object('87', Buffer.of(1), bytes));
    }
    parts.push(object('99', Buffer.of(answer.status >> 8, answer.status & 255)));
    const protectedParts = Buffer.concat(parts);
    const whole = Buffer.concat([protectedParts, object('8e', code(Buffer.concat([counterBytes(), protectedParts])))]);
    if (next) [session, next] = [next, null];
    // A short command gets at most 256 bytes.
    const isShort = command.le === 256;
    return whole.length > 256 && isShort ? sealed({ status: 0x6700 }) : sealed({ data: whole, status: OK });
  }

  /** Chip authentication (ICAO Doc 9303-11, 6.2): the keys of the next session come from both sides' keys. */
  function authenticateChip(command: Received): Answer {
    const { agreement } = spec;
    if (!agreement) return { status: 0x6a80 };
    const { group, cipher, privateKey } = agreement;
    const theirs = terminalKeyIn(command, cipher.suite === 1);
    if (!theirs) {
      const [protocol] = objectsIn(command.data);
      const oid = fromHex(`04007f00070202030${group.tag === '86' ? 2 : 1}0${cipher.suite}`);
      return { status: command.p2 === 0xa4 && protocol?.value.equals(oid) ? OK : 0x6a80 };
    }
    const secret = group.secret(group.raise(privateKey, group.check(theirs)));
    next = { cipher, encryption: cipher.derive(secret, 1), mac: cipher.derive(secret, 2), counter: 0n };
    return cipher.suite === 1 ? { status: OK } : { data: object('7c'), status: OK };
  }

  function inside(command: Received): Answer {
    switch (command.ins) {
      case 0xa4:
        return select(command, true);
      case 0xb0:
        return readBinary(command);
      case 0xb1:
        return readFar(command);
      case 0x88:
        if (!spec.answer || command.data.length !== 8) return { status: 0x6a80 };
        return { data: Buffer.from(spec.answer(command.data)), status: OK };
      case 0x22:
      case 0x86:
        return authenticateChip(command);
      default:
        return { status: 0x6d00 };
    }
  }
}

/** The key of the terminal in a command of chip authentication: 91 for 3DES, 7C 80 for AES; undefined in the other commands. */
function terminalKeyIn({ ins, p1, p2, data }: Received, isDes: boolean): Buffer | undefined {
  const objects = objectsIn(data);
  if (isDes) return ins === 0x22 && p1 === 0x41 && p2 === 0xa6 ? valueOfTag(objects[0], 0x91) : undefined;
  return ins === 0x86 ? valueOfTag(objectsIn(valueOfTag(objects[0], 0x7c))[0], 0x80) : undefined;
}

function opened({ cipher, encryption }: Session, counter: Buffer, bytes: Buffer): Buffer {
  const plain = cipher.decrypt(encryption, cipher.iv(encryption, counter), bytes);
  return plain.subarray(0, plain.lastIndexOf(0x80));
}

interface PaceState {
  readonly step: number;
  readonly password: Buffer;
  readonly nonce?: Buffer;
  readonly base?: Buffer;
  readonly theirs?: Buffer;
  readonly own?: Buffer;
  readonly keys?: Pick<Session, 'encryption' | 'mac'>;
}

interface PaceAlgorithm {
  readonly group: ChipGroup;
  readonly cipher: ChipCipher;
  readonly mapping: 'generic' | 'integrated';
  readonly oid: Buffer;
}

type PaceStep = (
  state: PaceState,
  algorithm: PaceAlgorithm,
  sent: { tag: number; value: Buffer } | undefined,
) => { data: Buffer; state?: Partial<PaceState>; keys?: Pick<Session, 'encryption' | 'mac'> };

/** A private key: a few bits of bias do no harm in tests. */
const privateFor = ({ order }: ChipGroup) => (numberOf(randomBytes(80)) % (order - 1n)) + 1n;

function valueOfTag(sent: { tag: number; value: Buffer } | undefined, tag: number): Buffer {
  if (sent?.tag !== tag) throw new Error('Another step');
  return sent.value;
}

/** The pseudo-random number of both nonces (ICAO Doc 9303-11, 4.4.3.3.2). */
function pseudoRandom(cipher: ChipCipher, nonce: Buffer, theirs: Buffer, p: bigint): bigint {
  const [c0, c1] =
    nonce.length === 16
      ? [fromHex('a668892a7c41e3ca739f40b057d85904'), fromHex('a4e136ac725f738b01c1f60217c188ad')]
      : [
          fromHex('d463d65234124ef7897054986dca0a174e28df758cbaa03f240616414d5a1676'),
          fromHex('54bd7255f0aaf831bec3423fcf39d69b6cbf066677d0faae5aadd99df8e53517'),
        ];
  const zero = Buffer.alloc(cipher.block);
  const encrypt = (key: Buffer, data: Buffer) => cipher.encrypt(key.subarray(0, theirs.length), zero, data);
  const rounds = Math.ceil((p.toString(2).length + 64) / (8 * nonce.length));
  let key = encrypt(theirs, nonce);
  const parts = [];
  for (let i = 0; i < rounds; i++) {
    parts.push(encrypt(key, c1));
    key = encrypt(key, c0);
  }
  return numberOf(Buffer.concat(parts)) % p;
}

const STEPS: readonly PaceStep[] = [
  ({ password }, { cipher, mapping }) => {
    // Nonces of the integrated mapping are at least as long as a key.
    const nonce = randomBytes(mapping === 'integrated' && cipher.suite > 2 ? 32 : 16);
    const key = cipher.derive(password, 3);
    return { data: object('80', cipher.encrypt(key, Buffer.alloc(cipher.block), nonce)), state: { nonce } };
  },
  ({ nonce }, { group, cipher, mapping }, sent) => {
    const theirs = valueOfTag(sent, 0x81);
    if (mapping === 'integrated') {
      return { data: object('82'), state: { base: group.map(pseudoRandom(cipher, nonce!, theirs, group.p)) } };
    }
    const own = privateFor(group);
    const shared = group.raise(own, group.check(theirs));
    const base = group.combine(group.raise(numberOf(nonce!) % group.order, group.base), shared);
    return { data: object('82', group.raise(own, group.base)), state: { base } };
  },
  ({ base }, { group, cipher }, sent) => {
    const theirs = valueOfTag(sent, 0x83);
    const own = privateFor(group);
    const secret = group.secret(group.raise(own, group.check(theirs)));
    const keys = { encryption: cipher.derive(secret, 1), mac: cipher.derive(secret, 2) };
    const ownBytes = group.raise(own, base!);
    return { data: object('84', ownBytes), state: { keys, own: ownBytes, theirs } };
  },
  ({ keys, own, theirs }, { group, cipher, oid }, sent) => {
    const token = (key: Buffer) => cipher.mac(keys!.mac, object('7f49', object('06', oid), object(group.tag, key)));
    if (!token(own!).equals(valueOfTag(sent, 0x85))) throw new Error('Another password');
    return { data: object('86', token(theirs!)), keys: keys! };
  },
];
