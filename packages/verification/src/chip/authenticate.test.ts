import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAny, partsOf, rawOf } from './asn1.ts';
import { authenticateChip, type ChipOptions, countryOfSigner } from './authenticate.ts';
import {
  type Certified,
  type ChipOf,
  chipFiles,
  der,
  documentSigner,
  ecdsa,
  type Issued,
  issue,
  type ListOptions,
  listSigner,
  pss,
  revocationList,
  rsa,
  type Signing,
} from './testing/issuer.ts';

const today = '2026-01-15';
const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];

/** Ends of reasons: of a list that covers the signer, and of none. */
const LISTED = 'no revocation list names its certificates';
const UNLISTED = 'no revocation list for its certificate is loaded';

const csca = issue();
const ds = documentSigner(csca);
const chip = (more: Partial<ChipOf> = {}) => chipFiles({ by: ds, lines, ...more });

function authenticate(files: ReturnType<typeof chip>, more: Partial<ChipOptions> = {}) {
  return authenticateChip(files, {
    certificates: [csca.certificate],
    revocationLists: [],
    state: 'UTO',
    today,
    ...more,
  });
}

describe('a chip that its state has signed is authentic', () => {
  test('and says who vouches for it', () => {
    const files = chip();
    expect(authenticate(files)).toEqual({
      result: 'authentic',
      reason: `A certificate of UT confirms both data groups, and ${UNLISTED}`,
      changed: [],
      signer: 'C=UT, O=State, CN=DS',
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(countryOfSigner(files.sod)).toBe('UT');
  });

  test.each<[string, () => Signing]>([
    ['RSA PKCS#1 v1.5', () => rsa()],
    ['RSA PKCS#1 v1.5 with SHA-1', () => rsa('sha1')],
    ['RSA-PSS', () => pss()],
    ['RSA-PSS whose mask has another hash', () => pss('sha256', { mask: 'sha1', salt: 20 })],
    ['RSA-PSS with SHA-512', () => pss('sha512', { salt: 64 })],
    ['ECDSA', () => ecdsa()],
    ['ECDSA with SHA-1', () => ecdsa('prime256v1', 'sha1')],
    ['ECDSA over P-521', () => ecdsa('secp521r1', 'sha512')],
    ['ECDSA over P-224', () => ecdsa('secp224r1')],
    ['ECDSA over brainpool', () => ecdsa('brainpoolP256r1')],
    ['ECDSA over brainpool of 384 bits', () => ecdsa('brainpoolP384r1', 'sha384')],
    ['ECDSA with explicit parameters', () => ecdsa('brainpoolP320r1', 'sha384', { explicit: true })],
    ['ECDSA with explicit parameters of P-256', () => ecdsa('prime256v1', 'sha256', { explicit: true })],
    ['ECDSA in the plain format', () => ecdsa('brainpoolP256r1', 'sha256', { plain: true })],
  ])('%s', (_, signing) => {
    const root = issue({ signing: signing() });
    const files = chip({ by: documentSigner(root, { signing: signing() }) });
    expect(authenticate(files, { certificates: [root.certificate] }).result).toBe('authentic');
    expect(authenticate(files).result).toBe('undecided');
  });

  test.each<[string, Partial<ChipOf>]>([
    ['its signer named by the identifier of its key', { byKeyId: true }],
    ['a time of its signature', { at: '2024-05-01' }],
    ['groups hashed with SHA-512', { hash: 'sha512' }],
    ['another certificate beside the certificate of its signer', { certificates: [csca.certificate, ds.certificate] }],
  ])('with %s', (_, more) => expect(authenticate(chip(more)).result).toBe('authentic'));

  test('also after its certificate has expired, if it says that it was signed before', () => {
    const old = documentSigner(csca, { from: '2021-01-01', to: '2025-01-01' });
    expect(authenticate(chip({ by: old, at: '2024-05-01' })).result).toBe('authentic');
    expect(authenticate(chip({ by: old }))).toMatchObject({
      result: 'undecided',
      reason: 'The certificate of the chip has expired, and the chip does not say when it was signed',
    });
  });

  test('through a link certificate, to the key that the operator has loaded', () => {
    const next = issue({ common: 'CSCA 2', from: '2023-01-01' });
    const link = issue({ common: 'CSCA 2', signing: next.signing, by: csca, from: '2023-01-01' });
    const files = chip({ by: documentSigner(next, { from: '2023-02-01' }) });
    expect(authenticate(files)).toMatchObject({ result: 'undecided' });
    expect(authenticate(files, { certificates: [csca.certificate, link.certificate] }).result).toBe('authentic');
    // A link leads nowhere without the root that signed it.
    expect(authenticate(files, { certificates: [link.certificate] })).toMatchObject({
      result: 'undecided',
      reason: 'The state certificate that issued C=UT, O=State, CN=CSCA 2 is not loaded',
    });
  });

  test('where names alone lead to the issuer', () => {
    const root = issue({ keyIds: false });
    const files = chip({ by: documentSigner(root, { keyIds: false }) });
    expect(authenticate(files, { certificates: [root.certificate] }).result).toBe('authentic');
  });

  test.each<[string, readonly string[], string]>([
    ['UN', ['UNO', 'UNA'], 'USA'],
    ['CN', ['CHN', 'HKG'], 'TWN'],
    ['HK', ['CHN', 'HKG'], 'JPN'],
    ['DE', ['D', 'DEU'], 'DNK'],
    ['GB', ['GBR', 'GBN'], 'IRL'],
    ['KS', ['RKS'], 'SRB'],
  ])('of the country %s for the state %s', (country, states, other) => {
    const root = issue({ country });
    const files = chip({ by: documentSigner(root) });
    for (const state of states) {
      expect(authenticate(files, { certificates: [root.certificate], state }).result).toBe('authentic');
    }
    expect(authenticate(files, { certificates: [root.certificate], state: other }).result).toBe('refuted');
  });
});

describe('a chip is refuted where', () => {
  const reason = (files: ReturnType<typeof chip>, more: Partial<ChipOptions> = {}) => {
    const { result, reason } = authenticate(files, more);
    return `${result}: ${reason}`;
  };
  const bySigner = (more: Certified) => reason(chip({ by: documentSigner(csca, more), at: '2024-05-01' }));

  test('a group is another than was signed', () => {
    const files = chip();
    expect(reason({ ...files, dg2: der(0x75, '01') })).toBe(
      'refuted: Data group 2 of the chip was changed: its hash does not match the security object',
    );
    const other = chip({ lines: [lines[0]!.replace('ANNA', 'ANNE'), lines[1]!] });
    expect(authenticate({ ...files, dg1: other.dg1 })).toMatchObject({ result: 'refuted', changed: [1] });
  });

  test('the signed attributes were changed', () => {
    const tamper = (attributes: Buffer) => {
      const changed = Buffer.from(attributes);
      changed[changed.length - 1]! ^= 1;
      return changed;
    };
    expect(reason(chip({ tamper }))).toBe('refuted: The signature of the chip does not match its certificate');
  });

  test('the hashes were changed with the groups', () => {
    const [files, forged] = [chip(), chip({ dg2: der(0x75, '02') })];
    const content = (sod: Buffer) => sod.indexOf(Buffer.from('020102', 'hex'));
    const sod = Buffer.from(files.sod);
    forged.sod.copy(sod, content(files.sod), content(forged.sod), content(forged.sod) + 37);
    expect(reason({ ...forged, sod })).toBe('refuted: The security object of the chip was changed after it was signed');
  });

  test('the signed attributes of a sound chip follow the attributes of the forged chip', () => {
    const [files, forged] = [chip(), chip({ by: { ...ds, signing: ecdsa() }, dg2: der(0x75, '02') })];
    // Behind the tag of the file and its length of four bytes.
    const signedData = (sod: Buffer) => partsOf(partsOf(partsOf(parseAny(sod.subarray(5)))[1])[0]);
    const signerOf = (sod: Buffer) => partsOf(partsOf(signedData(sod).at(-1))[0]).map(rawOf);
    const [sound, made] = [signerOf(files.sod), signerOf(forged.sod)];
    const signer = der(0x30, ...made.slice(0, -1), sound.at(-1)!);
    const parts = [
      ...signedData(forged.sod).slice(0, -1).map(rawOf),
      der(0x31, signer),
      der(0x31, der(0x30, ...sound)),
    ];
    const message = der(0x30, '06092a864886f70d010702', der(0xa0, der(0x30, ...parts)));
    expect(reason({ ...forged, sod: der(0x77, message) })).toBe(
      'refuted: The security object of the chip was changed after it was signed',
    );
  });

  test('a foreign key signed', () => {
    const stranger: Issued = { ...ds, signing: ecdsa() };
    expect(reason(chip({ by: stranger }))).toBe('refuted: The signature of the chip does not match its certificate');
  });

  test('its certificate names an authority that did not sign it', () => {
    const forged = documentSigner({ ...csca, signing: ecdsa() });
    expect(reason(chip({ by: forged }))).toBe(
      'refuted: The certificate C=UT, O=State, CN=DS was not signed by the state it names',
    );
  });

  test('the certificate belongs to another state than the MRZ names', () => {
    const other = issue({ country: 'NL' });
    const files = chip({ by: documentSigner(other) });
    expect(reason(files, { certificates: [csca.certificate, other.certificate] })).toBe(
      'refuted: The chip was signed by NL, but its MRZ names UTO as the issuing state',
    );
    const across = chip({ by: documentSigner(other, { country: 'UT' }) });
    expect(reason(across, { certificates: [other.certificate] })).toBe(
      'refuted: The certificates belong to different states: UT, NL',
    );
  });

  test('its certificate is revoked, also by a list that has expired or is signed by the next key', () => {
    const revoked = 'refuted: The certificate C=UT, O=State, CN=DS is revoked';
    const next = issue({ from: '2025-01-01' });
    const certificates = [csca.certificate, next.certificate];
    for (const list of [
      revocationList(csca, [ds]),
      revocationList(csca, [documentSigner(csca), ds], { next: '2026-01-02' }),
      revocationList(next, [ds]),
    ]) {
      expect(reason(chip(), { certificates, revocationLists: [list] })).toBe(revoked);
    }
  });

  test('it was signed when its certificate or its key was no longer valid', () => {
    const late = 'refuted: The chip was signed when its certificate was not valid';
    expect(bySigner({ to: '2024-04-30' })).toBe(late);
    expect(bySigner({ from: '2024-05-02' })).toBe(late);
    expect(bySigner({ signs: ['2022-01-01', '2023-01-01'] })).toBe(late);
    expect(bySigner({ signs: ['2024-01-01', '2024-06-01'] })).toMatch(/^authentic/);
  });

  test('its certificate is not for signing', () => {
    expect(bySigner({ usage: 0x20 })).toBe('refuted: The certificate may not sign documents');
  });
});

describe('a chip is undecided where', () => {
  test('nothing of its state is loaded', () => {
    expect(authenticate(chip(), { certificates: [] })).toMatchObject({
      result: 'undecided',
      reason: 'The state certificate that issued C=UT, O=State, CN=DS is not loaded',
      changed: [],
    });
    const self = issue({ authority: false, common: 'DS' });
    expect(authenticate(chip({ by: self })).result).toBe('undecided');
  });

  test('the revocation list has expired; a newer one decides', () => {
    const old = revocationList(csca, [], { at: '2025-10-01', next: '2026-01-01' });
    expect(authenticate(chip(), { revocationLists: [old] })).toMatchObject({
      result: 'undecided',
      reason: 'The revocation list of the state has expired. Load a newer one',
    });
    expect(authenticate(chip(), { revocationLists: [old, revocationList(csca, [])] })).toMatchObject({
      result: 'authentic',
      reason: 'A certificate of UT confirms both data groups, and no revocation list names its certificates',
    });
    // A list that the state did not sign counts for nothing.
    const foreign = revocationList({ ...csca, signing: ecdsa() }, [ds]);
    expect(authenticate(chip(), { revocationLists: [foreign] }).result).toBe('authentic');
  });

  test.each<[string, Partial<ChipOf> | (() => Partial<ChipOf>), Partial<ChipOptions>?]>([
    ['it brings no certificate', { certificates: [] }],
    ['it is signed by one who signs lists', () => ({ by: listSigner(csca) })],
    ['its certificate does not say what it is for', () => ({ by: documentSigner(csca, { usage: null }) })],
    ['its certificate is older than its authority', () => ({ by: documentSigner(csca, { from: '2019-12-31' }) })],
    ['its certificate begins in the future', () => ({ by: documentSigner(csca, { from: '2026-02-01' }) })],
    ['the zone names no state', {}, { state: null }],
    ['the zone names a state without a country of certificates', {}, { state: 'XXA' }],
    ['it signs something else', { kind: '1.2.840.113549.1.7.1' }],
  ])('%s', (_, more, options) =>
    expect(authenticate(chip(typeof more === 'function' ? more() : more), options).result).toBe('undecided'),
  );

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['an empty file', der(0x77)],
    ['a file longer than it is', Buffer.from('7782ffff30', 'hex')],
    ['depth without end', der(0x77, Buffer.alloc(400_000, Buffer.from('3080', 'hex')))],
    ['a million parts', der(0x77, der(0x30, Buffer.alloc(400_000, Buffer.from('0500', 'hex'))))],
  ])('its security object is %s', (_, sod) => {
    expect(authenticate({ ...chip(), sod })).toEqual({
      result: 'undecided',
      reason: 'The security object of the chip could not be read',
      changed: null,
      signer: null,
      root: null,
    });
    expect(countryOfSigner(sod)).toBeNull();
  });
});

