import {
  type CredentialTrust,
  MAX_CREDENTIAL_BYTES,
  sessionTranscript,
  verifyMdoc,
  verifySdJwt,
} from '@bonafide/verification';
import { Tag, writeCbor } from '../../packages/verification/src/credential/testing/cbor-writer.ts';
import {
  ADA,
  type CredentialHolder,
  issueMdoc,
  issueSdJwt,
  type MdocOptions,
  newDevice,
  state,
} from '../../packages/verification/src/credential/testing/issuer.ts';
import {
  type PresentOptions,
  presentMdoc,
  presentSdJwt,
  thumbprint,
  type WalletRequest,
} from '../../packages/verification/src/credential/testing/wallet.ts';
import type { Measurement, Subject } from './measurement.ts';
import { measureLinks } from './wallet-links.ts';

const LICENCE = 'org.iso.18013.5.1.mDL';
const PID = 'urn:eudi:pid:1';
const NOW = Date.parse('2026-06-01T12:00:00Z');
const IAT = NOW / 1000;
/** Bytes of a portrait in a credential: 20 to 200 KB are usual. */
const PORTRAIT_BYTES = 60_000;
/** Times that each attack is tried on each format. */
const TIMES = 150;
/** Verifications of each format whose processor time is measured. */
const TIMED = 200;
const MOST_MS = 50;

const utopia = state();
const device = newDevice();
const holder: CredentialHolder = { ...ADA, portrait: Buffer.alloc(PORTRAIT_BYTES, 0xa5) };
const trust: CredentialTrust = { issuers: [utopia.trusted], types: [LICENCE, PID], now: NOW };

/** The request of try number `i`, with a nonce and a key of its own. */
const requestOf = (i: number) =>
  ({ origin: 'https://shop.example', nonce: `nonce-${i}`, jwk: newDevice().jwk }) satisfies WalletRequest;
type Request = ReturnType<typeof requestOf>;

function acceptsMdoc(response: Uint8Array, { origin, nonce, jwk }: Request, given = trust): boolean {
  const transcript = sessionTranscript({ origin, nonce, keyThumbprint: thumbprint(jwk) });
  return verifyMdoc(response, transcript, given).result === 'authentic';
}

const acceptsSdJwt = (text: string, { origin, nonce }: Request, given = trust): boolean =>
  verifySdJwt(text, { nonce, audience: `origin:${origin}` }, given).result === 'authentic';

const licence = (options?: MdocOptions, by = utopia) => issueMdoc(by, holder, device, options);
const pid = (options?: Parameters<typeof issueSdJwt>[3], by = utopia) => issueSdJwt(by, holder, device, options);
const heldMdoc = licence();
const heldSdJwt = pid();

const mdocFor = (request: WalletRequest, held = heldMdoc, options?: PresentOptions) =>
  presentMdoc(held, request, options);
type SdJwtOptions = Partial<Parameters<typeof presentSdJwt>[2]>;
const sdJwtFor = (request: WalletRequest, held = heldSdJwt, options?: SdJwtOptions) =>
  presentSdJwt(held, request, { iat: IAT, ...options });

/** Changes one bit of the value at the end of an element. */
const flipped = (item: Buffer, i: number) =>
  Buffer.concat([item.subarray(0, -1), Buffer.from([item.at(-1)! ^ (1 << (i % 7))])]);

/** A disclosure with another value. */
function changedClaim(disclosure: string, i: number): string {
  const [salt, name] = JSON.parse(Buffer.from(disclosure, 'base64url').toString('utf8'));
  return Buffer.from(JSON.stringify([salt, name, `Mallory ${i}`])).toString('base64url');
}

/** CBOR beyond the bounds: too long, too deep, or with lengths that the bytes don't have. */
function oversizedCbor(i: number): Buffer {
  const long = writeCbor({ version: '1.0', documents: [Buffer.alloc(MAX_CREDENTIAL_BYTES + i)], status: 0 });
  const deep = Buffer.concat([Buffer.alloc(10_000 * (i + 1), 0x81), Buffer.from([0])]);
  const claimed = Buffer.concat([Buffer.from([0x9b, 0, 0, 0, 1 + i, 0, 0, 0, 0]), Buffer.alloc(64)]);
  const tagged = writeCbor(Array.from({ length: 40 }).reduce<unknown>((value) => new Tag(24, value), i));
  return [long, deep, claimed, tagged][i % 4]!;
}

/** An SD-JWT beyond the bounds: too long, or with too many disclosures. */
function oversizedSdJwt(request: Request, i: number): string {
  const text = sdJwtFor(request);
  if (i % 2 === 0) return text + 'A'.repeat(2 * MAX_CREDENTIAL_BYTES + i);
  const [issued] = text.split('~');
  return `${[issued, ...Array.from({ length: 100_000 }, () => 'W10')].join('~')}~`;
}

/** Returns whether try number `i` of an attack is accepted. */
interface Attack {
  readonly name: string;
  mdoc(request: Request, i: number): boolean;
  sdJwt(request: Request, i: number): boolean;
}

const expired: CredentialTrust = { ...trust, now: Date.parse('2027-02-01T00:00:00Z') };

