import type { MrzRead } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import type { OtherUse } from '../tools.ts';
import { ageValidation } from './age-validation.ts';
import { withCenturies } from './centuries.ts';
import { contentsOfChip } from './chip.ts';
import { compromisedDocument, type DocumentRecord } from './compromised.ts';
import { dataComparison } from './data-comparison.ts';
import { dataConsistency } from './data-consistency.ts';
import { dataValidation } from './data-validation.ts';
import { imageIntegrity } from './image-integrity.ts';
import { documentProperties } from './properties.ts';
import { bestOf } from './reading.ts';
import {
  card,
  cardPrint,
  holder,
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
  today,
  zoneOf,
} from './testing.ts';
import { visualAuthenticity } from './visual-authenticity.ts';

const SANCTIONED = ['IRN', 'CUB'];

/** Every leaf of a document with the given content. */
function leavesOf(shown: Shown = {}, { applicant = holder, video = false } = {}) {
  const reading = readingOf(shown);
  return {
    ...imageIntegrity(reading, SANCTIONED),
    ...visualAuthenticity(reading, { video }),
    ...dataValidation(reading),
    ...dataConsistency(reading),
    ...dataComparison(reading, applicant),
    ...ageValidation(reading, { minimum_accepted_age: 16 }),
  };
}

const zone = (lines: readonly string[], more?: Parameters<typeof zoneOf>[1]) => ({ zone: zoneOf(lines, more) });
const print = (fields: object) => ({ printed: { ...passportPrint, ...fields } });
/** The second line of a passport with every check digit one too high. */
const wrongDigits = (line: string) =>
  Array.from(line, (sign, i) => ([9, 19, 27, 42, 43].includes(i) ? String((Number(sign) + 1) % 10) : sign)).join('');
const { date_of_expiry: _expiry, ...endless } = card;
const bare = { print: [] };
/** Differences between front and back of a licence with categories AM and B since 2013-01-19, and their results. */
const TWO_SIDES: readonly [string, { front?: string; birth?: string; issue?: string }, string][] = [
  ['a licence whose sides agree', {}, 'unassessed'],
  ['a category on the front alone', { front: 'AM/A/B' }, 'doubt'],
  ['a category before the age for it', { birth: '2002-01-20' }, 'doubt'],
  ['a category of the day at which that age is reached', { birth: '1999-01-19' }, 'unassessed'],
  ['a category from after the issue', { issue: '2012-12-31' }, 'doubt'],
  ['a category of the day of issue', { issue: '2013-01-19' }, 'unassessed'],
];
const illegible = (read: MrzRead): MrzRead => ({
  ...read,
  mrz: { ...read.mrz, valid: false, problems: ['illegible'] },
});
const other = zoneOf(td3({ number: 'X00000001', names: 'OTHER<<ERIKA', birth: '700101' }));
const again = { hash: 'ffff0000ffff0000', zone: zoneOf(td3({ names: 'TRAVELER<<HAPPYY' })) };
const permit: Shown = {
  ...zone(identityCardLines),
  chip: { ...contentsOfChip({ dg1: new Uint8Array() }, today), data: { documentType: 'residence_permit' } },
};
const face = (i: number) => Float32Array.from([0, 1], (at) => (at === i ? 1 : 0));
/** Room for one letter of the given names, and none after it. */
const full = td3({ names: `${'PAPANDROPOULOS'.repeat(3).slice(0, 36)}<<J` });
const oneName: Shown = {
  ...zone(td3({ names: 'SUHARTINI' })),
  printed: { surname: label('SUHARTINI') },
  print: ['SUHARTINI'],
};
const givenOnly: Shown = {
  ...zone(td3({ names: '<<RAJESH' })),
  printed: { givenNames: label('RAJESH') },
  print: ['RAJESH'],
};
const unknownFirst: Shown = {
  ...zone(td3({ names: 'SUHARTINI<<FNU' })),
  printed: { surname: label('SUHARTINI'), givenNames: label('FNU') },
};
const junior: Shown = { ...zone(td3({ names: 'TOLLIVER<JR<<AMOS' })), printed: { surname: label('TOLLIVER JR') } };
const cutCard: Shown = {
  ...licence,
  card: { ...card, last_name: 'WOLFESCH' },
  cardCutNames: { surname: true, givenNames: false },
  printed: { surname: label('WOLFESCHLEGEL') },
};
const faced: Shown = { portrait: { width: 100, embedding: face(0) } };
const unknownBirth = (birth: string) => ({ ...zone(td3({ birth })), printed: { dateOfBirth: order('2020-02-02') } });
const front = { uploads: [{ type: 'national_identity_card', side: 'front' as const, issuing_country: 'DEU' }] };
const half = {
  hash: '0000000000000000',
  print: ['NATIONAL ID', 'JANE'],
  words: ['national_identity_card', null] as const,
};
const german = { words: ['national_identity_card', 'DEU'] as const, zone: null, ...front };

