import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentTree } from '../../../document.ts';
import type { LeafFindings } from '../../../outcome.ts';
import { clear, consider, doubtful, doubtsOf, settle, unassessed, verdictOf } from '../../assessment.ts';
import {
  cardPrint,
  identityCardLines,
  label,
  licence,
  order,
  passportLines,
  passportPrint,
  readingOf,
  type Shown,
  stateOf,
  td3,
  zoneOf,
} from '../testing.ts';
import type { Evidence, Required } from './evidence.ts';
import type { Grade } from './forgery.ts';
import { gather } from './gather.ts';
import { requireEvidence } from './require.ts';
import { EVIDENCE, type EvidenceSource, SOURCES_OF_EVIDENCE } from './table.ts';

const NUMBER = 'data_consistency.document_numbers';
const BIRTH = 'data_consistency.date_of_birth';
const EXPIRY = 'data_consistency.date_of_expiry';
const LAST = 'data_consistency.last_name';
const FIRST = 'data_consistency.first_name';
const PORTRAIT = 'visual_authenticity.picture_face_integrity';
const TAMPERING = 'visual_authenticity.digital_tampering';
const ORIGINAL = 'visual_authenticity.original_document_present';
const COMPLETE = 'image_integrity.conclusive_document_quality';

/** Sources that confirm each forgery of a leaf as absent. */
function sourcesOf(shown: Shown, leaf: string): Record<string, string[]> {
  const rows = gather(readingOf(shown)).found.filter((row) => row.leaf === leaf);
  return Object.fromEntries(rows.map((row) => [row.forgery, row.confirmed_by.map(({ source }) => source)]));
}

const print = (fields: object, lines: readonly string[] = []): Shown => ({
  printed: { ...passportPrint, ...fields },
  print: lines,
});
const unlabelled = (...lines: string[]): Shown => ({ printed: {}, print: lines });

describe.each<[leaf: string, cases: [shows: string, shown: Shown, confirmed: boolean][]]>([
  [
    NUMBER,
    [
      ['the number in zone and print', {}, true],
      ['the number in print with blanks', unlabelled('No. E 0000 7730'), true],
      ['a number with one digit changed', print({ documentNumber: label('E00007780') }, ['E00007780']), false],
      ['O for 0, which reading mixes up', print({ documentNumber: label('EO0007730') }), false],
      ['a longer number', unlabelled('E000077301'), false],
      ['the zone alone', unlabelled(), false],
      ['a line of the zone that was read as print', unlabelled(passportLines[1]!.replaceAll('<', 'K')), false],
      ['a piece of it', unlabelled('E000077303USA650205'), false],
      [
        'a changed number at its label, the other elsewhere',
        print({ documentNumber: label('E00007780') }, ['E00007730']),
        false,
      ],
      ['print alone', { zone: null }, false],
      ['barcode and print', licence, true],
      [
        'a barcode beside changed print',
        { ...licence, printed: { ...cardPrint, documentNumber: label('D1234567') }, print: ['D1234567'] },
        false,
      ],
    ],
  ],
  [
    BIRTH,
    [
      ['the day in zone and print', { print: ['05 FEB 1965'] }, true],
      ['the day with blanks between its numbers', { ...unlabelled('1965 02 05') }, true],
      ['another year', print({ dateOfBirth: label('1985-02-05') }, ['05 FEB 1985']), false],
      ['the right day elsewhere', print({ dateOfBirth: label('1985-02-05') }, ['05 FEB 1965']), false],
      ['day and month exchanged', { ...unlabelled('05/02/1965'), words: ['passport', 'USA'] }, false],
    ],
  ],
  [
    EXPIRY,
    [
      ['the day in zone and print', unlabelled('14 OCT 2030'), true],
      [
        'the day of the zone, and a later one',
        { printed: { dateOfExpiry: order('2031-05-07') }, print: ['14 OCT 2030', '07 MAY 2031'] },
        false,
      ],
    ],
  ],
  [
    LAST,
    [
      ['the name in zone and print', unlabelled('TRAVELER'), true],
      ['the name with its accents', { zone: zoneOf(td3({ names: 'MUELLER<<HAPPY' })), ...unlabelled('MÜLLER') }, true],
      ['the name in Cyrillic', { zone: zoneOf(td3({ names: 'ZHUKOV<<HAPPY' })), ...unlabelled('ЖУКОВ') }, true],
      ['0 for O within the name', { zone: zoneOf(td3({ names: 'TAYLOR<<HAPPY' })), ...unlabelled('TAYL0R') }, true],
      ['one letter changed', print({ surname: label('TRAVELED') }, ['TRAVELED']), false],
      ['a letter more', unlabelled('TRAVELERS'), false],
      ['names in one word', { zone: zoneOf(td3({ names: 'VAN<DER<BERG<<HAPPY' })), ...unlabelled('VANDERBERG') }, true],
    ],
  ],
  [
    FIRST,
    [
      ['both names', { zone: zoneOf(td3({ names: 'TRAVELER<<ANNA<MARIA' })), ...unlabelled('ANNA MARIA') }, true],
      [
        'another second name',
        { zone: zoneOf(td3({ names: 'TRAVELER<<ANNA<MARIA' })), ...unlabelled('ANNA MARTA') },
        false,
      ],
    ],
  ],
])('%s: the datum in one place', (leaf, cases) => {
  test.each(cases)('%s', (_, shown, confirmed) => {
    expect(sourcesOf(shown, leaf).data_in_one_place).toEqual(confirmed ? ['second_place'] : []);
  });
});

