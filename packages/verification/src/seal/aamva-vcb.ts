import { type AamvaBody, aamvaBody, rawElements } from '../barcode/aamva.ts';
import { fieldsOf } from '../barcode/aamva-fields.ts';
import { cardIssuer } from '../barcode/issuers.ts';
import { mapOf, readCbor, textOf } from '../cbor/read.ts';
import { dataOfBarcode } from '../document/read.ts';
import { checkEcdsa } from './ecdsa.ts';
import { type BarcodeCredential, signedBytes } from './linked-data.ts';
import { NotASeal, type SealFormat } from './seal.ts';

/**
 * Elements that a credential may protect, in the order of the bits of `protectedComponentIndex` (W3C Verifiable Credential Barcodes,
 * 3.1: the mandatory elements of the AAMVA by their letters).
 */
const PROTECTABLE = (
  'DAC DAD DAG DAI DAJ DAK DAQ DAU DAY DBA DBB DBC DBD DCA DCB DCD DCF DCG DCS DDE DDF ' + 'DDG'
).split(' ');

/** An issuer whose cards hold a credential: where it stands, who signs it, and how its CBOR-LD is packed. */
interface Profile {
  /** Issuer identification number of the AAMVA. */
  readonly iin: string;
  readonly element: string;
  /** ISO 3166-1 alpha-3, or UTO for the state of the specification's sample. */
  readonly country: string;
  /** The only accepted issuer. */
  readonly did: string;
  /** Entry of the registry of CBOR-LD, and its values. */
  readonly registry: number;
  readonly contexts: readonly number[];
  readonly terms: ReadonlyMap<number, string>;
  readonly cryptosuite: number;
  /** Addresses by their number. */
  readonly addresses: ReadonlyMap<number, string>;
}

/** Terms of both contexts by their numbers in CBOR-LD; terms of later contexts come after 168. */
const TERMS: Readonly<Record<number, string>> = {
  1: '@context',
  108: 'DataIntegrityProof',
  118: 'VerifiableCredential',
  156: 'type',
  157: 'types',
  160: 'AamvaDriversLicenseScannableInformation',
  164: 'OpticalBarcodeCredential',
  166: 'TerseBitstringStatusListEntry',
  168: 'protectedComponentIndex',
  174: 'credentialStatus',
  176: 'credentialSubject',
  180: 'issuer',
  182: 'proof',
  196: 'terseStatusListBaseUrl',
  198: 'terseStatusListIndex',
  202: 'created',
  204: 'cryptosuite',
  208: 'expires',
  214: 'proofPurpose',
  216: 'proofValue',
  218: 'verificationMethod',
  220: 'assertionMethod',
};

/** The same where the third context has `count` terms of its own. Each takes two numbers. */
const termsAfter = (count: number): ReadonlyMap<number, string> =>
  new Map(
    Object.entries(TERMS).map(([number, term]) => [Number(number) + (Number(number) > 168 ? 2 * count : 0), term]),
  );

const CALIFORNIA = 'did:web:credentials.dmv.ca.gov';
const CALIFORNIA_LISTS = 'https://api.credentials.dmv.ca.gov/status/dlid';
const UTOPIA = 'did:key:zDnaeWjKfs1ob9QcgasjYSPEMkwq31hmvSAWPVAgnrt1e9GKj';

/** Issuers by the guide of the DMV of California (revision of December 2025), and by the sample of the W3C. */
const PROFILES: readonly Profile[] = [
  {
    iin: '636014',
    element: 'ZCE',
    country: 'USA',
    did: CALIFORNIA,
    registry: 31_000_000,
    contexts: [1, 2],
    terms: termsAfter(0),
    cryptosuite: 1,
    addresses: new Map([
      [1, CALIFORNIA],
      ...[1, 2, 3].map((list): [number, string] => [list + 1, `${CALIFORNIA_LISTS}/${list}/status-lists`]),
      ...Array.from({ length: 15 }, (_, i): [number, string] => [i + 5, `${CALIFORNIA}#vm-vcb-${i + 1}`]),
    ]),
  },
  {
    iin: '000000',
    element: 'ZZA',
    country: 'UTO',
    did: UTOPIA,
    registry: 100,
    contexts: [0x8000, 0x8001, 0x8002],
    terms: termsAfter(5),
    cryptosuite: 4,
    addresses: new Map([
      [170, UTOPIA],
      [172, `${UTOPIA}#${UTOPIA.slice('did:key:'.length)}`],
      [178, 'https://sandbox.platform.veres.dev/statuses/z19rJ4oGrbFCqf3cNTVDHSbNd/status-lists'],
    ]),
  },
];

/** Returns the DID whose keys sign the cards of a country; undefined if none is known. */
export const didOf = (country: string): string | undefined =>
  PROFILES.find((profile) => profile.country === country)?.did;

/** Bytes of a signature over P-256, and the letter of its base (multibase: base58btc). */
const SIGNATURE_BYTES = 64;
const BASE58 = 0x7a;

/** Credential in the PDF417 symbol of a North American card, which protects elements of the symbol. */
export const aamvaVcb: SealFormat = {
  scheme: 'aamva_vcb',
  read({ text }) {
    const body = aamvaBody(text);
    const profile = body && PROFILES.find(({ iin }) => body.digits.startsWith(iin));
    if (!profile) return null;
    const elements = rawElements(body);
    const encoded = elements.get(profile.element)?.trim();
    if (!encoded) return null;
    const credential = credentialOf(Buffer.from(encoded, 'base64'), profile);
    const ids = protectedIds(credential.protectedComponentIndex);
    const lines = ids.map((id) => `${id}${elements.get(id) ?? ''}\n`);
    const signed = signedBytes(credential, lines.join(''));
    const { proof } = credential;
    return {
      issuer: profile.country,
      key: proof.verificationMethod,
      signedAt: proof.created?.slice(0, 10) ?? null,
      expires: proof.expires?.slice(0, 10) ?? null,
      data: protectedData(ids, elements, { body, profile }),
      portrait: null,
      check: (key) => checkEcdsa(key, signed, proof.value, 'sha256'),
    };
  },
};