describe.each<[leaf: string, cases: [shows: string, shown: Shown, becomes: string][]]>([
  [
    'image_integrity.image_quality',
    [
      ['a sharp picture', {}, 'clear'],
      ['blur', { failed: ['blur'] }, 'consider'],
      ['glare', { failed: ['glare'] }, 'consider'],
      ['an object', { failed: ['document'] }, 'consider'],
      ['a cut page', { failed: ['cutoff'] }, 'consider'],
      ['front and back of one card in one picture', { failed: ['two_documents'] }, 'clear'],
      ['two portraits of one size', { failed: ['two_documents'], portrait: { width: 100, others: [90] } }, 'consider'],
      ['the ghost of a portrait', { failed: ['two_documents'], portrait: { width: 100, others: [40] } }, 'clear'],
      ['the same picture twice', { ...licence, back: { hash: '0000000000000000' } }, 'consider'],
      ['the page of a passport twice', { back: { hash: '0000000000000000' } }, 'clear'],
      ['two sides', { ...licence, back: { hash: 'ffff0000ffff0000' } }, 'clear'],
      ['bytes that are not a picture', { unreadable: 'The file is not a JPEG or PNG image' }, 'consider'],
      ['a grey picture', { failed: ['colour'] }, 'clear'],
    ],
  ],
  [
    'image_integrity.supported_document',
    [
      ['a passport', {}, 'clear'],
      ['one of a sanctioned country', zone(td3({ state: 'IRN', nationality: 'IRN' })), 'consider'],
      ['one that was uploaded as of a sanctioned country', { uploads: [{ issuing_country: 'CUB' }] }, 'consider'],
      ['a bad picture', { failed: ['blur'] }, 'unassessed'],
      ['a portrait, uploaded as a passport', { zone: null, words: [null, null] }, 'doubt'],
      ['the example of ICAO, of a state that there is not', zone(identityCardLines), 'doubt'],
      ['print without a portrait', { zone: null, words: [null, null], portrait: null }, 'unidentified'],
      [
        'a portrait of unknown kind',
        { zone: null, words: [null, null], uploads: [{ type: 'unknown' }] },
        'unidentified',
      ],
    ],
  ],
  [
    'image_integrity.colour_picture',
    [
      ['colours', {}, 'clear'],
      ['a photocopy', { failed: ['colour'] }, 'consider'],
      ['nothing', { unreadable: 'no' }, 'unassessed'],
    ],
  ],
  [
    'image_integrity.conclusive_document_quality',
    [
      ['all that counts', {}, 'clear'],
      ['a refused picture', { failed: ['blur'] }, 'unassessed'],
      ['a PDF of text', { digitalLines: 12 }, 'doubt'],
      ['the front of a German card', german, 'consider'],
      [
        'the front of one beside another thing',
        { ...german, halves: [half, { ...half, hash: 'ffff0000ffff0000' }] },
        'doubt',
      ],
      [
        'the front of one beside its back in one picture, zone unread',
        { ...german, halves: [half, { ...half, hash: 'ffff0000ffff0000', print: ['AUTHORITY', 'CITY HALL'] }] },
        'clear',
      ],
      ['both sides of one, zone unread', { ...german, back: { hash: 'ffff0000ffff0000' } }, 'clear'],
      [
        'the front of an American licence',
        { ...licence, card: null, uploads: [{ type: 'driving_licence' }] },
        'consider',
      ],
      ['a licence with its barcode', licence, 'clear'],
      [
        'the back of one, whose barcode is there but unread',
        { ...licence, card: null, barcodeUnread: true, uploads: [{ type: 'driving_licence' }] },
        'clear',
      ],
      ['no birth date', { zone: null, printed: { surname: label('A'), documentNumber: label('1') } }, 'doubt'],
    ],
  ],
  [
    'visual_authenticity.fonts',
    [
      ['OCR-B', {}, 'clear'],
      ['another type', zone(passportLines, { misfit: 0.04 }), 'doubt'],
      ['letters unlike the others', { forged: { zone_glyphs: 1 } }, 'doubt'],
      ['a letter copied within the zone', { forged: { zone_clones: 1 } }, 'doubt'],
      ['no zone', licence, 'unassessed'],
    ],
  ],
  [
    'visual_authenticity.picture_face_integrity',
    [
      ['one portrait', {}, 'unassessed'],
      ['its ghost', { portrait: { width: 100, others: [40], agree: 0.98 } }, 'clear'],
      ['a ghost that may be of another person', { portrait: { width: 100, others: [40], agree: 0.943 } }, 'doubt'],
      ['the ghost of another person', { portrait: { width: 100, others: [40], agree: 0.05 } }, 'doubt'],
      ['one person on both sides', { ...faced, back: { hash: 'ffff0000ffff0000', portrait: face(0) } }, 'clear'],
      ['two people on two sides', { ...faced, back: { hash: 'ffff0000ffff0000', portrait: face(1) } }, 'doubt'],
    ],
  ],
  [
    'visual_authenticity.template',
    [
      ['an unknown version', {}, 'unassessed'],
      ['a known version, its number in another place', { forged: { layout: 2 } }, 'doubt'],
    ],
  ],
  ['visual_authenticity.security_features', [['any document', {}, 'unassessed']]],
  [
    'visual_authenticity.original_document_present',
    [
      ['a photograph', {}, 'clear'],
      ['a screenshot', { failed: ['screenshot'] }, 'consider'],
      ['the grid of a screen', { failed: ['photo_of_screen'] }, 'consider'],
      ['one word of specimens', { forged: { specimen_words: 1 } }, 'doubt'],
      ['an overprint and such a name', { forged: { specimen_words: 2 } }, 'consider'],
      ['two words of a menu', { forged: { software_window: 2 } }, 'doubt'],
      ['menu, buttons and title', { forged: { software_window: 4 } }, 'consider'],
      ['the dots of a print', { forged: { printed_copy: 3 } }, 'doubt'],
      ['the pixels of a screen', { forged: { screen_copy: 3 } }, 'doubt'],
      ['no colour', { forged: { grey_copy: 2 } }, 'doubt'],
      ['nothing', { unreadable: 'no' }, 'unassessed'],
    ],
  ],
  [
    'visual_authenticity.digital_tampering',
    [
      ['no trace', {}, 'clear'],
      ['the mark of a generator', { failed: ['generated_marks'] }, 'consider'],
      ['an archive', { failed: ['foreign_data'] }, 'consider'],
      ['an editor', { failed: ['editing_traces'] }, 'doubt'],
      ['a box drawn on it', { forged: { drawn_marks: 4 } }, 'doubt'],
      ['a PDF with text over other text', { failed: ['text_laid_over'] }, 'doubt'],
      ['nothing', { unreadable: 'no' }, 'unassessed'],
    ],
  ],
  [
    'visual_authenticity.face_detection',
    [
      ['a portrait', {}, 'clear'],
      ['none', { portrait: null }, 'consider'],
      ['none on a visa', { ...zone(td3({ code: 'V<' })), portrait: null }, 'unassessed'],
    ],
  ],
  [
    'data_validation.gender',
    [
      ['F', {}, 'clear'],
      ['none', { zone: null }, 'unassessed'],
    ],
  ],
  [
    'data_validation.date_of_birth',
    [
      ['a day', {}, 'clear'],
      ['the 45th', zone(td3({ birth: '650245' })), 'consider'],
      ['the 45th, by one reader', zone(td3({ birth: '650245' }), { unsure: ['dateOfBirth'] }), 'doubt'],
      ['a day two hundred years ago', { ...licence, card: { ...card, date_of_birth: '1826-01-01' } }, 'consider'],
      ['the same in print', { zone: null, ...print({ dateOfBirth: label('1826-01-01') }) }, 'doubt'],
      ['none', { zone: null, printed: {} }, 'unassessed'],
      [
        'the first of the days of a passport without its zone',
        { zone: null, ...print({ dateOfBirth: order('2001-01-02') }) },
        'unassessed',
      ],
    ],
  ],
  [
    'data_validation.document_numbers',
    [
      ['a number with its digit', {}, 'clear'],
      ['one without', zone([passportLines[0]!, passportLines[1]!.replace('E00007730', 'E00007731')]), 'unassessed'],
      ['document number of a barcode', licence, 'clear'],
      ['print of unknown form', { zone: null, ...print({}) }, 'unassessed'],
      ['none', { zone: null, printed: {} }, 'unassessed'],
      ...[
        ['a British one', 'MORGA602057AB9IJ', 'clear'],
        ['a British one of a woman', 'MORGA652057AB9IJ', 'clear'],
        ['a British one of another birth', 'MORGA602067AB9IJ', 'doubt'],
        ['one that the DVLA does not form', 'SAMPLE12345ABC', 'doubt'],
        ['a British one of its surname', 'MORGA602057AB9IJ', 'clear', 'MORGAN'],
        ['a British one of another surname', 'MORGA602057AB9IJ', 'doubt', 'MORTON'],
        ['a British one of a short surname', 'LEE99602057AB9IJ', 'clear', 'LEE'],
        ['a British one of a surname with Mac', 'MCKAY602057AB9IJ', 'clear', 'MACKAY'],
      ].map(([shows, number, becomes, surname]): [string, Shown, string] => [
        shows!,
        {
          zone: null,
          words: ['driving_licence', 'GBR'],
          printed: {
            documentNumber: label(number!),
            dateOfBirth: label('1967-02-05'),
            ...(surname && { surname: label(surname) }),
          },
        },
        becomes!,
      ]),
    ],
  ],
  [
    'data_validation.document_expiration',
    [
      ['a valid one', {}, 'clear'],
      ['one that expires today', zone(td3({ expiry: '260115' })), 'clear'],
      ['one that expired yesterday', zone(td3({ expiry: '260114' })), 'consider'],
      ['none in the MRZ', zone(td3({ expiry: '<<<<<<' })), 'clear'],
      ['none in a barcode of the standard', { ...licence, card: endless, printed: {} }, 'clear'],
      ['none on a magnetic stripe', { ...licence, card: endless, cardVersion: 0, printed: {} }, 'unassessed'],
      [
        'none in the MRZ, with a past day in print',
        { ...zone(td3({ expiry: '<<<<<<' })), ...print({ dateOfExpiry: order('2020-01-01') }) },
        'clear',
      ],
      [
        'one whose last day has not ended everywhere',
        { ...zone(td3({ expiry: '260114' })), westernToday: '2026-01-14' },
        'clear',
      ],
      ['a labelled day that is past', { zone: null, ...print({ dateOfExpiry: label('2020-01-01') }) }, 'consider'],
      ['the latest day, past', { zone: null, ...print({ dateOfExpiry: order('2020-01-01') }) }, 'doubt'],
      [
        'the latest day, past, whole years after issue',
        {
          zone: null,
          ...print({ dateOfIssue: label('2010-01-02'), dateOfExpiry: order('2020-01-01') }),
        },
        'consider',
      ],
      ['the latest day, a birthday', { zone: null, ...print({ dateOfExpiry: order('2030-02-05') }) }, 'clear'],
      ['the latest day, to come', { zone: null, ...print({ dateOfExpiry: order('2030-01-01') }) }, 'doubt'],
      ['none', { zone: null, printed: {} }, 'unassessed'],
    ],
  ],
  [
    'data_validation.expiry_date',
    [
      ['a day', {}, 'clear'],
      ['the 45th', zone(td3({ expiry: '301045' })), 'consider'],
      ['the 45th, by one reader', zone(td3({ expiry: '301045' }), { unsure: ['dateOfExpiry'] }), 'doubt'],
      ['before birth', { ...licence, card: { ...card, date_of_expiry: '1979-01-01' } }, 'consider'],
      ['none', { zone: null, printed: {} }, 'unassessed'],
    ],
  ],
  [
    'data_validation.mrz',
    [
      ['digits that are right', {}, 'clear'],
      [
        'a wrong digit, read alike twice',
        zone([passportLines[0]!, passportLines[1]!.replace('773', '774')]),
        'consider',
      ],
      [
        'a wrong digit, read once',
        zone([passportLines[0]!, passportLines[1]!.replace('773', '774')], { unsure: ['documentNumber'] }),
        'doubt',
      ],
      ['a wrong composite digit alone', zone([passportLines[0]!, `${passportLines[1]!.slice(0, 43)}9`]), 'doubt'],
      ['names that are illegible', { zone: illegible(zoneOf(passportLines)) }, 'doubt'],
      ['no check digit that fits', zone([passportLines[0]!, wrongDigits(passportLines[1]!)]), 'doubt'],
      [
        'a layout without check digits',
        zone(['FACHE305142128097<<800126<<<<<', 'MARCHAND<<FABIENNE<<<<<<<<<<<<']),
        'clear',
      ],
      ['a state that there is not, as on specimens', zone(td3({ state: 'BDR', nationality: 'BDR' })), 'doubt'],
      ['no nationality', zone(td3({ nationality: '' })), 'doubt'],
      ['a passport without one', { zone: null }, 'doubt'],
      ['a licence', licence, 'unassessed'],
      ['the front of a German card', german, 'unassessed'],
    ],
  ],
  [
    'data_validation.barcode',
    [
      ['no barcode', {}, 'absent'],
      ['one as it should be', licence, 'clear'],
      ['an impossible one', { ...licence, cardFaults: ['Element DBB is not a day'] }, 'consider'],
      ['a strange one on an American licence', { ...licence, card: null, cardRefused: 'No header' }, 'doubt'],
      ['a strange one on a German card', { ...german, cardRefused: 'No header' }, 'absent'],
    ],
  ],
  [
    'data_consistency.date_of_expiry',
    [
      ['one day twice', {}, 'clear'],
      ['another in print', print({ dateOfExpiry: label('2035-10-14') }), 'doubt'],
      [
        'another, but the right one elsewhere',
        { ...print({ dateOfExpiry: label('2035-10-14') }), print: ['14 OCT 2030'] },
        'clear',
      ],
      ['another by order', print({ dateOfExpiry: order('2035-10-14') }), 'unassessed'],
      ['another in the barcode', { card: { ...card, date_of_expiry: '2035-10-14' } }, 'consider'],
    ],
  ],
  [
    'data_consistency.document_numbers',
    [
      ['one number twice', {}, 'clear'],
      ['a letter that reading mixes up', { ...print({ documentNumber: label('EOO0077B0') }), ...bare }, 'doubt'],
      ['O for 0', { ...print({ documentNumber: label('EO0007730') }), ...bare }, 'clear'],
      ['another in the barcode', { card: { ...card, document_number: 'X1' } }, 'consider'],
      ['another in the zone of another side', { back: { hash: 'ffff0000ffff0000', zone: other } }, 'consider'],
      ['the same in the zone of another side', { ...bare, printed: {}, back: again }, 'unassessed'],
      [
        'another in the barcode of another side',
        { ...licence, back: { hash: 'ffff0000ffff0000', card: { ...card, document_number: 'X1' } } },
        'consider',
      ],
      ['a zone alone', { printed: {}, ...bare }, 'unassessed'],
      ['print alone', { zone: null }, 'unassessed'],
    ],
  ],
  [
    'data_consistency.issuing_country',
    [
      ['one country twice', {}, 'clear'],
      ['a birthplace abroad', { words: ['passport', 'FRA'] }, 'unassessed'],
      ['another in the barcode', { card: { ...card, issuing_country: 'CAN' } }, 'consider'],
    ],
  ],
  [
    'data_consistency.document_type',
    [
      ['one type twice', {}, 'clear'],
      ['a visa that names a passport', zone(td3({ code: 'V<' })), 'unassessed'],
      ['a permit whose chip names a card of some kind', permit, 'clear'],
      ['another in the barcode', { card }, 'consider'],
    ],
  ],
  [
    'data_consistency.date_of_birth',
    [
      ['one day twice', {}, 'clear'],
      ['another in print', print({ dateOfBirth: label('1985-02-05') }), 'doubt'],
      ['another in the barcode', { card }, 'consider'],
    ],
  ],
  [
    'data_consistency.gender',
    [
      ['a letter in the zone alone', {}, 'unassessed'],
      ['one twice', print({ sex: label('F') }), 'clear'],
      ['another in print', print({ sex: label('M') }), 'unassessed'],
      ['X in print and a filler', { ...zone(td3({ sex: '<' })), ...print({ sex: label('X') }) }, 'clear'],
      ['another in the barcode', { card: { ...card, gender: 'Male' } }, 'consider'],
    ],
  ],
  [
    'data_consistency.first_name',
    [
      ['one name twice', {}, 'clear'],
      ['another in print', { ...print({ givenNames: label('NATHALIE') }), ...bare }, 'doubt'],
      ['another in the barcode', { card }, 'consider'],
      [
        'one letter in the barcode',
        { card: { ...card, first_name: 'HAPPPY' }, ...zone(td3({ names: 'TRAVELER<<HAPPY<ANN' })) },
        'doubt',
      ],
    ],
  ],
  [
    'data_consistency.last_name',
    [
      ['one name twice', {}, 'clear'],
      ['a label where the name should be', { ...print({ surname: label('Nom') }) }, 'clear'],
      ['a slip in print', { ...print({ surname: label('TRAVELFR') }), ...bare }, 'clear'],
      [
        'a short name within other words',
        { ...zone(td3({ names: 'LI<<WEI' })), printed: {}, print: ['REPUBLIC OF CHINA'] },
        'unassessed',
      ],
      ['another in the barcode', { card }, 'consider'],
      ['a name that the barcode has cut', cutCard, 'clear'],
      ['another name than the cut one', { ...cutCard, printed: { surname: label('WOLTERS') } }, 'doubt'],
      [
        'the suffix of father and son',
        { ...licence, card: { ...card, name_suffix: 'JR' }, printed: { ...cardPrint, surname: label('SAMPLE SR') } },
        'doubt',
      ],
      ['a suffix in the barcode alone', { ...licence, card: { ...card, name_suffix: 'JR' } }, 'clear'],
    ],
  ],
  ['data_consistency.nationality', [['the zone alone', {}, 'unassessed']]],
  [
    'data_consistency.multiple_data_sources_present',
    [
      ['zone and print', {}, 'clear'],
      ['barcode and print', licence, 'clear'],
      ['a zone alone', bare, 'doubt'],
      ['a zone, and print that says nothing of it', { printed: {}, print: ['A', 'B', 'C', 'D'] }, 'doubt'],
      ['a British licence', { zone: null, words: ['driving_licence', 'GBR'] }, 'unassessed'],
      ['a passport without a zone', { zone: null }, 'doubt'],
      ...TWO_SIDES.map(
        ([shows, { front = 'AM/B', birth = '1980-05-06', issue = '2020-02-02' }, becomes]): [string, Shown, string] => [
          shows,
          {
            zone: null,
            words: ['driving_licence', 'DEU'],
            printed: { categories: label(front), dateOfBirth: label(birth), dateOfIssue: label(issue) },
            licenceTable: ['AM', 'A', 'B'].map((category) => ({
              category,
              until: null,
              codes: null,
              from: category === 'A' ? null : '2013-01-19',
            })),
          },
          becomes,
        ],
      ),
    ],
  ],
  [
    'data_comparison.issuing_country',
    [
      ['the country given', {}, 'clear'],
      ['no country given', { uploads: [{ issuing_country: null }] }, 'unassessed'],
      ['another than given', { uploads: [{ issuing_country: 'FRA' }] }, 'consider'],
      ['another in words', { zone: null, uploads: [{ issuing_country: 'FRA' }] }, 'doubt'],
      ['one of the United Nations', zone(td3({ state: 'UNO', nationality: 'UNO' })), 'doubt'],
      ['none', { zone: null, words: ['passport', null] }, 'unassessed'],
    ],
  ],
  [
    'data_comparison.document_type',
    [
      ['the type given', {}, 'clear'],
      ['no type given', { uploads: [{ type: 'unknown' }] }, 'unassessed'],
      ['a type that nothing shows', { uploads: [{ type: 'voter_id' }] }, 'unassessed'],
      ['another than given', { uploads: [{ type: 'driving_licence' }] }, 'consider'],
      ['another in words', { zone: null, uploads: [{ type: 'driving_licence' }] }, 'doubt'],
      ['a card uploaded as another', { ...zone(identityCardLines), uploads: [{ type: 'residence_permit' }] }, 'doubt'],
    ],
  ],
])('%s', (leaf, cases) => {
  test.each(cases)('%s', (_, shown, becomes) => {
    const finding = (leavesOf(shown) as Record<string, Parameters<typeof stateOf>[0]>)[leaf];
    expect(stateOf(finding)).toBe(becomes);
    if (finding) expect(finding.reason.length).toBeGreaterThan(14);
  });
});

