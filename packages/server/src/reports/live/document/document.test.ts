import type { KnownSpecimen } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { type DecisionSettings, defaultDecision } from '../../../context/decision-settings.ts';
import { documentTree } from '../../document.ts';
import type { Verdict } from '../../outcome.ts';
import { rightToWork } from '../../right-to-work.ts';
import type { DocumentRef, ReportProcessor, ReportSubject } from '../../types.ts';
import { doubtsOf } from '../assessment.ts';
import type { Answer } from '../lookup.ts';
import type { SentUpload, Tools } from '../tools.ts';
import { addressLines } from './address.ts';
import { driverVerification } from './driver.ts';
import { type DocumentTools, type DocumentVariant, processDocument } from './process.ts';
import { documentProperties } from './properties.ts';
import {
  card,
  cardPrint,
  holder,
  label,
  licence,
  passportLines,
  readingOf,
  type Shown,
  stateOf,
  td3,
  today,
  zoneOf,
} from './testing.ts';

interface Given {
  variant?: DocumentVariant;
  decision?: Partial<DecisionSettings>;
  applicant?: ReportSubject['applicant'];
  sanctioned?: string[];
  specimens?: KnownSpecimen[];
  sent?: SentUpload[];
}

/** Tools of a processor whose analysers find the given data; steps and looks are recorded. */
function around(
  shown: Shown,
  { decision, applicant = holder, sanctioned = ['IRN'], specimens = [], sent = [] }: Given,
) {
  const { analysis, uploads } = readingOf(shown);
  const noted = { steps: [] as string[], looks: [] as string[], files: [] as string[] };
  async function run(name: string, { file }: { file: { id: string } }) {
    noted.files.push(`${name} ${file.id}`);
    return analysis.sides.filter(({ id }) => id === file.id);
  }
  const tools: DocumentTools = {
    analyser: { run: run as never },
    decision: { ...defaultDecision, ...decision },
    today,
    westernToday: today,
    sanctionedCountries: sanctioned,
    specimens,
    step: async (name) => void noted.steps.push(name),
    file: async (id) => ({
      id,
      fileName: id,
      uploadedAt: 0,
      bytes: new Uint8Array(),
      mediaType: 'image/jpeg',
    }),
    otherUses: async () => [],
    isCompromised: async () => false,
    stateCertificates: async () => ({ certificates: [], revocationLists: [] }),
    credentialIssuers: async () => [],
    credentialStatus: async () => ({ status: 'valid' }),
    sealTrust: async () => ({ keys: [], certificates: [], revocationLists: [] }),
    keepLook: async ({ id }, hash) => void noted.looks.push(`${id} ${hash}`),
    sentUploads: async () => sent,
    documentRegister: () => null,
    lookUp: async () => [],
    sameLook: async () => [],
  };
  const documents = uploads as DocumentRef[];
  const subject = {
    applicant,
    media: { documents, documentIds: documents.map(({ id }) => id).toReversed() },
  } as unknown as ReportSubject;
  return { subject, tools, noted };
}

/** Evidence for a passport with one portrait. */
const unchanged = { zone: 'unchanged', print: 'unchanged', portrait: 'unchanged' } as const;

async function verdict(shown: Shown = {}, given: Given = {}) {
  const { subject, tools, noted } = around(shown, given);
  const report = { family: 'document', tree: documentTree } as const;
  const found = await processDocument(report, given.variant ?? {}, subject, tools);
  return { found: found as Verdict & { breakdown: Record<string, { result: unknown; breakdown?: object }> }, noted };
}

