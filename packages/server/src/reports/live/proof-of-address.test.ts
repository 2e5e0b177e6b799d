import type { AddressProofAnalysis, Finding } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { assessAddressProof } from './proof-of-address.ts';

type Readable = Extract<AddressProofAnalysis, { readable: true }>;

const finding = (name: string, result: Finding['result'], measure = 1): Finding => ({
  name,
  result,
  measure,
  threshold: 6,
  reason: `${name} was measured`,
});

interface Says {
  holders?: readonly { firstNames: string; lastNames: string; isSure?: boolean }[];
  proof?: Partial<Readable['proof']>;
  quality?: readonly Finding[];
  source?: readonly Finding[];
}

const jane = { firstNames: 'Jane', lastNames: 'Doe' };
const applicant = {
  first_name: 'Jane',
  last_name: 'Doe',
  id_numbers: [],
  address: { building_number: '1', street: 'Sample Street', town: 'London', postcode: 'SW4 6EH' },
};

/** Results of every leaf for a bill with this content. */
function judged(
  { holders = [jane], proof, quality = [], source = [] }: Says = {},
  { given = applicant, type = 'utility_bill' } = {},
) {
  const analysis: AddressProofAnalysis = {
    readable: true,
    quality,
    source,
    seals: [],
    age: finding('document_date', 'pass'),
    proof: {
      kind: 'electricity_bill',
      issuer: 'Northern Lights',
      issueDate: '2025-12-20',
      address: '1 Sample Street, London, SW4 6EH',
      addressIsSure: true,
      addressCountry: 'GBR',
      otherAddresses: [],
      periodStart: null,
      periodEnd: null,
      holders: holders.map((holder) => ({
        isSure: true,
        ...holder,
        name: `${holder.firstNames} ${holder.lastNames}`.trim(),
      })),
      findings: [finding('supported_document', 'pass', 9)],
      ...proof,
    },
  };
  const { leaves, properties } = assessAddressProof(analysis, type, given);
  const shown = Object.entries(leaves).map(([path, { result, doubt }]) => [
    path.split('.')[1],
    doubt ? 'doubt' : result,
  ]);
  return { leaves: Object.fromEntries(shown), properties };
}

const names = (holders: Says['holders'], given: Partial<typeof applicant> = {}) => {
  const { first_name, last_name } = judged(
    { ...(holders && { holders }) },
    { given: { ...applicant, ...given } },
  ).leaves;
  return [first_name, last_name];
};

describe('a proof of address', () => {
  test('of the applicant is clear', () => {
    expect(judged().leaves).toEqual({
      address: 'clear',
      first_name: 'clear',
      last_name: 'clear',
      supported_document: 'clear',
      valid_document_date: 'clear',
      image_quality: 'clear',
      source_integrity: 'clear',
    });
  });

  test.each<[string, Says['holders'], Partial<typeof applicant>, string[]]>([
    ['another person', [{ firstNames: 'Erika', lastNames: 'Other' }], {}, ['consider', 'consider']],
    [
      'first name of one holder and last name of the other',
      [
        { firstNames: 'Jane', lastNames: 'Other' },
        { firstNames: 'John', lastNames: 'Doe' },
      ],
      {},
      ['clear', 'consider'],
    ],
    ['the second of two', [{ firstNames: 'John', lastNames: 'Doe' }, jane], {}, ['clear', 'clear']],
    ['an initial', [{ firstNames: 'J', lastNames: 'Doe' }], {}, ['doubt', 'clear']],
    ['another initial', [{ firstNames: 'E', lastNames: 'Doe' }], {}, ['consider', 'clear']],
    ['a title and a last name', [{ firstNames: '', lastNames: 'Doe' }], {}, ['doubt', 'clear']],
    ['no name', [], {}, ['doubt', 'doubt']],
    ['an applicant in Arabic', [jane], { first_name: 'جين' }, ['doubt', 'clear']],
    ['an applicant of one name', [jane], { first_name: '-' }, [null as never, 'clear']],
  ])('names: %s', (_, holders, given, expected) => {
    expect(names(holders, given)).toEqual(expected);
  });

  test.each<[string, string]>([
    ['1 Sample Street, London, SW4 6EH', 'clear'],
    ['1 Sample Street, London, 5W4 6EH', 'doubt'],
    ['1 Sample Street, London, SW5 6EH', 'consider'],
    ['2 Sample Street, London, SW4 6EH', 'consider'],
  ])('address: %s', (address, expected) => {
    expect(judged({ proof: { address } }).leaves.address).toBe(expected);
  });

  test('a reading that may be incomplete or misread is returned only where it matches the applicant, and accuses nobody', () => {
    const unsure = { firstNames: 'Joan', lastNames: 'Poe', isSure: false };
    const other = judged({
      holders: [unsure],
      proof: { address: '3 Sample Street, London, SW5 6EH', addressIsSure: false },
    });
    expect(other.leaves).toMatchObject({ first_name: 'doubt', last_name: 'doubt', address: 'doubt' });
    expect(other.properties).toEqual({
      document_type: 'electricity_bill',
      issuer: 'Northern Lights',
      issue_date: '2025-12-20',
    });
    const same = judged({ holders: [{ ...jane, isSure: false }], proof: { addressIsSure: false } });
    expect(same.leaves).toMatchObject({ first_name: 'clear', last_name: 'clear', address: 'clear' });
    expect(same.properties).toMatchObject({
      first_names: 'Jane',
      last_names: 'Doe',
      address: '1 Sample Street, London, SW4 6EH',
    });
  });

  test('that shows the address of the applicant elsewhere goes to a reviewer', () => {
    const proof = { address: '2 Other Road, London, SW5 6EH', otherAddresses: ['1 Sample Street, London, SW4 6EH'] };
    expect(judged({ proof }).leaves.address).toBe('doubt');
  });

  test('in other letters than Latin, which are misread more often, never rejects by itself', () => {
    const proof = { address: 'Ερμού 18, 106 71 Αθήνα' };
    const { address, first_name, last_name } = judged({
      proof,
      holders: [{ firstNames: 'Γεώργιος', lastNames: 'Ξενάκης' }],
    }).leaves;
    expect([address, first_name, last_name]).toEqual(['doubt', 'doubt', 'doubt']);
  });

  test('names the holder who is most like the applicant', () => {
    expect(judged({ holders: [{ firstNames: 'John', lastNames: 'Doe' }, jane] }).properties).toMatchObject({
      first_names: 'Jane',
      last_names: 'Doe',
    });
  });

  test('of another kind is refused, and no reviewer is asked for its origin', () => {
    const refused: Says = {
      proof: { kind: null, findings: [finding('supported_document', 'fail', 9)] },
      source: [finding('screenshot', 'fail')],
    };
    expect(judged(refused)).toEqual({
      leaves: {
        address: null,
        first_name: null,
        last_name: null,
        supported_document: 'unidentified',
        valid_document_date: null,
        image_quality: 'clear',
        source_integrity: null,
      },
      properties: {},
    });
    expect(judged({ source: [finding('screenshot', 'fail')] }).leaves.source_integrity).toBe('doubt');
    expect(judged({ ...refused, source: [finding('text_laid_over', 'fail')] }).leaves.source_integrity).toBe(
      'consider',
    );
  });
});
