import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issue } from '../chip/testing/issuer.ts';
import { testFile } from '../testing/data.ts';
import { publicKeyOf, readSealKeys, readSeals, type SealKey, type SealScheme, sealOf, sealSchemes } from './index.ts';
import { signedBytes } from './linked-data.ts';
import {
  base45Of,
  californian,
  codeOf,
  ERIKA,
  elementsOf,
  SIGNED_AT,
  sealFor,
  sealIssuer,
  trustIn,
} from './testing.ts';
import { vds } from './vds.ts';

const vectors = (name: string) => JSON.parse(readFileSync(testFile(`seals/${name}.json`), 'utf8'));
const TODAY = '2026-03-01';
const none = trustIn([], TODAY);

const ERIKA_OF_AUSTRIA = {
  ...ERIKA,
  lines: ['IDAUTPA1234567<7<<<<<<<<<<<<<<', '8308126F3108011AUT<<<<<<<<<<<6', 'MUSTERFRAU<<ERIKA<<<<<<<<<<<<<'],
};

const holderOf = (scheme: SealScheme) => ({
  ...(scheme === 'at_id' ? ERIKA_OF_AUSTRIA : ERIKA),
  portrait: Buffer.from('ff4fff51002f', 'hex'),
});

function keyOfMultibase(multibase: string, id: string): KeyObject {
  const did = id.split('#')[0]!;
  const document = {
    id: did,
    verificationMethod: [{ id, controller: did, publicKeyMultibase: multibase }],
    assertionMethod: [id],
  };
  const { keys } = readSealKeys(Buffer.from(JSON.stringify(document)), {
    scheme: 'aamva_vcb',
    country: did.startsWith('did:key') ? 'UTO' : 'USA',
    ...none,
  });
  return publicKeyOf(keys[0]!.der);
}

