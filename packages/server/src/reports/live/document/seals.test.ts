import { readSeals, type SealScheme } from '@bonafide/verification';
import { describe, expect, it } from 'vitest';
import {
  californian,
  codeOf,
  elementsOf,
  type SealHolder,
  type SealIssuer,
  sealFor,
  sealIssuer,
  trustIn,
} from '../../../../../verification/src/seal/testing.ts';
import { dataConsistency } from './data-consistency.ts';
import { dataValidation } from './data-validation.ts';
import { unreadSymbol } from './evidence/symbol.ts';
import type { SealRead } from './issuer-data.ts';
import { readDocumentSeals, sealsOfDocument, withSeals } from './seals.ts';
import { card, licence, readingOf, type Shown, stateOf, td3, zoneOf } from './testing.ts';

/** The holder of the licence of the other tests. */
const JANE: SealHolder = {
  surname: 'SAMPLE',
  givenNames: 'JANE',
  number: 'D1234562',
  birth: '1980-06-01',
  sex: 'F',
  lines: [],
};
const FIELDS = { ...elementsOf(JANE), DAD: 'ANN', DBA: '06012028' };
const issuer = sealIssuer('aamva_vcb');

const verified = (text: string | Uint8Array, by: readonly SealIssuer[] = [issuer]): SealRead[] =>
  readSeals([codeOf(text, 1)], trustIn(by)).map((seal) => ({ ...seal, portrait: null }));

/** Leaves of a document with these seals, in one word each. */
function leavesOf(shown: Shown, seals: readonly SealRead[]) {
  const reading = readingOf(shown);
  const withThem = { ...reading, seals: sealsOfDocument(reading, seals) };
  const leaves = withSeals({ ...dataValidation(withThem), ...dataConsistency(withThem) }, withThem);
  const state = (leaf: string) => stateOf(leaves[leaf]);
  return {
    barcode: state('data_validation.barcode'),
    number: state('data_consistency.document_numbers'),
    birth: state('data_consistency.date_of_birth'),
    name: state('data_consistency.last_name'),
    several: state('data_consistency.multiple_data_sources_present'),
    reason: leaves['data_validation.barcode']?.reason,
  };
}

/** A card of California that was issued after the day on which its credential became due. */
const newLicence: Shown = { ...licence, card: { ...card, issuing_date: '2025-10-01' } };

const born = (year: number) => `${year}-06-01`;
const TIMES = 20;
const times = Array.from({ length: TIMES }, (_, i) => i);

describe('a signed licence of California', () => {
  it('is clear where the signature holds, and says so', () => {
    expect(leavesOf(newLicence, verified(californian(issuer, FIELDS)))).toMatchObject({
      barcode: 'clear',
      number: 'clear',
      several: 'clear',
      reason:
        'The barcode follows the AAMVA standard. A key of USA signed the data in the barcode. Whether it was revoked is not checked',
    });
  });

  it('is accused where the signature is wrong, 20 times', () => {
    for (const i of times) {
      const text = californian(issuer, { ...FIELDS, DAQ: `D12345${i + 70}` }, { signed: FIELDS });
      expect(leavesOf(newLicence, verified(text)).barcode).toBe('consider');
    }
  });

  it('is accused where the seal of another card was pasted, or print and elements were changed, 20 times', () => {
    for (const i of times) {
      const other = { ...FIELDS, DAQ: `X99${i}0000`, DCS: 'OTHER', DBB: `0812${1950 + i}` };
      const { number, birth, name } = leavesOf(newLicence, verified(californian(issuer, other)));
      expect([number, birth, name]).toEqual(['consider', 'consider', 'consider']);
      const printed = {
        ...newLicence.printed,
        dateOfBirth: { ...newLicence.printed!.dateOfBirth!, value: born(1990 - i) },
      };
      const changed = { ...newLicence, card: { ...newLicence.card!, date_of_birth: born(1950 + i) }, printed };
      expect(leavesOf(changed, verified(californian(issuer, FIELDS))).birth).toBe('consider');
    }
  });

  it("is neither confirmed nor accused by another issuer's key or by a key that has ended, in 20 tries", () => {
    const ended = sealIssuer('aamva_vcb', ['2020-01-01', '2021-01-01']);
    for (const _ of times) {
      const foreign = { ...sealIssuer('aamva_vcb') };
      const unknown = { ...issuer, key: { ...issuer.key, reference: 'did:web:credentials.dmv.ca.gov#vm-vcb-2' } };
      for (const seals of [
        verified(californian(foreign, FIELDS), [unknown]),
        verified(californian(ended, FIELDS), [ended]),
      ]) {
        expect(seals.map(({ result }) => result)).toEqual(['undecided']);
        expect(leavesOf(newLicence, seals).reason).toBe('The barcode follows the AAMVA standard');
      }
    }
  });

  it('is accused without the credential that is due, 20 times, and never before it was due', () => {
    for (const i of times) {
      const day = `2025-${10 + (i % 3)}-${10 + i}`;
      expect(leavesOf({ ...licence, card: { ...card, issuing_date: day } }, []).barcode).toBe('consider');
      expect(leavesOf({ ...licence, card: { ...card, issuing_date: '2025-09-28' } }, []).barcode).toBe('clear');
      expect(leavesOf({ ...newLicence, iin: '636000' }, []).barcode).toBe('clear');
    }
  });

  it('needs a reviewer where the credential is damaged', () => {
    const text = californian(issuer, FIELDS).replace('ZCE2c', 'ZCE3c');
    expect(leavesOf(newLicence, verified(text)).barcode).toBe('doubt');
  });
});