const backPrint = ['ADDRESS', 'AUTHORITY', 'D1234562', 'SAMPLE', 'JANE ANN', '01.06.1980', '01.06.2028'];
const plain: Shown = {
  zone: null,
  words: ['national_identity_card', 'KEN'],
  printed: cardPrint,
  print: ['REPUBLIC', 'IDENTITY CARD', 'NAIROBI', 'SAMPLE'],
};
const back = { hash: 'ffff0000ffff0000', print: backPrint };

describe('a card with print alone', () => {
  test('is confirmed by print of its other side', () => {
    expect(sourcesOf(plain, NUMBER)).toEqual({ data_in_one_place: [] });
    expect(sourcesOf({ ...plain, back }, NUMBER)).toEqual({ data_in_one_place: ['other_side'] });
  });

  test('and not by a second picture of the same side', () => {
    const again = { hash: 'ffff0000ffff0000', print: plain.print! };
    const twice = {
      ...plain,
      print: ['REPUBLIC', ...backPrint],
      back: { ...again, print: ['REPUBLIC', ...backPrint] },
    };
    expect(sourcesOf(twice, NUMBER)).toEqual({ data_in_one_place: [] });
    expect(sourcesOf(twice, COMPLETE)).toEqual({ side_missing: [] });
    expect(sourcesOf({ ...plain, back: { ...back, hash: '0000000000000000' } }, COMPLETE)).toEqual({
      side_missing: [],
    });
  });
});

describe('a side', () => {
  const LACKING = { side_missing: [] };
  test.each<[string, Shown, object]>([
    ['of a passport is all of it', {}, {}],
    ['of a card of any state needs the other', plain, { side_missing: [] }],
    ['of a licence, too', { ...licence, card: null }, { side_missing: [] }],
    ['of a card whose zone is on it, too', { zone: zoneOf(identityCardLines) }, { side_missing: [] }],
    ['with its back is whole', { ...plain, back }, { side_missing: ['back'] }],
    [
      'beside which a picture shows no print at all lacks its back',
      { ...plain, back: { ...back, print: [] } },
      LACKING,
    ],
  ])('%s', (_, shown, expected) => expect(sourcesOf(shown, COMPLETE)).toEqual(expected));
});

