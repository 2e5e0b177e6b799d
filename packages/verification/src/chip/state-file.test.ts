import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStateFile, type StateFileOptions } from './state-file.ts';
import {
  der,
  documentSigner,
  ecdsa,
  type Issued,
  issue,
  type ListOptions,
  listSigner,
  masterList,
  pem,
  pss,
  revocationList,
} from './testing/issuer.ts';

const german = issue({ country: 'DE', common: 'CSCA' });
const dutch = issue({ country: 'NL', signing: pss() });
const signer = listSigner(german);
const list = masterList(signer, [german.certificate, dutch.certificate], {
  certificates: [signer.certificate, german.certificate],
});

function read(bytes: Uint8Array | string, options: Partial<StateFileOptions> = {}) {
  const { certificates, revocationLists, refused } = readStateFile(Buffer.from(bytes as never), {
    certificates: [],
    revocationLists: [],
    ...options,
  });
  return {
    certificates: certificates.map(({ country, root }) => `${country} ${root ? 'root' : 'link'}`).toSorted(),
    lists: revocationLists.map(({ country, revoked }) => `${country} ${revoked}`),
    refused,
  };
}
const trusting = (...issued: Issued[]) => ({ certificates: issued.map(({ certificate }) => certificate) });
const nothing = { certificates: [], lists: [], refused: [] };
const unknown = 'The data is not a certificate, revocation list or master list';

describe('a certificate', () => {
  test('of a signing authority is taken, as DER and as PEM, one or several', () => {
    expect(read(german.certificate)).toEqual({ ...nothing, certificates: ['DE root'] });
    expect(read(pem(german.certificate))).toEqual({ ...nothing, certificates: ['DE root'] });
    const both = `${pem(german.certificate)}\n# and\n${pem(dutch.certificate)}`;
    expect(read(both)).toEqual({ ...nothing, certificates: ['DE root', 'NL root'] });
    const [facts] = readStateFile(german.certificate, { certificates: [], revocationLists: [] }).certificates;
    expect(facts).toMatchObject({
      der: german.certificate,
      country: 'DE',
      subject: 'C=DE, O=State, CN=CSCA',
      root: true,
      serial: german.serial.toString('hex'),
      valid: { from: Date.parse('2020-01-01'), to: Date.parse('2035-01-01') },
    });
  });

  test('that links two keys is taken as a link', () => {
    const link = issue({ country: 'DE', common: 'CSCA 2', by: german });
    expect(read(link.certificate)).toEqual({ ...nothing, certificates: ['DE link'] });
  });

  test('of another kind, or without a country, is refused', () => {
    expect(read(documentSigner(german).certificate)).toEqual({
      ...nothing,
      refused: ['C=DE, O=State, CN=DS: it is not a CA certificate'],
    });
    expect(read(issue({ country: '??' }).certificate).refused).toEqual(['C=??, O=State, CN=CSCA: it names no country']);
  });
});

describe('a master list', () => {
  test('is taken where a certificate that is loaded vouches for it', () => {
    expect(read(list, trusting(german))).toEqual({ ...nothing, certificates: ['DE root', 'NL root'] });
    expect(read(pem(list, 'CMS'), trusting(german)).certificates).toHaveLength(2);
  });

  test('that vouches for itself alone is refused, until the operator names its signer', () => {
    const [root] = readStateFile(german.certificate, { certificates: [], revocationLists: [] }).certificates;
    const { fingerprint } = root!;
    expect(read(list)).toEqual({
      ...nothing,
      refused: [
        'The master list of C=DE, O=State, CN=Master list signer: it is signed under C=DE, O=State, CN=CSCA, which is not ' +
          `loaded. Compare the SHA-256 of that certificate, ${fingerprint}, with what the state publishes, then name it as ` +
          'the signer',
      ],
    });
    expect(read(list, { signer: fingerprint.toUpperCase() }).certificates).toEqual(['DE root', 'NL root']);
    expect(read(list, { signer: 'f'.repeat(64) }).certificates).toEqual([]);
    expect(read(list, trusting(dutch)).certificates).toEqual([]);
  });

  test.each<[string, () => Buffer, string]>([
    [
      'its signature is wrong',
      () => masterList({ ...signer, signing: ecdsa() }, [german.certificate]),
      'The master list of C=DE, O=State, CN=Master list signer: the signature is invalid',
    ],
    [
      'its signer signs documents',
      () => masterList(documentSigner(german), [german.certificate]),
      'The master list of C=DE, O=State, CN=DS: the signer may not sign master lists',
    ],
    [
      'its signer was no longer valid',
      () => masterList(listSigner(german, { to: '2024-01-01' }), [german.certificate], { at: '2025-01-01' }),
      'The master list of C=DE, O=State, CN=Master list signer: the signer certificate was not valid when it signed',
    ],
    [
      'its issuer is nowhere',
      () => masterList(listSigner(issue({ country: 'BE' })), [german.certificate]),
      'The master list of C=BE, O=State, CN=Master list signer: the state certificate that signed it is missing',
    ],
    [
      'it brings no signer',
      () => masterList(signer, [german.certificate], { certificates: [] }),
      'The master list has no signer certificate',
    ],
    [
      'it lists something else',
      () => masterList(signer, [german.certificate], { kind: '2.23.136.1.1.1' }),
      'The signed message is not a master list',
    ],
  ])('is refused where %s', (_, made, reason) => {
    expect(read(made(), trusting(german))).toEqual({ ...nothing, refused: [reason] });
  });

  test('is refused where its signer is revoked', () => {
    const revocationLists = [revocationList(german, [signer])];
    expect(read(list, { ...trusting(german), revocationLists }).refused).toEqual([
      'The master list of C=DE, O=State, CN=Master list signer: the signer certificate is revoked',
    ]);
  });

  test('of six hundred certificates is taken', () => {
    const many = Array.from({ length: 600 }, (_, i) =>
      issue({ country: 'DE', common: `CSCA ${i}`, signing: german.signing }),
    );
    const found = read(
      masterList(
        signer,
        many.map(({ certificate }) => certificate),
      ),
      trusting(german),
    );
    expect([found.certificates.length, found.refused]).toEqual([600, []]);
  });
});