describe('published vectors', () => {
  it('Aadhaar: test QR code signed by the test certificate', () => {
    const { qr, certificate } = vectors('anon-aadhaar');
    const { keys, refused } = readSealKeys(Buffer.from(certificate), { scheme: 'aadhaar', country: 'IND', ...none });
    expect([keys.length, keys[0]!.algorithm, refused]).toEqual([1, 'RSA 2048', []]);
    const [seal] = readSeals([codeOf(qr)], { ...none, keys });
    expect(seal).toMatchObject({
      scheme: 'aadhaar',
      result: 'authentic',
      issuer: 'IND',
      signedAt: '2024-04-20',
      data: { givenNames: 'Sumit', surname: 'Kumar', dateOfBirth: '1984-01-01', sex: 'M', issuingCountry: 'IND' },
      portrait: { format: 'jp2' },
      side: 0,
    });
    // The last day of the certificate is 1 March 2025.
    const before = keys.map((key) => ({ ...key, validTo: Date.parse('2024-04-19') }));
    expect(readSeals([codeOf(qr)], { ...none, keys: before })[0]).toMatchObject({
      result: 'undecided',
      reason: 'The key that signed the barcode was not valid on 2024-04-20',
    });
  });

  it('visible digital seal of a visa, brainpoolP224r1 with SHA-224', () => {
    const { visa, dets32, utts5b } = vectors('vdstools');
    const bytes = Buffer.from(visa, 'hex');
    const read = vds.read(codeOf(bytes), TODAY)!;
    const key = (base64: string) => publicKeyOf(Buffer.from(base64, 'base64'));
    expect([read.check(key(dets32)), read.check(key(utts5b))]).toEqual(['right', 'wrong']);
    // Its signer leads to the state that this test makes.
    const state = issue({ country: 'DE' });
    const spki = key(dets32).export({ format: 'der', type: 'spki' });
    const signing = { ...state.signing, spki };
    const more = { country: 'DE', authority: false, by: state, common: 'TS', signing };
    const { certificate } = issue(more);
    const signer: SealKey = {
      scheme: 'icao_vds',
      country: 'DEU',
      reference: 'DETS32',
      der: certificate,
      validFrom: null,
      validTo: null,
    };
    const trust = { ...none, keys: [signer], certificates: [state.certificate] };
    expect(readSeals([codeOf(bytes, 1)], trust)).toEqual([
      {
        scheme: 'icao_vds',
        result: 'authentic',
        reason: 'A key of DEU signed the data in the barcode',
        issuer: 'DEU',
        key: 'DETS32',
        signedAt: '2021-12-03',
        data: {
          documentType: 'visa',
          issuingCountry: 'DEU',
          nationality: 'GBR',
          surname: 'DENT',
          givenNames: 'ARTHUR PHILIP',
          documentNumber: '1234567XY',
          dateOfBirth: '1952-03-11',
          dateOfExpiry: '2020-05-25',
          sex: 'M',
        },
        portrait: null,
        side: 1,
      },
    ]);
    expect(readSeals([codeOf(bytes)], { ...trust, certificates: [] })[0]!.reason).toBe(
      'The signature of the barcode matches its contents, but the state certificate that issued C=DE, O=State, CN=TS is not loaded',
    );
  });

  it('visible digital seals of a residence permit and an emergency travel document', () => {
    const { residence_permit, emergency_travel_document } = vectors('vdstools');
    const [permit, travel] = [residence_permit, emergency_travel_document].map((hex) =>
      readSeals([codeOf(Buffer.from(hex, 'hex'))], none).map(({ result, key, data }) => [
        result,
        key,
        data.documentNumber,
      ]),
    );
    expect([permit, travel]).toEqual([[['undecided', 'UTTS5B', '652584509']], [['undecided', 'UTTS5B', '652584509']]]);
  });

  it.each(['ed25519', 'p256'])('claim 169 with %s', (kind) => {
    const vector = vectors('claim-169')[kind];
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: Buffer.from(vector.key.slice(2, 66), 'hex').toString('base64url'),
      y: Buffer.from(vector.key.slice(66), 'hex').toString('base64url'),
    };
    const file = kind === 'ed25519' ? vector.key : JSON.stringify(jwk);
    const { keys } = readSealKeys(Buffer.from(file), { scheme: 'claim_169', country: 'TGO', ...none });
    const names = vector.full_name.split(' ');
    expect(readSeals([codeOf(vector.qr)], { ...none, keys })[0]).toMatchObject({
      result: 'authentic',
      issuer: 'TGO',
      signedAt: '2023-11-14',
      data: { documentNumber: vector.id, surname: names.at(-1), givenNames: names.slice(0, -1).join(' ') },
    });
    // Its last day is 15 January 2027.
    const later = { ...none, keys, today: '2027-02-01' };
    expect(readSeals([codeOf(vector.qr)], later)[0]!.reason).toBe('The barcode expired on 2027-01-15');
  });

  it('credential on the sample licence of the W3C', () => {
    const { text, key } = vectors('vc-barcodes');
    const did = `did:key:${key}`;
    const der = keyOfMultibase(key, `${did}#${key}`).export({ format: 'der', type: 'spki' });
    const facts = { scheme: 'aamva_vcb', country: 'UTO', validFrom: null, validTo: null } as const;
    const trust = { ...none, keys: [{ ...facts, reference: `${did}#${key}`, der }] };
    const [seal] = readSeals([codeOf(text)], trust);
    expect(seal).toMatchObject({
      result: 'authentic',
      reason: 'A key of UTO signed the data in the barcode. Whether it was revoked is not checked',
      issuer: 'UTO',
    });
    // The credential protects first name, number and last name alone.
    expect(Object.values(seal!.data).filter(Boolean).sort()).toEqual(['F987654321', 'JOHN', 'SMITH', 'UTO']);
    const changed = readSeals([codeOf(text.replace('JOHN', 'JOHM'))], trust);
    expect(changed[0]).toMatchObject({ result: 'refuted', issuer: 'UTO' });
    // Nobody has signed the day of birth.
    expect(readSeals([codeOf(text.replace('DBB04191988', 'DBB04191999'))], trust)[0]!.result).toBe('authentic');
  });

  it('credential of the guide of California verifies, and its issuer for tests is refused', () => {
    const { text, key } = vectors('cadmv');
    const elements = new Map<string, string>(text.split('\n').map((line: string) => [line.slice(0, 3), line.slice(3)]));
    elements.set('DAQ', 'I8887059');
    const ids = 'DAC DAD DAG DAI DAJ DAK DAQ DAU DBA DBB DBC DCG DCS'.split(' ');
    const did = 'did:web:uat-credentials.dmv.ca.gov';
    const value = Buffer.from(
      'mGoT61vIMIkzteBFTOYUBjjXFC7VwGKdJigsADH+TrbzhJN9DSDVqtAK0OlNaypr3oEsNtbO+PRHgkiuT8rkAA==',
      'base64',
    );
    const credential = {
      issuer: did,
      protectedComponentIndex: 'u_3Bg',
      status: { baseUrl: 'https://api.uat-credentials.dmv.ca.gov/status/dlid/1/status-lists', index: 3866524935 },
      proof: { verificationMethod: `${did}#vm-vcb-1`, created: null, expires: null, value },
    };
    const signed = signedBytes(credential, ids.map((id) => `${id}${elements.get(id)}\n`).join(''));
    expect(signed.toString('hex')).toMatch(/^15806ce019af44239dabfc6b[0-9a-f]*57645c2a22b86886$/);
    const publicKey = keyOfMultibase(key, 'did:web:credentials.dmv.ca.gov#vm-vcb-1');
    const der = publicKey.export({ format: 'der', type: 'spki' });
    const facts = { scheme: 'aamva_vcb', country: 'USA', validFrom: null, validTo: null } as const;
    const keys = [{ ...facts, reference: `${did}#vm-vcb-1`, der }];
    expect(readSeals([codeOf(text)], { ...none, keys })).toMatchObject([{ result: 'undecided', key: null, data: {} }]);
    const document = { id: did, verificationMethod: [], assertionMethod: [] };
    expect(
      readSealKeys(Buffer.from(JSON.stringify(document)), { scheme: 'aamva_vcb', country: 'USA', ...none }),
    ).toEqual({
      keys: [],
      refused: ['The file must be the DID document of did:web:credentials.dmv.ca.gov'],
    });
  });
});