describe('what the applicant is said to be', () => {
  test.each<[leaf: string, given: string, applicant: Partial<typeof holder>, shown: Shown, becomes: string]>([
    ['first_name', 'the same', {}, {}, 'clear'],
    ['first_name', 'one of two', { first_name: 'Anna' }, zone(td3({ names: 'TRAVELER<<ANNA<MARIA' })), 'clear'],
    ['first_name', 'all names as one', {}, zone(td3({ names: 'TRAVELER<HAPPY' })), 'clear'],
    [
      'first_name',
      'none, beside another surname',
      {},
      { ...zone(td3({ names: 'TRAVELER' })), printed: {}, ...bare },
      'doubt',
    ],
    ['first_name', 'another, in print', { first_name: 'Nathalie' }, { zone: null }, 'consider'],
    ['first_name', 'another', { first_name: 'Nathalie' }, {}, 'consider'],
    ['first_name', 'a letter more', { first_name: 'Alexxandra' }, zone(td3({ names: 'T<<ALEXANDRA' })), 'doubt'],
    ['last_name', 'as zones transliterate', { last_name: 'Müller' }, zone(td3({ names: 'MUELLER<<HAPPY' })), 'clear'],
    [
      'last_name',
      'another, in a zone read once',
      { last_name: 'Doe' },
      { ...zone(passportLines, { unsure: ['names'] }), printed: {}, ...bare },
      'doubt',
    ],
    ['last_name', 'another, in print', { last_name: 'Doe' }, { zone: null }, 'consider'],
    ['last_name', 'elsewhere in print', { last_name: 'Doe' }, { zone: null, print: ['DOE'] }, 'doubt'],
    [
      'last_name',
      'in print, unlabelled, beside the first',
      { last_name: 'Doe' },
      { zone: null, printed: {}, print: ['DOE', 'HAPPY'] },
      'clear',
    ],
    [
      'last_name',
      'in an address, without the first',
      { last_name: 'Doe' },
      { zone: null, printed: {}, print: ['12 DOE ROAD'] },
      'doubt',
    ],
    [
      'last_name',
      'another in its place, read weakly',
      { last_name: 'Doe' },
      { zone: null, printed: { surname: order('SAMPLE') }, print: ['SAMPLE'] },
      'doubt',
    ],
    ['last_name', 'unread', {}, { zone: null, printed: {}, ...bare }, 'doubt'],
    ['last_name', 'in Cyrillic', { last_name: 'Жуков' }, zone(td3({ names: 'ZHUKOV<<HAPPY' })), 'clear'],
    ['last_name', 'in Cyrillic, another', { last_name: 'Жуков' }, {}, 'consider'],
    ['last_name', 'in Arabic', { last_name: 'السعيد' }, {}, 'doubt'],
    ['last_name', 'no letter at all', { last_name: '.' }, {}, 'unassessed'],
    ['last_name', 'with a stroke', { last_name: 'Østergård' }, zone(td3({ names: 'OESTERGAARD<<HAPPY' })), 'clear'],
    ['last_name', 'in the place of the first', { first_name: 'Traveler', last_name: 'Happy' }, {}, 'clear'],
    ['first_name', 'in the place of the last', { first_name: 'Traveler', last_name: 'Happy' }, {}, 'clear'],
    ['first_name', 'the last name twice', { first_name: 'Traveler', last_name: 'Traveler' }, {}, 'consider'],
    [
      'first_name',
      'its first letter, cut',
      { first_name: 'Jonathon' },
      { ...zone(full), printed: {}, ...bare },
      'doubt',
    ],
    [
      'first_name',
      'its first letter, cut, and all of it in print',
      { first_name: 'Jonathon' },
      { ...zone(full), printed: { givenNames: label('JONATHON') }, ...bare },
      'clear',
    ],
    [
      'last_name',
      'of 45 letters',
      { last_name: 'Papandropoulos'.repeat(3) },
      { ...zone(full), printed: {}, ...bare },
      'clear',
    ],
    [
      'last_name',
      'of 45 letters, beside another in print',
      { last_name: 'Papandropoulos'.repeat(3) },
      zone(full),
      'doubt',
    ],
    ['date_of_birth', 'the year of an unknown day', {}, unknownBirth('65<<<<'), 'clear'],
    ['date_of_birth', 'another year than that', { dob: '1966-02-05' }, unknownBirth('65<<<<'), 'consider'],
    ['date_of_birth', 'another month than that', { dob: '1965-03-05' }, unknownBirth('6502<<'), 'consider'],
    ['date_of_birth', 'an unknown day', {}, unknownBirth('<<<<<<'), 'unassessed'],
    ['date_of_birth', 'the same', {}, {}, 'clear'],
    ['date_of_birth', 'another', { dob: '1966-02-05' }, {}, 'consider'],
    [
      'date_of_birth',
      'another, by order',
      { dob: '1966-02-05' },
      { zone: null, printed: { dateOfBirth: order('1965-02-05') } },
      'doubt',
    ],
    ['date_of_birth', 'nothing', { dob: null }, {}, 'unassessed'],
    ...(
      [
        ['last_name', 'Tolliver Jr', 'clear'],
        ['last_name', 'Tolliver, Jr.', 'clear'],
        ['last_name', 'Tolliver', 'clear'],
        ['last_name', 'Tolliver Sr', 'doubt'],
        ['first_name', 'Amos Wendell', 'clear'],
        ['first_name', 'Amos Jr.', 'clear'],
      ] as const
    ).map(([leaf, name, becomes]): [string, string, Partial<typeof holder>, Shown, string] => [
      leaf,
      `${name} beside the suffix of a barcode`,
      { first_name: 'Amos', last_name: 'Tolliver', [leaf]: name },
      {
        ...licence,
        card: { ...card, first_name: 'AMOS', middle_name: 'WENDELL', last_name: 'TOLLIVER', name_suffix: 'JR' },
      },
      becomes,
    ]),
    ['last_name', 'Sr in the first name', { first_name: 'Amos Sr', last_name: 'Tolliver' }, junior, 'doubt'],
    ['last_name', 'the one name, twice', { first_name: 'Suhartini', last_name: 'Suhartini' }, oneName, 'clear'],
    ['first_name', 'the one name, twice', { first_name: 'Suhartini', last_name: 'Suhartini' }, oneName, 'clear'],
    ['first_name', 'the one name and nothing', { first_name: '-', last_name: 'Suhartini' }, oneName, 'unassessed'],
    ['first_name', 'one that is not on it', { first_name: 'Ani', last_name: 'Suhartini' }, oneName, 'doubt'],
    ['last_name', 'one that is not on it', { first_name: 'Suhartini', last_name: 'Wati' }, oneName, 'doubt'],
    ['last_name', 'another than the one name', { first_name: 'Ani', last_name: 'Wati' }, oneName, 'consider'],
    ['last_name', 'the one name, as a given name', { first_name: 'Rajesh', last_name: 'Rajesh' }, givenOnly, 'clear'],
    [
      'first_name',
      'unknown, as the United States write it',
      { first_name: 'Suhartini', last_name: 'Suhartini' },
      unknownFirst,
      'clear',
    ],
    ['last_name', 'of one letter', { first_name: 'Min Su', last_name: 'O' }, zone(td3({ names: 'O<<MINSU' })), 'clear'],
    [
      'last_name',
      'another of one letter',
      { first_name: 'Min Su', last_name: 'E' },
      zone(td3({ names: 'O<<MINSU' })),
      'consider',
    ],
    ['last_name', 'None', { last_name: 'None' }, { ...licence, card: { ...card, last_name: 'NONE' } }, 'clear'],
    ['last_name', 'whole, beside a cut one', { last_name: 'Wolfeschlegel' }, cutCard, 'clear'],
    ['last_name', 'another than the whole one, beside a cut one', { last_name: 'Wolfeschmidt' }, cutCard, 'doubt'],
    ['last_name', 'another, beside a cut one', { last_name: 'Wolters' }, cutCard, 'consider'],
    ['document_numbers', 'nothing', {}, {}, 'unassessed'],
    ['document_numbers', 'the same', { id_numbers: [{ type: 'passport', value: 'e0000 7730' }] }, {}, 'clear'],
    ['document_numbers', 'another', { id_numbers: [{ type: 'passport', value: '123' }] }, {}, 'consider'],
    [
      'document_numbers',
      'number of a licence',
      { id_numbers: [{ type: 'driving_licence', value: '123' }] },
      {},
      'unassessed',
    ],
    ['gender', 'nothing', {}, {}, 'unassessed'],
    ['date_of_expiry', 'nothing', {}, {}, 'unassessed'],
  ])('%s: %s', (leaf, _, applicant, shown, becomes) => {
    const leaves = leavesOf(shown, { applicant: { ...holder, ...applicant } });
    expect(stateOf((leaves as Record<string, Parameters<typeof stateOf>[0]>)[`data_comparison.${leaf}`])).toBe(becomes);
  });
});