describe('two cards in one picture', () => {
  const front = { hash: '0000000000000000', print: ['NATIONAL ID', 'JANE', 'SAMPLE', 'D1234562'] };
  const other = { hash: 'ffff0000ffff0000', print: ['AUTHORITY', 'CITY HALL', 'SIGNATURE'] };
  test.each<[string, NonNullable<Shown['halves']>, boolean]>([
    ['are both sides where one bears the zone', [front, { ...other, zone: true }], true],
    [
      'are, where both name the kind of document',
      [front, other].map((half) => ({ ...half, words: ['national_identity_card', null] as const })),
      true,
    ],
    ['are one side twice where they look alike', [front, { ...other, hash: front.hash, zone: true }], false],
    ['are one side twice where they bear the same print', [front, { ...front, hash: other.hash, zone: true }], false],
    ['are not, where nothing ties one to the other', [front, other], false],
    ['are not, where one bears no print', [front, { ...other, print: [] }], false],
    [
      'are not, where they are of two states',
      [
        { ...front, words: ['national_identity_card', 'FRA'] },
        { ...other, zone: true, words: ['national_identity_card', 'DEU'] },
      ],
      false,
    ],
    [
      'are not, if one is a licence and the other has the MRZ of an identity card',
      [
        { ...front, words: ['driving_licence', null] },
        { ...other, zone: true },
      ],
      false,
    ],
  ])('%s', (_, halves, whole) => {
    const shown: Shown = { ...plain, zone: zoneOf(identityCardLines), halves };
    expect(sourcesOf(shown, COMPLETE)).toEqual({ side_missing: whole ? ['back'] : [] });
  });

  test.each([
    ['AUT', ['back']],
    ['FRA', []],
  ])('are both sides of a card of Austria where the words of the other name %s', (state, sources) => {
    const zone = zoneOf(identityCardLines.map((line) => line.replaceAll('UTO', 'AUT')));
    const halves = [
      { ...front, words: ['national_identity_card', state] as const },
      { ...other, zone: true },
    ];
    expect(sourcesOf({ ...plain, zone, halves }, COMPLETE)).toEqual({ side_missing: sources });
  });
});

describe('a second picture', () => {
  const beside = (print: readonly string[], words: NonNullable<Shown['back']>['words']): Shown => ({
    ...plain,
    back: { hash: 'ffff0000ffff0000', print, words: words! },
  });
  const bill = ['CITY POWER', 'JANE ANN SAMPLE', '12 MAIN STREET', 'AMOUNT DUE', '50.20'];
  test.each<[string, Shown, boolean]>([
    ['of a bill to the holder is not a back', beside(bill, [null, null]), false],
    ['that repeats the number is', beside([...bill, 'No D1234562'], [null, null]), true],
    ['that repeats a day is', beside([...bill, '01.06.2028'], [null, null]), true],
    ['that repeats another number is not evidence', beside([...bill, 'No D1234563'], [null, null]), false],
    ['that names the type is', beside(['NATIONAL ID', 'AUTHORITY'], ['national_identity_card', null]), true],
    [
      'of another kind of card, which zones do not distinguish, is',
      beside(['PERMIT'], ['residence_permit', null]),
      true,
    ],
    ['of a passport is not evidence', beside([...bill, 'No D1234562'], ['passport', null]), false],
    ['of another state is not evidence', beside([...bill, 'No D1234562'], ['national_identity_card', 'UGA']), false],
    [
      'with the zone is',
      {
        ...plain,
        back: { hash: 'ffff0000ffff0000', print: bill, words: [null, null], zone: zoneOf(identityCardLines) },
      },
      true,
    ],
    [
      'with the MRZ of a passport is not evidence',
      { ...plain, back: { hash: 'ffff0000ffff0000', print: bill, words: [null, null], zone: zoneOf(passportLines) } },
      false,
    ],
  ])('%s', (_, shown, expected) =>
    expect(sourcesOf(shown, COMPLETE)).toEqual({ side_missing: expected ? ['back'] : [] }),
  );
});