describe.each(sealSchemes)('a seal of %s', (scheme) => {
  const issuer = sealIssuer(scheme);
  const holder = holderOf(scheme);
  const written = sealFor(issuer, holder);

  it('is authentic under its key, with the data that it holds', () => {
    const [seal, ...more] = readSeals([codeOf(written)], trustIn([issuer], TODAY));
    expect(more).toEqual([]);
    expect(seal).toMatchObject({ scheme, result: 'authentic', issuer: issuer.key.country, key: issuer.key.reference });
    const [person] = seal!.paper?.supplied.people ?? [];
    const { surname = person?.lastNames, dateOfBirth } = seal!.data;
    expect([surname?.toUpperCase(), dateOfBirth]).toEqual(['MUSTERFRAU', person ? undefined : '1983-08-12']);
    expect(seal!.signedAt).toBe(scheme === 'at_id' || scheme === 'aamva_vcb' ? null : SIGNED_AT);
    const withPortrait = ['icao_idb', 'aadhaar', 'at_id', 'claim_169'].includes(scheme);
    expect(seal!.portrait?.format ?? null).toBe(withPortrait ? 'jp2' : null);
  });

  it("is undecided under another issuer's key, and without a key", () => {
    const other = sealIssuer(scheme);
    const foreign = { ...trustIn([other], TODAY), keys: [{ ...other.key, reference: 'another' }] };
    for (const trust of [none, foreign]) {
      const [seal] = readSeals([codeOf(written)], trust);
      expect(seal!.result).not.toBe('authentic');
    }
    expect(readSeals([codeOf(written)], none)[0]).toMatchObject({
      result: 'undecided',
      reason: 'No key that could have signed the barcode is loaded',
    });
  });

  it('is undecided if its key was not valid when it signed', () => {
    const ended = sealIssuer(scheme, ['2023-01-01', '2024-01-01']);
    const [seal] = readSeals([codeOf(sealFor(ended, holder))], trustIn([ended], TODAY));
    expect(seal).toMatchObject({ result: 'undecided', reason: expect.stringMatching(/valid/) });
  });
});