describe('the report', () => {
  test('a passport without a chip is for a person by default, however clean its pixels are', async () => {
    const { found } = await verdict({ pixels: unchanged });
    expect(found.status).toBe('awaiting_approval');
    expect(doubtsOf(found.assessment!)).toEqual([
      'visual_authenticity.fonts',
      'visual_authenticity.picture_face_integrity',
      'visual_authenticity.digital_tampering',
    ]);
    const alone = await verdict({ pixels: unchanged }, { decision: { decision_uncertain: 'consider' } });
    expect(alone.found).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'caution' });
    expect(alone.found.breakdown.data_consistency).toMatchObject({
      result: 'consider',
      breakdown: { multiple_data_sources_present: { result: 'consider' } },
    });
    expect(alone.found.breakdown.visual_authenticity).toMatchObject({ breakdown: { fonts: { result: null } } });
    const sent = { id: 'front', token: 'sdk_token', captureMethod: 'live' } as const;
    const asked = { decision_validity: 2 } as const;
    expect((await verdict({ pixels: unchanged }, { decision: asked, sent: [sent] })).found.status).toBe('complete');
    for (const other of [
      { ...sent, cameraName: 'OBS Virtual Camera' },
      { ...sent, captureMethod: 'upload' },
      { ...sent, token: 'api_token' } as const,
    ]) {
      const { found } = await verdict({ pixels: unchanged }, { decision: asked, sent: [other] });
      expect(doubtsOf(found.assessment!)).toEqual(['visual_authenticity.original_document_present']);
    }
  });

  test('a passport whose sources agree is clear where no sign is enough, and its look is kept', async () => {
    const { found, noted } = await verdict({ pixels: unchanged }, { decision: { decision_validity: 1 } });
    expect(found).toMatchObject({ status: 'complete', result: 'clear', sub_result: 'clear' });
    expect(noted).toEqual({
      steps: ['reading the document', 'checking the images', 'comparing the document with known data'],
      looks: ['front 0000000000000000'],
      files: ['documentSides front'],
    });
    const leaves = Object.entries(documentTree)
      .filter(([name]) => name !== 'issuing_authority')
      .map(([name, subs]) => [name, subs.filter((sub) => sub !== 'barcode')] as const);
    expect(
      Object.fromEntries(
        Object.entries(found.breakdown).map(([name, { breakdown = {} }]) => [name, Object.keys(breakdown)]),
      ),
    ).toEqual(Object.fromEntries(leaves));
    const given = Object.values(found.assessment!.leaves);
    expect(given.every(({ reason }) => reason.length > 10)).toBe(true);
  });

  test('the front is read first, whatever the order of its sides', async () => {
    const { noted } = await verdict({ ...licence, back: { hash: 'ffff0000ffff0000' } });
    expect(noted.files).toEqual(['documentSides front', 'documentSides back']);
  });

  test.each<[string, Shown, string, Given?]>([
    ['a blurred picture', { failed: ['blur'] }, 'consider'],
    ['a document of a sanctioned country', { zone: zoneOf(td3({ state: 'IRN' })) }, 'consider'],
    ['no identity document', { zone: null, words: [null, null], portrait: null }, 'consider'],
  ])('%s is refused: nothing else is judged, shown or stored', async (_, shown, result) => {
    const { found, noted } = await verdict(shown);
    expect(found).toMatchObject({ status: 'complete', result, sub_result: 'rejected', properties: {} });
    const { image_integrity, ...others } = found.breakdown;
    expect(image_integrity?.result).toBe('consider');
    expect(Object.values(others).map(({ result }) => result)).toEqual(Object.keys(others).map(() => null));
    expect(noted.looks).toEqual([]);
  });

  test('a doubt goes to a person, or counts against the document, as the account wants', async () => {
    const shown: Shown = { failed: ['editing_traces'] };
    expect((await verdict(shown)).found).toMatchObject({ status: 'awaiting_approval' });
    const { found } = await verdict(shown, { decision: { decision_uncertain: 'consider' } });
    expect(found).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'suspected' });
    expect(found.breakdown.visual_authenticity).toMatchObject({
      breakdown: { digital_tampering: { result: 'consider' }, other: { result: 'consider' } },
    });
  });

  test('a document published as a specimen is for a person, even if a word says so', async () => {
    const specimens = [{ country: 'USA', documentNumber: 'E00007730', source: 'a list' }];
    const leaf = 'visual_authenticity.original_document_present';
    const { found } = await verdict({}, { specimens });
    expect(found.status).toBe('awaiting_approval');
    expect(found.assessment!.leaves[leaf]?.reason).toBe(
      'USA has published this document as a specimen (number E00007730, source: a list)',
    );
    const both = await verdict({ forged: { specimen_words: 1 } }, { specimens });
    expect(both.found.status).toBe('awaiting_approval');
    expect(stateOf(both.found.assessment!.leaves[leaf])).toBe('doubt');
    const sure = await verdict({ forged: { specimen_words: 2 } }, { specimens });
    expect(sure.found).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'suspected' });
    const [first] = specimens;
    const another = await verdict({}, { specimens: [{ ...first!, country: 'CAN' }] });
    expect(stateOf(another.found.assessment!.leaves[leaf])).toBe('clear');
  });

  test("the least age is the account's", async () => {
    const { found } = await verdict({}, { decision: { minimum_accepted_age: 61 } });
    expect(found).toMatchObject({ result: 'consider', sub_result: 'rejected' });
  });

  test('that a document video was ordered is for a person', async () => {
    const { found } = await verdict({}, { variant: { video: true } });
    expect(found.status).toBe('awaiting_approval');
  });
});