describe('a seal beside a document', () => {
  const of = (scheme: SealScheme, holder: SealHolder) => {
    const by = sealIssuer(scheme);
    return readSeals([codeOf(sealFor(by, holder))], trustIn([by])).map((seal) => ({ ...seal, portrait: null }));
  };

  it('of another issuer or another kind of document says nothing', () => {
    const [seal] = sealsOfDocument(readingOf(newLicence), of('philsys_v1', JANE));
    expect(seal).toMatchObject({
      result: 'undecided',
      reason: 'The signed barcode belongs to another kind of document or another issuer',
    });
    const permit = ['ARD<<OTHER<<PERSON<<<<<<<<<<<<<<<<<<', 'L01X00T478UTO8308126F3108011<<<<<<<4'];
    const visa = of('icao_vds', { ...JANE, lines: permit });
    const passport: Shown = {
      zone: zoneOf(td3({ state: 'D<<', nationality: 'D' })),
    };
    expect(sealsOfDocument(readingOf(passport), visa)[0]!.result).toBe('undecided');
  });

  it('with names in one part agrees with print in two', () => {
    const india: Shown = {
      zone: null,
      words: ['national_identity_card', 'IND'],
      printed: {
        ...licence.printed,
        surname: { ...licence.printed!.surname!, value: 'Jane' },
        givenNames: { ...licence.printed!.givenNames!, value: 'Sample' },
      },
    };
    const leaves = leavesOf(india, of('aadhaar', JANE));
    expect([leaves.barcode, leaves.name, leaves.birth]).not.toContain('consider');
    const stranger = leavesOf(india, of('aadhaar', { ...JANE, surname: 'Kumar', givenNames: 'Sumit' }));
    expect(stranger.name).toBe('consider');
  });
});

describe('the portrait in a seal', () => {
  it('of another person than the printed one accuses', () => {
    const face = (sign: number) => Float32Array.from({ length: 128 }, (_, i) => (i % 2 ? sign : -sign) * 0.09);
    const [seal] = verified(californian(issuer, FIELDS));
    const reading = readingOf({ ...newLicence, portrait: { width: 200, embedding: face(1) } });
    const leaf = (embedding: Float32Array, width = 40) => {
      const seals = [{ ...seal!, portrait: { embedding, width } }];
      return stateOf(withSeals({}, { ...reading, seals })['visual_authenticity.picture_face_integrity']);
    };
    expect([leaf(face(1)), leaf(face(-1))]).toEqual(['absent', 'consider']);
    // Few pixels make two portraits of one person look different.
    expect(leaf(face(-1), 30)).toBe('absent');
  });
});

describe('a code that was seen and not read', () => {
  const unread: Shown = { zone: null, card: null, barcodeUnread: true };
  const identityCard = (country: string): Shown => ({ ...unread, words: ['national_identity_card', country] });

  it('is worth a close-up where the issuer may have signed it, and has a place on the document', () => {
    expect(unreadSymbol(readingOf(identityCard('AUT')))).toBe('square_on_back');
    expect(unreadSymbol(readingOf(identityCard('IND')))).toBe('square');
    expect(unreadSymbol(readingOf({ ...identityCard('AUT'), barcodeUnread: false }))).toBeNull();
    // The barcodes of other states of the USA bear no signature.
    expect(unreadSymbol(readingOf({ ...unread, words: ['driving_licence', 'USA'] }))).toBeNull();
    const other = { ...readingOf(identityCard('IND')), seals: verified(californian(issuer, FIELDS)) };
    expect(unreadSymbol(other)).toBeNull();
  });

  it('counts from a close-up as standing on the side where it was seen', async () => {
    const { analysis } = readingOf({ ...licence, back: { hash: 'ffff0000ffff0000' } });
    const { text, bytes } = codeOf(californian(issuer, FIELDS));
    const codes: unknown[] = [];
    const analyser = { run: async (_: string, given: { codes: { side: number }[] }) => codes.push(...given.codes) };
    const tools = { analyser, today: '2026-03-01', sealTrust: async () => ({ ...trustIn([issuer]) }) };
    const closeUp = { scheme: 'aamva_vcb', issuer: 'USA', text, bytes } as const;
    const sides = analysis.sides.map((side, i) => ({ ...side, barcodeUnread: i === 1, seals: [] }));
    await readDocumentSeals({ sides } as unknown as typeof analysis, [closeUp], tools as never);
    await readDocumentSeals({ sides: [{ ...sides[0] }] } as unknown as typeof analysis, [closeUp], tools as never);
    expect(codes).toEqual([
      { text, bytes, side: 1 },
      { text, bytes, side: 0 },
    ]);
  });
});