describe('a changed seal', () => {
  const written = new Map(
    sealSchemes.map((scheme) => {
      const issuer = sealIssuer(scheme);
      return [scheme, { trust: trustIn([issuer], TODAY), content: sealFor(issuer, holderOf(scheme)) }];
    }),
  );

  it('is refuted where the data were changed', () => {
    const changed: Partial<Record<SealScheme, (content: string) => string | Uint8Array>> = {
      philsys_v1: (text) => text.replace('MUSTERFRAU', 'MUSTERMANN'),
      aamva_vcb: (text) => text.replace('MUSTERFRAU', 'MUSTERMANN'),
      at_id: (text) => {
        const parts = text.split(';');
        parts[4] = Buffer.from('MUSTERMANN\nMAX').toString('base64');
        return parts.join(';');
      },
    };
    for (const [scheme, change] of Object.entries(changed)) {
      const { trust, content } = written.get(scheme as SealScheme)!;
      expect([scheme, readSeals([codeOf(change(content as string))], trust)[0]!.result]).toEqual([scheme, 'refuted']);
    }
    const { trust, content } = written.get('icao_vds')!;
    const bytes = Uint8Array.from(content as Uint8Array);
    // The last byte of the MRZ, before the signature of 64 bytes.
    bytes[bytes.length - 64 - 3]! ^= 1;
    expect(readSeals([codeOf(bytes)], trust)[0]!.result).toBe('refuted');
  });

  it('is never authentic, whatever byte was changed, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sealSchemes), fc.nat(), fc.integer({ min: 1, max: 255 }), (scheme, at, mask) => {
        const { trust, content } = written.get(scheme)!;
        const bytes = Buffer.from(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
        const isText = typeof content === 'string';
        const place = at % bytes.length;
        bytes[place]! ^= isText ? mask & 0x0f || 1 : mask;
        const [seal] = readSeals([codeOf(isText ? bytes.toString('latin1') : bytes)], trust);
        if (seal?.result !== 'authentic') return;
        // Only what nobody has signed may change: elements that a credential leaves out, and spaces around contents.
        const before = readSeals([codeOf(content)], trust)[0]!;
        expect(seal.data).toEqual(before.data);
        expect(seal.portrait).toEqual(before.portrait);
      }),
      { numRuns: 400 },
    );
  });
});