const attacks: readonly Attack[] = [
  {
    name: 'other nonce',
    mdoc: (request, i) => acceptsMdoc(mdocFor({ ...request, nonce: `other-${i}` }), request),
    sdJwt: (request, i) => acceptsSdJwt(sdJwtFor({ ...request, nonce: `other-${i}` }), request),
  },
  {
    name: 'other origin',
    mdoc: (request, i) => acceptsMdoc(mdocFor({ ...request, origin: `https://shop${i}.example` }), request),
    sdJwt: (request, i) => acceptsSdJwt(sdJwtFor({ ...request, origin: `https://shop${i}.example` }), request),
  },
  {
    name: 'expired',
    mdoc: (request, i) => acceptsMdoc(mdocFor(request), request, { ...expired, now: expired.now + i * 86_400_000 }),
    sdJwt: (request, i) => {
      const now = expired.now + i * 86_400_000;
      return acceptsSdJwt(sdJwtFor(request, heldSdJwt, { iat: now / 1000 }), request, { ...expired, now });
    },
  },
  {
    name: 'unknown issuer',
    mdoc: (request) => acceptsMdoc(mdocFor(request, licence({}, state())), request),
    sdJwt: (request) => acceptsSdJwt(sdJwtFor(request, pid({}, state())), request),
  },
  {
    name: 'changed element',
    mdoc: (request, i) => {
      const name = [...heldMdoc.items.keys()][i % heldMdoc.items.size];
      const changeItem = (item: Buffer, of: string) => (of === name ? flipped(item, i) : item);
      return acceptsMdoc(mdocFor(request, heldMdoc, { changeItem }), request);
    },
    sdJwt: (request, i) => {
      const names = Object.keys(heldSdJwt.disclosures);
      const change = (text: string, of: string) => (of === names[i % names.length] ? changedClaim(text, i) : text);
      return acceptsSdJwt(sdJwtFor(request, heldSdJwt, { change }), request);
    },
  },
  {
    name: 'missing device signature',
    mdoc: (request) => acceptsMdoc(mdocFor(request, heldMdoc, { signature: 'none' }), request),
    sdJwt: (request) => acceptsSdJwt(sdJwtFor(request, heldSdJwt, { signer: null }), request),
  },
  {
    name: 'device signature of another device',
    mdoc: (request) => acceptsMdoc(mdocFor(request, heldMdoc, { signature: newDevice() }), request),
    sdJwt: (request) => acceptsSdJwt(sdJwtFor(request, heldSdJwt, { signer: newDevice() }), request),
  },
  {
    name: 'replay of the answer to another request',
    mdoc: (request, i) => acceptsMdoc(mdocFor(requestOf(1000 + i)), request),
    sdJwt: (request, i) => acceptsSdJwt(sdJwtFor(requestOf(1000 + i)), request),
  },
  {
    name: 'other document type',
    mdoc: (request, i) => {
      // The issuer signed another type; every second time the wallet claims the requested one.
      const other = licence({ type: 'org.iso.23220.photoid.1', namespace: 'org.iso.23220.1' });
      return acceptsMdoc(mdocFor(request, other, i % 2 === 0 ? {} : { type: LICENCE }), request);
    },
    sdJwt: (request, i) => acceptsSdJwt(sdJwtFor(request, pid({ type: `urn:example:pid:${i}` })), request),
  },
  {
    name: 'oversized data',
    mdoc: (request, i) => acceptsMdoc(oversizedCbor(i), request),
    sdJwt: (request, i) => acceptsSdJwt(oversizedSdJwt(request, i), request),
  },
];

const formats = [
  ['mdoc', 'mdoc'],
  ['SD-JWT VC', 'sdJwt'],
] as const;

const tries = Array.from({ length: TIMES }, (_, i) => i);

const attacked = (): Measurement[] =>
  attacks.flatMap((attack) =>
    formats.map(([format, of]) => {
      const refused = tries.filter((i) => !attack[of](requestOf(i), i)).length;
      const what = `${attack.name}, ${format}: not accepted`;
      return { what, right: refused, of: TIMES, target: 'all', met: refused === TIMES };
    }),
  );

/** Sound credentials, without which refusals would prove nothing. */
function sound(): Measurement[] {
  const requests = tries.map(requestOf);
  const accepted = {
    mdoc: requests.filter((request) => acceptsMdoc(mdocFor(request), request)).length,
    sdJwt: requests.filter((request) => acceptsSdJwt(sdJwtFor(request), request)).length,
  };
  return formats.map(([format, of]) => {
    const right = accepted[of];
    return { what: `sound, ${format}: accepted`, right, of: TIMES, target: 'all', met: right === TIMES };
  });
}

/** Median processor time of one verification, in milliseconds. */
function medianTime(verify: (request: Request) => () => boolean): number {
  const times = Array.from({ length: TIMED }, (_, i) => {
    const run = verify(requestOf(i));
    const begin = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000;
  });
  return times.toSorted((one, other) => one - other)[TIMED / 2]!;
}

function timed(): Measurement[] {
  const times = {
    mdoc: medianTime((request) => {
      const response = mdocFor(request);
      return () => acceptsMdoc(response, request);
    }),
    sdJwt: medianTime((request) => {
      const text = sdJwtFor(request);
      return () => acceptsSdJwt(text, request);
    }),
  };
  return formats.map(([format, of]) => ({
    what: `processor time of a verification, ${format}, median of ${TIMED}`,
    figure: `${times[of].toFixed(1)} ms`,
    target: `≤ ${MOST_MS} ms`,
    met: times[of] <= MOST_MS,
  }));
}

/** Credentials of wallets: attacks on mdoc and SD-JWT VC, and the time of a verification. It needs no data. */
export const wallets: Subject = {
  name: 'wallets',
  measure: async () => [...sound(), ...attacked(), ...timed(), ...(await measureLinks())],
};