test.each<[string, Shown, string, number]>([
  ['sixteen today', zone(td3({ birth: '100115' })), 'clear', 16],
  ['sixteen tomorrow', zone(td3({ birth: '100116' })), 'consider', 15],
  [
    'fifteen, if the first of its days is that of birth',
    { zone: null, words: ['driving_licence', 'GBR'], printed: { dateOfBirth: order('2010-02-01') } },
    'doubt',
    15,
  ],
  ['sixteen, whatever the unknown day', unknownBirth('0912<<'), 'clear', 16],
  ['fifteen, if born on the last day of a year that is all that is known', unknownBirth('10<<<<'), 'doubt', 15],
])('age_validation.minimum_accepted_age: %s', (_, shown, becomes, measure) => {
  const leaf = leavesOf(shown)['age_validation.minimum_accepted_age' as never];
  expect([stateOf(leaf), leaf]).toMatchObject([becomes, { measure, threshold: 16 }]);
});

test('a card without an MRZ that says that it never expires is not expired, and has no date of expiry', () => {
  const printed = { dateOfBirth: label('1965-02-05'), dateOfExpiry: label('9999-12-31') };
  const shown: Shown = { zone: null, words: ['residence_permit', 'GBR'], printed, print: ['PERMANENT'] };
  const leaves = leavesOf(shown);
  for (const leaf of ['document_expiration', 'expiry_date'] as const)
    expect(leaves[`data_validation.${leaf}`]).toMatchObject({
      result: 'clear',
      reason: 'The document has no date of expiry, so it does not expire',
    });
  expect(bestOf(readingOf(shown), 'dateOfExpiry')).toBeNull();
});