describe('any bytes', () => {
  const schemes = sealSchemes.filter((scheme) => scheme !== 'aadhaar').map((scheme) => sealIssuer(scheme));
  const trust = trustIn(schemes, TODAY);
  const head = fc.constantFrom(
    '',
    'RDB1B',
    'RDB1D',
    'PH1:',
    '{"subject":',
    '\xdc\x03',
    '\xdc\x02',
    '@\n\x1e\rANSI 636014100102DL00410278ZC',
    ';;;;;',
  );

  it('give nothing or an undecided seal', () => {
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 300 }), (start, tail) => {
        const bytes = Buffer.concat([Buffer.from(start, 'latin1'), tail]);
        for (const code of [codeOf(bytes), codeOf(bytes.toString('utf8'))]) {
          for (const seal of readSeals([code], trust)) expect(seal.result).toBe('undecided');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('in capitals and digits are not taken for a seal', () => {
    expect(sealOf(codeOf(`HTTPS://EXAMPLE.COM/${'A1'.repeat(40)}`), TODAY)).toBeNull();
    expect(sealOf(codeOf('1234567890'), TODAY)).toBeNull();
    expect(sealOf(codeOf('https://example.com/;a;b;c;d;e'), TODAY)).toBeNull();
  });

  it('that unpack to more than 64 KB are refused', () => {
    const bomb = Buffer.alloc(64 * 1024 * 1024);
    const digits = BigInt(`0x${gzipSync(bomb).toString('hex')}`)
      .toString()
      .slice(0, 7000);
    const small = gzipSync(bomb.subarray(0, 500_000)).toString('hex');
    for (const text of [BigInt(`0x${small}`).toString(), digits]) {
      expect(readSeals([codeOf(text)], trust).every(({ result }) => result === 'undecided')).toBe(true);
    }
    expect(readSeals([codeOf(base45Of(deflateSync(bomb.subarray(0, 500_000))))], trust)).toEqual([]);
    expect(readSeals([codeOf(`PH1:${base45Of(deflateSync(bomb.subarray(0, 500_000)))}`)], trust)).toMatchObject([
      { result: 'undecided' },
    ]);
    expect(readSeals([codeOf('9'.repeat(70_000))], trust)).toEqual([]);
  });

  it('nested deeper than eight levels are refused', () => {
    const nested = Buffer.concat([Buffer.alloc(60_000, 0x81), Buffer.from([0])]);
    expect(readSeals([codeOf(base45Of(nested).slice(0, 60_000))], trust)).toEqual([]);
  });
});

describe('a licence of California', () => {
  const issuer = sealIssuer('aamva_vcb');
  const elements = elementsOf(ERIKA);

  it('gives no data that its credential does not protect', () => {
    const [seal] = readSeals([codeOf(californian(issuer, elements))], trustIn([issuer], TODAY));
    expect(seal!.data).toEqual({
      documentType: null,
      issuingCountry: 'USA',
      surname: 'MUSTERFRAU',
      givenNames: 'ERIKA',
      sex: 'F',
      documentNumber: 'L01X00T47',
      dateOfBirth: '1983-08-12',
      dateOfExpiry: '2030-08-12',
    });
  });

  it('without a credential has no seal', () => {
    expect(readSeals([codeOf(californian(issuer, elements, { without: true }))], trustIn([issuer], TODAY))).toEqual([]);
  });
});

describe('a file of keys', () => {
  const read = (file: string | Uint8Array, scheme: SealScheme, country: string) =>
    readSealKeys(typeof file === 'string' ? Buffer.from(file) : file, { scheme, country, ...none });

  it('is taken in the form in which issuers publish keys', () => {
    const at = sealIssuer('at_id');
    const pem = createPublicKey({ key: Buffer.from(at.key.der), format: 'der', type: 'spki' }).export({
      format: 'pem',
      type: 'spki',
    });
    const list = [{ certificate_id: 'A16ATS004008', public_key: pem, valid_until: '2031-08-15T11:10:40Z' }];
    const { keys } = read(JSON.stringify(list), 'at_id', 'AUT');
    expect(keys.map(({ reference, validTo }) => [reference, validTo])).toEqual([
      ['A16ATS004008', Date.parse('2031-08-15T11:10:40Z')],
    ]);
    const raw = 'vD3czlgHEpf2sxGcri6iTm4zeEEA+jfd9tTq9S8zxe8=';
    expect(read(raw, 'philsys_v1', 'PHL').keys.map(({ algorithm }) => algorithm)).toEqual(['Ed25519']);
    expect(read('MCowBQYDK2VwAyEAF8LPSpgm1XFXR8pZtuT3c80Jxjmub3Q-17gV3sCftU', 'claim_169', 'PHL').keys.length).toBe(0);
  });

  it('is refused with the reason', () => {
    const at = sealIssuer('at_id').key;
    const signer = sealIssuer('icao_vds');
    expect(read(at.der, 'at_id', 'DEU').refused).toEqual(['Keys of at_id belong to AUT']);
    expect(read(at.der, 'philsys_v1', 'PHL').refused[0]).toMatch(/keys do not sign philsys_v1$/);
    expect(read(at.der, 'icao_vds', 'DEU').refused[0]).toMatch(/a signer of a state must be a certificate$/);
    expect(read(signer.key.der, 'icao_vds', 'DEU').refused[0]).toMatch(/is not loaded$/);
    const trusted = { ...none, certificates: signer.certificates };
    const { keys } = readSealKeys(signer.key.der, { scheme: 'icao_vds', country: 'DEU', ...trusted });
    expect(keys.map(({ reference }) => reference)).toEqual([signer.key.reference]);
    expect(readSealKeys(signer.key.der, { scheme: 'icao_vds', country: 'FRA', ...trusted }).refused[0]).toMatch(
      /the signer does not belong to the issuing state FRA$/,
    );
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sealSchemes),
        fc.uint8Array({ maxLength: 200 }),
        fc.json(),
        (scheme, bytes, json) => {
          for (const file of [bytes, Buffer.from(json)]) expect(read(file, scheme, 'IND').keys).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
