import type { AddressProofAnalysis, Finding, SealedPaper, SealedParty } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { assessAddressProof } from './proof-of-address.ts';
import { type PaperSeal, paperTrust, withSignature } from './proof-of-address-seal.ts';

type Readable = Extract<AddressProofAnalysis, { readable: true }>;

const jeanne = { firstNames: 'JEANNE', lastNames: 'MARTIN', isCut: false };
const METZ = '7 PLACE DES SPECIMENS, 57000 METZ, FR';
const TEMPLE = '1 RUE DU TEMPLE, 75003 PARIS';
const party = (people: SealedParty['people'], address: string | null = METZ, addressIsWhole = true): SealedParty => ({
  people,
  address,
  addressIsWhole,
});
const NOBODY = party([], null);
const PAPER: SealedPaper = {
  kind: 'bill',
  issueDate: '2025-12-20',
  supplied: party([jeanne]),
  recipient: NOBODY,
  namesEverybody: true,
};
const seal = (paper: Partial<SealedPaper> = {}, result: PaperSeal['result'] = 'authentic'): PaperSeal => ({
  result,
  reason: 'A key of FRA signed the data in the barcode',
  signedAt: '2025-12-21',
  paper: { ...PAPER, ...paper },
});
const erika = { firstNames: 'ERIKA', lastNames: 'NOVAK', isCut: false };

const applicant = {
  first_name: 'Jeanne',
  last_name: 'Martin',
  id_numbers: [],
  address: { building_number: '7', street: 'place des Spécimens', town: 'Metz', postcode: '57000' },
};

const screenshot: Finding = { name: 'screenshot', measure: 1, threshold: 1, result: 'fail', reason: 'A screenshot' };
const edited: Finding = { ...screenshot, name: 'text_laid_over', reason: 'Text lies over other text' };

const holder = (firstNames: string, lastNames: string, isSure = true) => ({
  firstNames,
  lastNames,
  name: `${firstNames} ${lastNames}`,
  isSure,
});

/** Leaves and properties of a bill with this print and this seal, in one word each. */
function judged(
  signed: PaperSeal,
  { proof = {}, source = [] }: { proof?: Partial<Readable['proof']>; source?: readonly Finding[] } = {},
  given = applicant,
) {
  const analysis: Readable = {
    readable: true,
    quality: [],
    source,
    seals: [],
    age: null,
    proof: {
      kind: 'electricity_bill',
      issuer: 'Lumière du Nord SA',
      issueDate: '2025-12-20',
      address: '7 place des Spécimens, 57000 Metz',
      addressIsSure: true,
      addressCountry: 'FRA',
      otherAddresses: [],
      periodStart: null,
      periodEnd: null,
      holders: [holder('Jeanne', 'Martin')],
      findings: [{ name: 'supported_document', measure: 9, threshold: 6, result: 'pass', reason: 'A bill' }],
      ...proof,
    },
  };
  const beside = { today: '2026-01-15', country: 'FRA', applicant: given };
  const { leaves, properties } = assessAddressProof(withSignature(analysis, signed, beside), 'utility_bill', given);
  const shown = Object.entries(leaves).map(([path, { result, doubt }]) => [
    path.split('.')[1],
    doubt ? 'doubt' : result,
  ]);
  return { own: Object.fromEntries(shown), properties, integrity: leaves['image_integrity.source_integrity']?.reason };
}

const allClear = {
  address: 'clear',
  first_name: 'clear',
  last_name: 'clear',
  supported_document: 'clear',
  valid_document_date: 'clear',
  image_quality: 'clear',
  source_integrity: 'clear',
};