describe('pixels', () => {
  const all: Shown['pixels'] = { zone: 'unchanged', print: 'unchanged', portrait: 'unchanged', ghost: 'unchanged' };
  test.each<[string, Shown, string, object]>([
    ['nothing measured', {}, TAMPERING, { data_everywhere: [] }],
    ['zone and print', { pixels: all }, TAMPERING, { data_everywhere: ['zone_and_print'] }],
    ['print alone', { pixels: { print: 'unchanged' } }, TAMPERING, { data_everywhere: [] }],
    ['print of a licence', { ...licence, pixels: { print: 'unchanged' } }, TAMPERING, { data_everywhere: ['print'] }],
    ['a picture that is too small', { pixels: { ...all, zone: 'unable' } }, TAMPERING, { data_everywhere: [] }],
    ['a change', { pixels: { ...all, print: 'changed' } }, TAMPERING, { data_everywhere: [] }],
    [
      'an earlier compression alone, which a change before it has too',
      { pixels: all, measure: 'jpeg_history' },
      TAMPERING,
      { data_everywhere: [] },
    ],
    [
      'an earlier compression of the portrait alone',
      { pixels: all, measure: 'jpeg_history' },
      PORTRAIT,
      { portrait: [], portrait_and_ghost: [] },
    ],
    ['no portrait on a visa', { portrait: null, pixels: all }, PORTRAIT, {}],
    [
      'one portrait',
      { pixels: all },
      PORTRAIT,
      { portrait: ['portrait_pixels'], portrait_and_ghost: ['portrait_and_ghost_pixels'] },
    ],
    [
      'a ghost',
      { portrait: { width: 100, others: [40], agree: 0.99 } },
      PORTRAIT,
      { portrait: ['ghost'], portrait_and_ghost: [] },
    ],
    [
      'a ghost of unknown pixels',
      { portrait: { width: 100, others: [40], agree: 0.99 }, pixels: { portrait: 'unchanged' } },
      PORTRAIT,
      { portrait: ['ghost', 'portrait_pixels'], portrait_and_ghost: [] },
    ],
    [
      'the ghost of another',
      { portrait: { width: 100, others: [40], agree: 0.2 } },
      PORTRAIT,
      { portrait: [], portrait_and_ghost: [] },
    ],
    ['a photograph in colour', {}, ORIGINAL, { not_a_document: ['genuine_picture'], copy: ['no_copy'] }],
    ['a screenshot', { failed: ['screenshot'] }, ORIGINAL, { not_a_document: [], copy: ['no_copy'] }],
    ['grey', { failed: ['colour'] }, ORIGINAL, { not_a_document: ['genuine_picture'], copy: [] }],
  ])('%s', (_, shown, leaf, expected) => expect(sourcesOf(shown, leaf)).toEqual(expected));
});

const asking = (validity: Required['validity']): Required => ({ validity, presence: 0, dataProved: false });