describe('a revocation list', () => {
  test('is taken where the state that signed it is loaded, or in the same file', () => {
    const revoked = revocationList(german, [signer, documentSigner(german)]);
    expect(read(revoked, trusting(german))).toEqual({ ...nothing, lists: ['DE 2'] });
    expect(read(`${pem(revoked, 'X509 CRL')}${pem(german.certificate)}`)).toMatchObject({
      lists: ['DE 2'],
      refused: [],
    });
    expect(read(revoked, trusting(dutch))).toEqual({
      ...nothing,
      refused: ['Revocation list of C=DE, O=State, CN=CSCA: no loaded certificate has signed it'],
    });
  });

  test('takes the place of earlier ones of its issuer, key and scope alone', () => {
    const next = issue({ country: 'DE', common: 'CSCA', from: '2025-01-01' });
    const all = { by: german, options: {} };
    const series: { by: Issued; options: ListOptions }[] = [
      all,
      { by: next, options: {} },
      { by: german, options: { only: 'users' } },
      { by: german, options: { only: 'authorities' } },
      { by: german, options: { only: { point: 'https://example.org/1' } } },
    ];
    const loaded = series.map(({ by, options }) => revocationList(by, [], options));
    const fingerprints = loaded.map((der) => createHash('sha256').update(der).digest('hex'));
    const facts = (file: Buffer, revocationLists: readonly Buffer[] = loaded) =>
      readStateFile(file, { ...trusting(german, next), revocationLists }).revocationLists;
    series.forEach(({ by, options }, i) => {
      const newer = revocationList(by, [signer], { ...options, at: '2026-01-08' });
      expect(facts(newer)).toMatchObject([{ follows: [fingerprints[i]], followed: false }]);
      const older = revocationList(by, [signer], { ...options, at: '2025-12-01' });
      expect(facts(older)).toMatchObject([{ follows: [], followed: true }]);
    });
    const both = Buffer.from(
      ['2026-01-08', '2026-01-09'].map((at) => pem(revocationList(german, [], { at }))).join(''),
    );
    expect(facts(both, []).map(({ followed }) => followed)).toEqual([true, false]);
  });

  test.each<[ListOptions, string]>([
    [{ only: 'some reasons' }, 'it covers only some reasons for revocation'],
    [{ only: 'several issuers' }, 'it also covers certificates of other issuers'],
    [{ critical: '2.5.29.27' }, 'it contains only the changes to another list'],
    [{ critical: '1.3.6.1.4.1.99999.1' }, 'it has an unsupported critical extension (1.3.6.1.4.1.99999.1)'],
  ])('is refused where it says less than all: %o', (options, fault) => {
    expect(read(revocationList(german, [signer], options), trusting(german))).toEqual({
      ...nothing,
      refused: [`Revocation list of C=DE, O=State, CN=CSCA: ${fault}`],
    });
  });

  test('says when it was issued and when the next is', () => {
    const [found] = readStateFile(revocationList(german, []), {
      ...trusting(german),
      revocationLists: [],
    }).revocationLists;
    expect(found).toMatchObject({ issuedAt: Date.parse('2026-01-01'), nextAt: Date.parse('2026-04-01'), revoked: 0 });
  });
});

test('a file of the directory holds several of all kinds', () => {
  const folded = (attribute: string, bytes: Buffer) =>
    `${attribute}:: ${bytes.toString('base64')}`.replace(/(.{76})(?=.)/g, '$1\r\n ');
  const ldif = [
    'version: 1',
    'dn: cn=OU\\=none\\,O\\=State\\,C\\=DE,o=ml,c=DE,dc=data,dc=download,dc=pkd,dc=icao,dc=int',
    folded('pkdMasterListContent', list),
    'pkdVersion: 70',
    '',
    'dn: o=crl,c=DE,dc=data',
    folded('certificateRevocationList;binary', revocationList(german, [signer])),
    folded('userCertificate;binary', documentSigner(german).certificate),
    '',
  ].join('\r\n');
  expect(read(ldif, trusting(german))).toEqual({ certificates: ['DE root', 'NL root'], lists: ['DE 1'], refused: [] });
});

test.each<[string, Uint8Array | string]>([
  ['nothing', ''],
  ['text', 'Dear Sir or Madam'],
  ['a sequence', der(0x30)],
  ['depth without end', Buffer.alloc(200_000, Buffer.from('3080', 'hex'))],
  ['PEM of noise', pem(Buffer.from('noise'))],
])('%s is nothing to load', (_, bytes) => {
  expect(read(bytes)).toEqual({ ...nothing, refused: [unknown] });
});

test('no change of a byte throws, nor adds a certificate to a master list', () => {
  const count = read(list, trusting(german)).certificates.length;
  fc.assert(
    fc.property(
      fc.nat({ max: list.length - 1 }),
      fc.nat({ max: 7 }),
      fc.option(fc.nat({ max: list.length })),
      (at, bit, length) => {
        const changed = Buffer.from(list);
        changed[at]! ^= 1 << bit;
        const found = read(changed.subarray(0, length ?? undefined), trusting(german));
        expect(found.certificates.length).toBeLessThanOrEqual(count);
      },
    ),
    { numRuns: 500 },
  );
});