describe('a paper that its issuer signed', () => {
  test('needs no sure reading: names, address, date and kind are the signed ones', () => {
    const unread = {
      kind: null,
      issueDate: null,
      address: null,
      addressIsSure: false,
      holders: [],
      findings: [
        { name: 'supported_document', measure: 1, threshold: 6, result: 'fail' as const, reason: 'No kind was found' },
      ],
    };
    const { own, properties, integrity } = judged(seal(), { proof: unread, source: [screenshot] });
    expect(own).toEqual(allClear);
    expect(properties).toEqual({
      address: '7 PLACE DES SPECIMENS, 57000 METZ, FR',
      document_type: 'utility_bill',
      first_names: 'JEANNE',
      last_names: 'MARTIN',
      issuer: 'Lumière du Nord SA',
      issue_date: '2025-12-20',
    });
    expect(integrity).toBe('The file shows no trace of editing. A key of FRA signed the data in the barcode');
  });

  test('is too old by the signed date, whatever date is printed', () => {
    expect(judged(seal({ issueDate: '2025-01-10' })).own).toEqual({ ...allClear, valid_document_date: 'consider' });
    // Without a day of issue, the printed one must be near the day of signing.
    expect(judged(seal({ issueDate: null })).own).toEqual(allClear);
    const old = { ...seal({ issueDate: null }), signedAt: '2019-05-02' };
    expect(judged(old).own).toEqual({ ...allClear, valid_document_date: 'doubt' });
  });

  test('of another person is consider, and a printed name of the applicant was exchanged', () => {
    const other = { supplied: party([erika]) };
    const { own, integrity } = judged(seal(other));
    expect(own).toEqual({ ...allClear, first_name: 'consider', last_name: 'consider', source_integrity: 'consider' });
    expect(integrity).toBe(
      'The printed name (Jeanne Martin) differs from the name that the issuer signed in the barcode (ERIKA NOVAK)',
    );
    // Another person's bill that nobody changed accuses nobody of editing.
    const print = { proof: { holders: [holder('Erika', 'Novak')] } };
    expect(judged(seal(other), print).own).toEqual({ ...allClear, first_name: 'consider', last_name: 'consider' });
    // A print that may be misread accuses nobody of editing either.
    const unsure = { proof: { holders: [holder('Jeanne', 'Martin', false)] } };
    expect(judged(seal(other), unsure).own.source_integrity).toBe('clear');
  });

  test('accuses no payer whom the code leaves out', () => {
    const paidByParent = { proof: { address: '3 rue Haute, 67000 Strasbourg' } };
    const home = {
      ...applicant,
      address: { building_number: '3', street: 'rue Haute', town: 'Strasbourg', postcode: '67000' },
    };
    expect(judged(seal({ supplied: party([erika]) }), paidByParent, home).own).toEqual({
      ...allClear,
      address: 'doubt',
      first_name: 'doubt',
      last_name: 'doubt',
    });
  });

  test('is compared by the names that were signed, not by longer printed ones', () => {
    const longer = { proof: { holders: [holder('Jeanne-Erika', 'Martin-Novak', false)] } };
    const given = { ...applicant, first_name: 'Erika', last_name: 'Novak' };
    expect(judged(seal(), longer, given).own).toMatchObject({ first_name: 'consider', last_name: 'consider' });
    const accents = { proof: { holders: [holder('Hélène', 'Martin')] } };
    const helene = seal({ supplied: party([{ ...jeanne, firstNames: 'HELENE' }]) });
    expect(judged(helene, accents, { ...applicant, first_name: 'Hélène' }).properties).toMatchObject({
      first_names: 'Hélène',
      last_names: 'Martin',
    });
  });

  test('that names not all holders, or has no room for a name, goes to a reviewer where the names differ', () => {
    const doubts = { ...allClear, first_name: 'doubt', last_name: 'doubt' };
    expect(judged(seal({ supplied: party([erika]), namesEverybody: false })).own).toEqual(doubts);
    expect(judged(seal({ supplied: party([{ ...erika, isCut: true }]) })).own).toMatchObject({
      first_name: 'doubt',
      last_name: 'doubt',
    });
  });

  test('joins a person with the address of the same party alone', () => {
    const family = { supplied: party([erika]), recipient: party([jeanne], TEMPLE) };
    expect(judged(seal(family)).own).toEqual({ ...allClear, address: 'doubt' });
    // An address without people goes with everybody.
    expect(judged(seal({ supplied: party([]), recipient: party([jeanne], null) })).own).toEqual(allClear);
    expect(judged(seal({ supplied: party([jeanne], TEMPLE), recipient: party([]) })).own).toEqual(allClear);
  });

  test('has a printed address beside the signed one, which goes to a reviewer', () => {
    const elsewhere = { supplied: party([jeanne], TEMPLE) };
    expect(judged(seal(elsewhere)).own).toEqual({ ...allClear, address: 'doubt' });
    const printed = { proof: { address: '1 rue du Temple, 75003 Paris' } };
    expect(judged(seal(elsewhere), printed).own.address).toBe('consider');
    expect(judged(seal({ supplied: party([jeanne], TEMPLE, false) }), printed).own.address).toBe('doubt');
  });

  test('that names nobody, or no address, leaves a photo of a screen to a reviewer', () => {
    for (const supplied of [party([]), party([jeanne], null)]) {
      expect(judged(seal({ supplied }), { source: [screenshot] }).own).toEqual({
        ...allClear,
        source_integrity: 'doubt',
      });
    }
  });

  test('that was worked on stays consider', () => {
    expect(judged(seal(), { source: [edited] }).own).toEqual({ ...allClear, source_integrity: 'consider' });
  });
});

test('a signature that does not match is a trace of editing, and one that no key decides changes nothing', () => {
  expect(judged(seal({}, 'refuted')).own).toMatchObject({ source_integrity: 'consider' });
  expect(judged(seal({ supplied: party([erika]) }, 'undecided'), { source: [screenshot] }).own).toMatchObject({
    first_name: 'clear',
    source_integrity: 'doubt',
  });
});

test('no code is searched on papers of other countries, or without a loaded key', async () => {
  const asked: unknown[] = [];
  const trust = { keys: [] as never[], certificates: [], revocationLists: [] };
  const sealTrust = async (seals: unknown) => {
    asked.push(seals);
    return trust;
  };
  expect(await paperTrust('GBR', { sealTrust })).toBeNull();
  expect(asked).toEqual([]);
  expect(await paperTrust('FRA', { sealTrust })).toBeNull();
  expect(asked).toEqual([[{ scheme: 'fr_2ddoc', issuer: 'FRA' }]]);
});