describe('the right to work', () => {
  const process = async (shown: Shown, given: Given = {}, answers: readonly Answer[] = []) => {
    const { subject, tools } = around(shown, given);
    const lookUp = async () => answers;
    return (rightToWork.process as ReportProcessor<DocumentTools & Tools<'lookUp'>>)(subject, { ...tools, lookUp });
  };
  const shareCode = { ...holder, id_numbers: [{ type: 'share_code', value: 'W12345678' }] };

  test('waits for a person where no source knows share codes', async () => {
    const found = await process({}, { applicant: shareCode, decision: { decision_validity: 1 } });
    expect(found.status).toBe('awaiting_approval');
    const leaves = found.assessment!.leaves;
    expect(
      Object.entries(leaves)
        .filter(([, { doubt }]) => doubt)
        .map(([path]) => path),
    ).toEqual([
      'right_to_work.applicant_has_the_right_to_work',
      'share_code_validation.applicant_has_valid_share_code',
      'share_code_validation.name_matched',
    ]);
    expect(leaves['share_code_validation.document_id']?.properties).toEqual({ document_id: 'front' });
    expect(stateOf(leaves.age_validation)).toBe('clear');
    expect(Object.keys(found.assessment!.properties)).toEqual([
      ...['date_of_birth', 'date_of_expiry', 'document_type', 'first_name', 'last_name', 'gender', 'issuing_country'],
      ...['nationality', 'document_numbers', 'mrz_line1', 'mrz_line2'],
    ]);
  });

  test('is answered by a source for share codes', async () => {
    const full_name = `${holder.first_name} ${holder.last_name}`;
    const answers: Answer[] = [{ source: 'home', status: 'match', values: { full_name } }];
    const { leaves } = (await process({}, { applicant: shareCode, decision: { decision_validity: 1 } }, answers))
      .assessment!;
    const paths = ['applicant_has_valid_share_code', 'name_matched'].map((leaf) => `share_code_validation.${leaf}`);
    const all = ['right_to_work.applicant_has_the_right_to_work', ...paths];
    expect(all.map((path) => leaves[path]?.result)).toEqual(['clear', 'clear', 'clear']);
  });

  test('keeps the evidence and the parts of the pictures for the reviewer', async () => {
    const { evidence, parts } = (await process({})).assessment!;
    expect(evidence?.kind).toBe('passport');
    expect(parts?.map(({ id }) => id)).toContain('0-portrait');
  });

  test('becomes consider where no reviewer settles doubts, without a sub-result', async () => {
    const found = await process({}, { decision: { decision_uncertain: 'consider' } });
    expect(found).toMatchObject({ status: 'complete', result: 'consider', sub_result: null });
    expect('breakdown' in found && Object.keys(found.breakdown)).not.toContain('share_code_validation');
  });

  test('is not asked for of a picture that is refused', async () => {
    expect(await process({ failed: ['blur'] }, { applicant: shareCode })).toMatchObject({
      status: 'complete',
      result: 'consider',
      properties: {},
      breakdown: { right_to_work: { result: null }, age_validation: { result: null } },
    });
  });
});