test('an age from 0 to 115 is right, and nobody is too old or too young by a century', () => {
  for (let age = 0; age <= 115; age++) {
    const year = 2026 - age;
    const birth = `${String(year % 100).padStart(2, '0')}0110`;
    const shown = { ...zone(td3({ birth, expiry: '301014' })), printed: {}, print: [`10 JAN ${year}`] };
    const reading = withCenturies(readingOf(shown), `${year}-01-10`);
    const leaf = ageValidation(reading, { minimum_accepted_age: 18 })['age_validation.minimum_accepted_age'];
    expect([leaf?.measure, stateOf(leaf)]).toEqual([age, age < 18 ? 'consider' : 'clear']);
  }
});

test('without a birth date no age', () => {
  const leaf = leavesOf({ zone: null, printed: {} })['age_validation.minimum_accepted_age' as never];
  expect(stateOf(leaf)).toBe('unassessed');
});

test('a reason that says that values differ names both', () => {
  const printed = { ...passportPrint, dateOfBirth: label('1985-01-01') };
  const { reason } = leavesOf({ printed })['data_consistency.date_of_birth']!;
  expect(reason).toBe('The printed date of birth (1985-01-01) does not match the MRZ (1965-02-05)');
  const compared = leavesOf({}, { applicant: { ...holder, dob: '1966-02-05', last_name: 'Nobody' } });
  expect(['date_of_birth', 'last_name'].map((leaf) => compared[`data_comparison.${leaf}`]?.reason)).toEqual([
    "The date of birth in the MRZ (1965-02-05) does not match the applicant's data (1966-02-05)",
    "The surname in the MRZ (TRAVELER) does not match the applicant's data (Nobody)",
  ]);
});