describe('a revocation list counts for the certificates that it is about alone', () => {
  const point = 'https://example.org/crl/7';
  const other = 'https://example.org/crl/8';
  const pointed = documentSigner(csca, { point });
  const vouched = (end: string) => `authentic: A certificate of UT confirms both data groups, and ${end}`;
  const revoked = 'refuted: The certificate C=UT, O=State, CN=DS is revoked';
  const judged = (by: Issued, revocationLists: readonly Buffer[], more: readonly Issued[] = []) => {
    const certificates = [csca, ...more].map(({ certificate }) => certificate);
    const { result, reason } = authenticate(chip({ by }), { certificates, revocationLists });
    return `${result}: ${reason}`;
  };

  test.each<[string, Issued, ListOptions, boolean]>([
    ['of users, which signers of documents are', ds, { only: 'users' }, true],
    ['of authorities', ds, { only: 'authorities' }, false],
    ['of attributes', ds, { only: 'attributes' }, false],
    ['of the point that the certificate names', pointed, { only: { point } }, true],
    ['of another point', pointed, { only: { point: other } }, false],
    ['of a point, where the certificate names none', ds, { only: { point } }, false],
    ['of some reasons', ds, { only: 'some reasons' }, false],
    ['of several issuers', ds, { only: 'several issuers' }, false],
    ['of changes since another list', ds, { critical: '2.5.29.27' }, false],
    ['with an extension that nobody here knows', ds, { critical: '1.3.6.1.4.1.99999.1' }, false],
    ['with such an extension of an entry', ds, { criticalOfEntries: '1.3.6.1.4.1.99999.1' }, false],
  ])('%s', (_, by, options, counts) => {
    expect(judged(by, [revocationList(csca, [by], options)])).toBe(counts ? revoked : vouched(UNLISTED));
  });

  test("a signer whose points can't be read counts for the lists of all points", () => {
    const odd = documentSigner(csca, { oddPoint: true });
    expect(judged(odd, [revocationList(csca, [])])).toBe(vouched(LISTED));
    expect(judged(odd, [revocationList(csca, [odd])])).toBe(revoked);
    expect(judged(odd, [revocationList(csca, [odd], { only: { point } })])).toBe(revoked);
  });

  test('another name with the same key is another issuer, whose serial numbers may be the same', () => {
    const renamed = issue({ common: 'CSCA of visas', signing: csca.signing });
    expect(judged(ds, [revocationList(renamed, [ds])], [renamed])).toBe(vouched(UNLISTED));
    expect(judged(ds, [revocationList(renamed, [ds]), revocationList(csca, [])], [renamed])).toBe(vouched(LISTED));
  });

  test('a current list of authorities does not make up for one of signers that has expired', () => {
    const old = revocationList(csca, [], { next: '2026-01-02', only: 'users' });
    const current = revocationList(csca, [], { only: 'authorities' });
    expect(judged(ds, [old, current])).toBe(
      'undecided: The revocation list of the state has expired. Load a newer one',
    );
    expect(judged(ds, [current, revocationList(csca, [], { only: 'users' })])).toBe(vouched(LISTED));
  });
});