describe('properties', () => {
  test('a passport', () => {
    const expected = {
      date_of_birth: '1965-02-05',
      date_of_expiry: '2030-10-14',
      document_type: 'passport',
      first_name: 'HAPPY',
      last_name: 'TRAVELER',
      gender: 'Female',
      issuing_country: 'USA',
      nationality: 'USA',
    };
    const zone = { mrz_line1: passportLines[0], mrz_line2: passportLines[1] };
    const { document_type: _, issuing_country: __, ...data } = expected;
    expect(documentProperties(readingOf())).toEqual({
      ...expected,
      ...zone,
      document_numbers: [{ type: 'document_number', value: 'E00007730' }],
      document_classification: { issuing_country: 'USA', document_type: 'passport' },
      extracted_data: { ...data, ...zone, document_number: 'E00007730', full_name: 'HAPPY TRAVELER' },
    });
  });

  test('nothing is shown that was not read, and no slips of reading', () => {
    const shown: Shown = { zone: null, words: [null, null], printed: { authority: label('raunorty(9）') } };
    expect(documentProperties(readingOf(shown), { address: true, licence: true, driver: true })).toEqual({
      date_of_birth: null,
      date_of_expiry: null,
      document_numbers: [],
      document_type: null,
      first_name: null,
      last_name: null,
      gender: null,
      issuing_country: null,
      nationality: null,
      document_classification: { issuing_country: null, document_type: null },
      extracted_data: {},
    });
  });

  const classes = [{ category: 'C', codes: 'B,E', expiry_date: '2028-06-01' }];
  const details = [{ category: 'C', codes: 'B,E', obtainment_date: null, expiry_date: '2028-06-01' }];
  const elements = new Map([['DCB', 'B E']]);

  test('a licence, with what its variants show', () => {
    const reading = readingOf({ ...licence, licenceClasses: classes, elements });
    expect(documentProperties(reading)).toMatchObject({
      first_name: 'JANE',
      middle_name: 'ANN',
      last_name: 'SAMPLE',
      gender: 'Female',
      issuing_state: 'CA',
      issuing_date: '2023-06-01',
      real_id_compliance: true,
      barcode: [card],
      address: '789 E OAK ST, ANYTOWN, CA, 90223, USA',
      extracted_data: { full_name: 'JANE ANN SAMPLE', address_line_1: '789 E OAK ST' },
    });
    const plain = Object.keys(documentProperties(reading));
    const more = (extras: object) =>
      Object.fromEntries(Object.entries(documentProperties(reading, extras)).filter(([name]) => !plain.includes(name)));
    expect(more({ address: true })).toEqual({
      address_lines: {
        street_address: '789 E OAK ST',
        city: 'ANYTOWN',
        state: 'CA',
        postal_code: '90223',
        country: 'United States of America',
        country_code: 'USA',
      },
    });
    expect(more({ licence: true })).toEqual({ driving_licence_information: details });
    expect(more({ driver: true })).toEqual({
      drivers_licence: true,
      restricted_licence: true,
      manual_transmission_restriction: true,
      raw_licence_category: 'Driver license',
      raw_vehicle_classes: 'C',
      vehicle_class_details: details,
      passenger_vehicle: { is_qualified: true, obtainment_date: null, expiry_date: '2028-06-01' },
    });
  });

  test.each<[string, Shown, object]>([
    [
      'no restriction',
      { elements: new Map([['DCB', 'NONE']]) },
      { restricted_licence: false, manual_transmission_restriction: false },
    ],
    [
      'a motorcycle alone',
      { licenceClasses: [{ ...classes[0]!, category: 'M1' }] },
      { passenger_vehicle: { is_qualified: false } },
    ],
    [
      'an identity card',
      { card: { ...card, document_type: 'national_identity_card' }, licenceClasses: [] },
      { drivers_licence: false, raw_licence_category: 'Identification card' },
    ],
    ['a licence without a barcode', { card: null }, { drivers_licence: true }],
  ])('driver verification: %s', (_, shown, expected) => {
    const reading = readingOf({ ...licence, licenceClasses: classes, elements, ...shown });
    expect(documentProperties(reading, { driver: true })).toMatchObject(expected);
  });

  test('a European licence has its categories in print', () => {
    const printed = { ...cardPrint, categories: label('AM/B') };
    const reading = readingOf({ zone: null, words: ['driving_licence', 'FRA'], printed });
    const none = { codes: null, obtainment_date: null, expiry_date: null };
    const details = [
      { category: 'AM', ...none },
      { category: 'B', ...none },
    ];
    expect(documentProperties(reading, { licence: true })).toMatchObject({ driving_licence_information: details });
    expect(driverVerification(reading)).toEqual({
      drivers_licence: true,
      raw_vehicle_classes: 'AM,B',
      vehicle_class_details: details,
      passenger_vehicle: { is_qualified: true, obtainment_date: null, expiry_date: null },
    });
    const moped = readingOf({ zone: null, words: ['driving_licence', 'FRA'], printed: { categories: label('AM') } });
    expect(driverVerification(moped)).toMatchObject({ passenger_vehicle: { is_qualified: false } });
  });

  test('the table on its back says since when and how long, and what the front adds is kept', () => {
    const row = (category: string, from: string | null, until: string | null, codes: string | null = null) => ({
      category,
      from,
      until,
      codes,
    });
    const licenceTable = [
      row('AM', '2013-01-19', null),
      row('A', null, null),
      row('B', '2013-01-19', '2028-01-18', '01'),
    ];
    const printed = { ...cardPrint, categories: label('AM/B/BE') };
    const reading = readingOf({ zone: null, words: ['driving_licence', 'DEU'], printed, licenceTable });
    expect(documentProperties(reading, { licence: true }).driving_licence_information).toEqual([
      { category: 'AM', codes: null, obtainment_date: '2013-01-19', expiry_date: null },
      { category: 'B', codes: '01', obtainment_date: '2013-01-19', expiry_date: '2028-01-18' },
      { category: 'BE', codes: null, obtainment_date: null, expiry_date: null },
    ]);
    expect(driverVerification(reading).passenger_vehicle).toEqual({
      is_qualified: true,
      obtainment_date: '2013-01-19',
      expiry_date: '2028-01-18',
    });
  });

  test.each<[address: string, country: string, lines: object]>([
    [
      '1881 PIERCE ST, LAKEWOOD, CO 80214-1249',
      'USA',
      { street_address: '1881 PIERCE ST', city: 'LAKEWOOD', state: 'CO', postal_code: '80214-1249' },
    ],
    [
      '14 SAMPLE STREET, SHEFFIELD, S1 2HH',
      'GBR',
      { street_address: '14 SAMPLE STREET', city: 'SHEFFIELD', state: '', postal_code: 'S1 2HH' },
    ],
    [
      '104 RUE DES FLEURS, 92100 BOULOGNE',
      'FRA',
      { street_address: '104 RUE DES FLEURS', city: 'BOULOGNE', postal_code: '92100' },
    ],
    [
      'SOMEWHERE',
      'FRA',
      { street_address: 'SOMEWHERE', city: '', postal_code: '', country: 'France', country_code: 'FRA' },
    ],
  ])('the address %s', (address, country, lines) => {
    const reading = readingOf({
      zone: null,
      words: ['driving_licence', country],
      printed: { address: label(address) },
    });
    expect(addressLines(reading)).toMatchObject(lines);
  });

  test('no address, no lines', () => expect(addressLines(readingOf())).toBeNull());
});