/** The data of protected elements alone: nobody has signed the others. */
function protectedData(
  ids: readonly string[],
  elements: ReadonlyMap<string, string>,
  { body, profile }: { body: AamvaBody; profile: Profile },
) {
  const signed = new Map(ids.map((id) => [id, (elements.get(id) ?? '').trim()]));
  const context = {
    document_type: 'driving_licence',
    issuer: cardIssuer(profile.iin),
    country: profile.country === 'USA' ? 'USA' : undefined,
    version: Number(body.digits.slice(6, 8)),
  } as const;
  const data = dataOfBarcode(fieldsOf(signed, context, []));
  // No element says whether the card is a licence.
  return { ...data, documentType: null, issuingCountry: profile.country };
}

/** Three bytes, the most significant bit first. */
function protectedIds(index: string): string[] {
  const bits = Buffer.from(index.slice(1), 'base64url').readUIntBE(0, 3);
  return PROTECTABLE.filter((_, i) => (bits >> (23 - i)) & 1);
}

/** Reads the credential; anything beyond the members that issuers use is refused. Throws `NotASeal`. */
function credentialOf(bytes: Uint8Array, profile: Profile): BarcodeCredential {
  const outer = readCbor(bytes);
  if (!Array.isArray(outer) || outer.length !== 2 || outer[0] !== profile.registry) refuse('its registry is not known');
  const root = named(outer[1], profile, [
    '@context',
    'types',
    'issuer',
    'credentialSubject',
    'credentialStatus',
    'proof',
  ]);
  const contexts = root.get('@context');
  if (!Array.isArray(contexts) || contexts.join() !== profile.contexts.join()) refuse('its contexts are not known');
  const types = root.get('types');
  const termOf = (value: unknown) => profile.terms.get(value as number);
  if (!Array.isArray(types) || types.map(termOf).join() !== 'VerifiableCredential,OpticalBarcodeCredential')
    refuse('its types are not known');
  const subject = named(root.get('credentialSubject'), profile, ['type', 'protectedComponentIndex']);
  const proof = named(root.get('proof'), profile, [
    ...['type', 'cryptosuite', 'proofPurpose', 'proofValue', 'verificationMethod'],
    ...['created', 'expires'],
  ]);
  const status = root.has('credentialStatus')
    ? named(root.get('credentialStatus'), profile, ['type', 'terseStatusListBaseUrl', 'terseStatusListIndex'])
    : null;
  const is = (members: ReadonlyMap<string, unknown>, name: string, term: string) => termOf(members.get(name)) === term;
  if (!is(subject, 'type', 'AamvaDriversLicenseScannableInformation')) refuse('its subject is not a card');
  if (!is(proof, 'type', 'DataIntegrityProof') || proof.get('cryptosuite') !== profile.cryptosuite)
    refuse('its cryptosuite is not known');
  if (!is(proof, 'proofPurpose', 'assertionMethod')) refuse('its proof has another purpose');
  if (status && !is(status, 'type', 'TerseBitstringStatusListEntry')) refuse('its status is not known');
  const issuer = addressOf(root.get('issuer'), profile);
  const verificationMethod = addressOf(proof.get('verificationMethod'), profile);
  if (issuer !== profile.did || !verificationMethod.startsWith(`${profile.did}#`)) refuse('its issuer is another one');
  const index = proofBytes(subject.get('protectedComponentIndex'), 0x75, 3);
  return {
    issuer,
    protectedComponentIndex: `u${Buffer.from(index).toString('base64url')}`,
    status: status && {
      baseUrl: addressOf(status.get('terseStatusListBaseUrl'), profile),
      index: integerOf(status.get('terseStatusListIndex')),
    },
    proof: {
      verificationMethod,
      created: dateTimeOf(proof.get('created')),
      expires: dateTimeOf(proof.get('expires')),
      value: proofBytes(proof.get('proofValue'), BASE58, SIGNATURE_BYTES),
    },
  };
}

function refuse(why: string): never {
  throw new NotASeal(`The credential on the card can't be read: ${why}`);
}

/** A map by the names of its terms. Throws `NotASeal` for other terms than those that may be there. */
function named(value: unknown, { terms }: Profile, allowed: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(
    [...mapOf(value)].map(([key, member]) => {
      const name = terms.get(key as number);
      if (!name || !allowed.includes(name)) refuse('it has members that are not known');
      return [name, member];
    }),
  );
}

function addressOf(value: unknown, { addresses }: Profile): string {
  const number = value instanceof Uint8Array && value.length === 1 ? value[0] : value;
  return addresses.get(number as number) ?? refuse('it names an address that is not known');
}

function integerOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : refuse('its status is not a number');
}

function dateTimeOf(value: unknown): string | null {
  const text = textOf(value);
  if (value === undefined) return null;
  return text && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? text : refuse('its time is not known');
}

/** Bytes after the letter of their base, of exactly `length`. */
function proofBytes(value: unknown, base: number, length: number): Uint8Array {
  if (!(value instanceof Uint8Array) || value[0] !== base || value.length !== length + 1)
    refuse('a value has another form');
  return value.subarray(1);
}