test('a zone says what is wrong with it in words of its own', () => {
  expect(leavesOf({ zone: illegible(zoneOf(passportLines)) })['data_validation.mrz']?.reason).toBe(
    'In the MRZ, some characters that no check digit protects are unreadable. This may be a misprint or a reading error',
  );
});

test('a passport that is not ordinary is named by its document code', () => {
  const emergency = zone(td3({ code: 'PE' }));
  expect(leavesOf(emergency)['data_validation.mrz']?.reason).toBe(
    'Every check digit of the MRZ (format TD3) is correct. The document code PE means a passport of the kind: emergency',
  );
  const subtype = (code: string) => documentProperties(readingOf(zone(td3({ code })))).document_subtype;
  expect(['PE', 'PU', 'PD', 'PP', 'P<'].map(subtype)).toEqual([
    'emergency_passport',
    'emergency_passport',
    'diplomatic_passport',
    undefined,
    undefined,
  ]);
});

test('an unknown day of birth is not a day that could not be read', () => {
  const leaves = leavesOf(unknownBirth('65<<<<'));
  expect(leaves['data_validation.date_of_birth']).toEqual({
    result: null,
    reason: 'The MRZ says that part of the date of birth is unknown',
  });
  expect(stateOf(leaves['image_integrity.conclusive_document_quality'])).toBe('clear');
});