test('no change of a byte makes another chip authentic, and none throws', () => {
  const files = chip();
  const { certificate } = csca;
  const at = (bytes: Buffer) => fc.nat({ max: bytes.length - 1 });
  const flipped = (bytes: Buffer, place: number, bit: number) => {
    const changed = Buffer.from(bytes);
    changed[place]! ^= 1 << bit;
    return changed;
  };
  fc.assert(
    fc.property(at(files.sod), fc.nat({ max: 7 }), fc.option(at(files.sod)), (place, bit, length) => {
      const sod = flipped(files.sod, place, bit).subarray(0, length ?? undefined);
      const { result } = authenticate({ ...files, sod });
      // Versions, tags that are read leniently and bytes that nothing signs may differ: the groups are still those signed.
      if (result === 'authentic') expect(authenticate({ ...files, dg2: der(0x75, '01'), sod }).result).toBe('refuted');
    }),
    { numRuns: 1000 },
  );
  for (let group = 0; group < files.dg1.length; group++) {
    expect(authenticate({ ...files, dg1: flipped(files.dg1, group, 0) }).result).toBe('refuted');
  }
  fc.assert(
    fc.property(at(certificate), fc.nat({ max: 7 }), (place, bit) => {
      const { result } = authenticate(files, { certificates: [flipped(certificate, place, bit)] });
      expect(['authentic', 'undecided', 'refuted']).toContain(result);
    }),
    { numRuns: 500 },
  );
});
