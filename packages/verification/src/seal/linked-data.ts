import { createHash } from 'node:crypto';

/** Subject, predicate and object of a statement. Subjects and objects are blank nodes (`_:name`) or terms of N-Quads. */
type Quad = readonly [subject: string, predicate: string, object: string];

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const CREDENTIALS = 'https://www.w3.org/2018/credentials#';
const BARCODES = 'https://w3id.org/vc-barcodes#';
const SECURITY = 'https://w3id.org/security#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Members of a licence's credential (W3C Verifiable Credential Barcodes), as far as any issuer uses them. */
export interface BarcodeCredential {
  readonly issuer: string;
  readonly protectedComponentIndex: string;
  readonly status: { readonly baseUrl: string; readonly index: number } | null;
  readonly proof: {
    readonly verificationMethod: string;
    readonly created: string | null;
    readonly expires: string | null;
    readonly value: Uint8Array;
  };
}

const iri = (text: string) => `<${text}>`;
const literal = (text: string, type: string) => `"${text}"^^<${type}>`;

function statements({ issuer, protectedComponentIndex, status }: BarcodeCredential): Quad[] {
  const [credential, subject, entry] = ['_:credential', '_:subject', '_:status'];
  return [
    [credential, RDF_TYPE, iri(`${CREDENTIALS}VerifiableCredential`)],
    [credential, RDF_TYPE, iri(`${BARCODES}OpticalBarcodeCredential`)],
    [credential, `${CREDENTIALS}issuer`, iri(issuer)],
    [credential, `${CREDENTIALS}credentialSubject`, subject],
    [subject, RDF_TYPE, iri(`${BARCODES}AamvaDriversLicenseScannableInformation`)],
    [subject, `${BARCODES}protectedComponentIndex`, literal(protectedComponentIndex, `${SECURITY}multibase`)],
    ...(status
      ? ([
          [credential, `${CREDENTIALS}credentialStatus`, entry],
          [entry, RDF_TYPE, iri(`${BARCODES}TerseBitstringStatusListEntry`)],
          [entry, `${BARCODES}terseStatusListBaseUrl`, iri(status.baseUrl)],
          [entry, `${BARCODES}terseStatusListIndex`, literal(String(status.index), `${XSD}integer`)],
        ] satisfies Quad[])
      : []),
  ];
}

function proofStatements({ proof: { verificationMethod, created, expires } }: BarcodeCredential): Quad[] {
  const proof = '_:proof';
  return [
    [proof, RDF_TYPE, iri(`${SECURITY}DataIntegrityProof`)],
    [proof, `${SECURITY}cryptosuite`, literal('ecdsa-xi-2023', `${SECURITY}cryptosuiteString`)],
    [proof, `${SECURITY}proofPurpose`, iri(`${SECURITY}assertionMethod`)],
    [proof, `${SECURITY}verificationMethod`, iri(verificationMethod)],
    ...(created ? [[proof, 'http://purl.org/dc/terms/created', literal(created, `${XSD}dateTime`)] as Quad] : []),
    ...(expires ? [[proof, `${SECURITY}expiration`, literal(expires, `${XSD}dateTime`)] as Quad] : []),
  ];
}

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();

/**
 * N-Quads in the canonical form of RDFC-1.0 (W3C), for statements whose blank nodes all differ by their own statements. Blank nodes of a
 * barcode's credential do, since each has another type.
 */
function canonical(quads: readonly Quad[]): string {
  const line = ([subject, predicate, object]: Quad, node: (term: string) => string) =>
    `${node(subject)} <${predicate}> ${node(object)} .\n`;
  const isBlank = (term: string) => term.startsWith('_:');
  const blanks = [...new Set(quads.flatMap(([subject, , object]) => [subject, object]).filter(isBlank))];
  const hashed = blanks.map((blank) => {
    const own = quads.filter(([subject, , object]) => subject === blank || object === blank);
    const lines = own.map((quad) => line(quad, (term) => (!isBlank(term) ? term : term === blank ? '_:a' : '_:z')));
    return { blank, hash: sha256(lines.sort().join('')).toString('hex') };
  });
  const order = hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ blank }) => blank);
  const name = (term: string) => (isBlank(term) ? `_:c14n${order.indexOf(term)}` : term);
  return quads
    .map((quad) => line(quad, name))
    .sort()
    .join('');
}

/**
 * The bytes that the cryptosuite ecdsa-xi-2023 signs: hashes of the proof's options, of the credential, and of the hash of the
 * protected elements of the card.
 */
export function signedBytes(credential: BarcodeCredential, protectedElements: string): Buffer {
  return Buffer.concat([
    sha256(canonical(proofStatements(credential))),
    sha256(canonical(statements(credential))),
    sha256(sha256(protectedElements)),
  ]);
}