test("the reason keys of a picture's faults, each once", () => {
  const leaves = leavesOf({ failed: ['blur', 'glare', 'cutoff', 'contrast', 'resolution'] });
  expect(leaves['image_integrity.image_quality']).toEqual({
    result: 'consider',
    reason:
      'cutoff was measured; blur was measured; glare was measured; contrast was measured; resolution was measured',
    properties: {
      cut_off_document: 'consider',
      blurred_photo: 'consider',
      glare_on_photo: 'consider',
      other_photo_issue: 'consider',
    },
    measure: 9,
    threshold: 5,
  });
  const keys = (shown: Shown, leaf: 'image_quality' | 'conclusive_document_quality' | 'supported_document') =>
    leavesOf(shown)[`image_integrity.${leaf}`]?.properties;
  expect(keys({ failed: ['document'] }, 'image_quality')).toEqual({ no_document_in_image: 'consider' });
  expect(keys({ failed: ['darkness'] }, 'image_quality')).toEqual({ dark_photo: 'consider' });
  expect(keys(german, 'conclusive_document_quality')).toEqual({ missing_back: 'consider' });
  expect(keys({ uploads: [{ issuing_country: 'IRN' }] }, 'supported_document')).toEqual({
    sanctioned_document: 'consider',
  });
});