describe('what is required', () => {
  const evidence = (...sources: EvidenceSource[]): Evidence => ({
    kind: 'passport',
    found: [
      {
        forgery: 'portrait',
        leaf: PORTRAIT,
        confirmed_by: sources.map((source) => ({ source, grade: gradeOf(source) })),
      },
    ],
  });
  const gradeOf = (source: EvidenceSource): Grade => SOURCES_OF_EVIDENCE[source].grade;
  const found = { [PORTRAIT]: unassessed('One portrait only'), police_record: unassessed('No source') };

  test.each<[Required['validity'], EvidenceSource[], string]>([
    [3, ['chip_portrait'], 'clear'],
    [3, ['ghost'], 'clear'],
    [2, ['portrait_pixels'], 'clear'],
    [3, [], 'doubt'],
    [1, [], 'unassessed'],
  ])('validity %s, confirmed by %j: %s', (validity, sources, becomes) => {
    const leaves = requireEvidence(found, evidence(...sources), asking(validity));
    expect(stateOf(leaves[PORTRAIT])).toBe(becomes);
    expect(leaves.police_record).toBe(found.police_record);
  });

  test('the reason names the forgery, then what was found', () => {
    const { reason } = requireEvidence(found, evidence(), asking(3))[PORTRAIT]!;
    expect(reason).toBe('No evidence rules out that someone replaced the portrait. One portrait only');
    const row = { forgery: 'data_in_one_place', leaf: NUMBER, confirmed_by: [] } as const;
    const leaves = { [NUMBER]: clear('They agree') };
    expect(requireEvidence(leaves, { kind: 'passport', found: [row] }, asking(3))[NUMBER]).toEqual(
      doubtful('No evidence rules out that someone changed the document number in one place. They agree'),
    );
  });

  test('what is flagged or in doubt stays as it is', () => {
    for (const leaf of [consider('Two people'), doubtful('Perhaps two people')]) {
      for (const sources of [[], ['ghost'] as const]) {
        expect(requireEvidence({ [PORTRAIT]: leaf }, evidence(...sources), asking(4))).toEqual({ [PORTRAIT]: leaf });
      }
    }
  });

  test('no reviewer is asked for what is missing where a report is flagged for another reason', () => {
    const expired = { ...found, 'data_validation.document_expiration': consider('Expired') };
    const leaf = requireEvidence(expired, evidence(), asking(3))[PORTRAIT]!;
    expect([stateOf(leaf), leaf.reason]).toEqual([
      'unassessed',
      'No evidence rules out that someone replaced the portrait. One portrait only',
    ]);
  });

  test('one is asked once no leaf is flagged any more, since a reviewer overruled it', () => {
    const expiry = 'data_validation.document_expiration';
    const expired = { ...found, [expiry]: consider('Expired') };
    const assessment = { leaves: requireEvidence(expired, evidence(), asking(3)), properties: {} };
    const overruled = settle(assessment, { [expiry]: 'clear' });
    expect([doubtsOf(assessment), doubtsOf(overruled)]).toEqual([[], [PORTRAIT]]);
    expect(doubtsOf(settle(overruled, { [PORTRAIT]: 'clear' }))).toEqual([]);
    expect(doubtsOf(settle(assessment, { [expiry]: 'clear', [PORTRAIT]: 'clear' }))).toEqual([]);
  });

  const report = { family: 'document', tree: documentTree } as const;
  const paths = [...new Set(EVIDENCE.flatMap(({ leaves }) => leaves))];
  const anyLeaf = fc.constantFrom(clear('Agrees'), unassessed('Not read'), doubtful('Perhaps'), consider('Differs'));
  const anyLeaves = fc.record(Object.fromEntries(paths.map((path) => [path, anyLeaf])), { noNullPrototype: true });
  const anySources = fc.subarray(Object.keys(SOURCES_OF_EVIDENCE) as EvidenceSource[]);
  /** Evidence that the table requires of a document, confirmed by the given sources as far as they count there. */
  const confirmedBy = (sources: readonly EvidenceSource[]): Evidence => ({
    kind: 'card_with_zone',
    found: EVIDENCE.filter(({ kinds }) => kinds.includes('card_with_zone')).flatMap((row) =>
      row.leaves.map((leaf) => ({
        forgery: row.forgery,
        leaf,
        confirmed_by: row.sources
          .filter((source) => sources.includes(source))
          .map((source) => ({ source, grade: gradeOf(source) })),
      })),
    ),
  });
  const RANK: readonly string[] = ['clear', 'awaiting_approval', 'consider'];
  const rank = (leaves: LeafFindings, sources: readonly EvidenceSource[], validity: Required['validity']): number => {
    const required = requireEvidence(leaves, confirmedBy(sources), asking(validity));
    const verdict = verdictOf(report, { leaves: required, properties: {} }, { decision_uncertain: 'person' });
    return RANK.indexOf(verdict.status === 'complete' ? verdict.result! : verdict.status);
  };
  const anyValidity = fc.constantFrom<Required['validity']>(1, 2, 3, 4);

  test('more evidence never makes a verdict worse, and less never makes it better', () => {
    fc.assert(
      fc.property(anyLeaves, anySources, anySources, anyValidity, (leaves, some, more, validity) => {
        expect(rank(leaves, [...some, ...more], validity)).toBeLessThanOrEqual(rank(leaves, some, validity));
      }),
    );
  });

  test('what a validity clears, each lower one clears, where the images were captured live', () => {
    fc.assert(
      fc.property(anyLeaves, anySources, (leaves, sources) => {
        const live = [...sources, 'live_capture' as const];
        const ranks = ([1, 2, 3, 4] as const).map((validity) => rank(leaves, live, validity));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      }),
    );
  });
});