test('the video of a document is for a person', () => {
  const leaf = 'visual_authenticity.original_document_present';
  expect(stateOf(leavesOf({}, { video: true })[leaf])).toBe('doubt');
  expect(stateOf(leavesOf({ failed: ['screenshot'] }, { video: true })[leaf])).toBe('consider');
});

const use: OtherUse = {
  report_id: 'r',
  applicant_id: 'a',
  sameApplicant: false,
  claimed: false,
  stage: 'complete',
  names: 'match',
  date_of_birth: 'match',
};
const record: DocumentRecord = { known: true, compromised: false, otherUses: [], looks: [], sure: true };
const elsewhere = { ...use, names: 'mismatch' } as const;

test.each<[string, Partial<DocumentRecord>, string, string, string?]>([
  ['a document seen for the first time', {}, 'clear', 'clear', 'The document was used in no other report'],
  ['one without a number', { known: false }, 'unassessed', 'unassessed'],
  ['one on a list', { compromised: true }, 'consider', 'clear'],
  ['a document without a list to compare', { compromised: null }, 'unassessed', 'clear'],
  [
    'one seen before',
    { otherUses: [use] },
    ...['clear', 'clear', 'The document was used in 1 other report, always with the same name and date of birth'],
  ] as const,
  [
    'one that is before a person and in process, too',
    { otherUses: [use, { ...use, stage: 'waiting' }, { ...use, stage: 'processed' }] },
    ...['clear', 'clear'],
    'The document was used in 3 other reports (1 awaiting review, 1 in progress), always with the same name and date of birth',
  ] as const,
  [
    'one seen with another name',
    { otherUses: [use, elsewhere] },
    ...[
      'clear',
      'consider',
      'The document was used in 2 other reports. 1 of them has a different name or date of birth',
    ],
  ] as const,
  [
    'one that waits with another name',
    { otherUses: [{ ...elsewhere, stage: 'waiting' }] },
    ...['clear', 'consider'],
    'The document was used in 1 other report (1 awaiting review). 1 of them has a different name or date of birth',
  ] as const,
  ['one seen with another birth date', { otherUses: [{ ...use, date_of_birth: 'mismatch' }] }, 'clear', 'consider'],
  ['another name, read weakly', { sure: false, otherUses: [elsewhere] }, 'clear', 'doubt'],
  [
    'another name that a client gave',
    { otherUses: [{ ...elsewhere, claimed: true }] },
    ...['clear', 'doubt'],
    'The document was used in 1 other report. 1 of them has a different name or date of birth in the data that clients sent',
  ] as const,
  [
    'one whose names could not be compared',
    { otherUses: [use, { ...use, names: 'unknown', stage: 'processed' }] },
    ...['clear', 'doubt'],
    'The document was used in 2 other reports (1 in progress). In 1 of them, the names could not be compared',
  ] as const,
  [
    'a use without comparable data',
    { otherUses: [{ ...use, names: 'unknown', date_of_birth: 'unknown' }] },
    ...['clear', 'doubt'],
    'The document was used in 1 other report. In 1 of them, the names and the dates of birth could not be compared',
  ] as const,
  [
    'one of the same applicant that could not be compared',
    { otherUses: [{ ...use, names: 'unknown', sameApplicant: true }] },
    ...['clear', 'clear'],
    'The document was used in 1 other report. In 1 of them, the names could not be compared. They belong to the same applicant',
  ] as const,
])('compromised_document: %s', (_, more, database, attempts, reason) => {
  const leaves = compromisedDocument({ ...record, ...more });
  expect(stateOf(leaves['compromised_document.document_database'])).toBe(database);
  expect(stateOf(leaves['compromised_document.repeat_attempts'])).toBe(attempts);
  if (reason) expect(leaves['compromised_document.repeat_attempts']?.reason).toBe(reason);
  expect(stateOf(leaves.police_record)).toBe('unassessed');
});

test('a clean card that follows its standard agrees throughout', () => {
  const applicant = { first_name: 'Jane', last_name: 'Sample', id_numbers: [], dob: '1980-06-01' };
  const leaves = leavesOf({ ...licence, printed: cardPrint }, { applicant });
  const flagged = Object.entries(leaves).filter(
    ([, { result, doubt }]) => doubt || (result !== null && result !== 'clear'),
  );
  expect(flagged).toEqual([]);
});
