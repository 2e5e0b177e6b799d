import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTestFiles, testFile } from '../../../../verification/src/testing/data.ts';
import type { Analyser } from '../../analysis/analyser.ts';
import { leafResults } from '../../reports/breakdown.ts';
import { EVIDENCE } from '../../reports/live/document/evidence/table.ts';
import type { Breakdowns } from '../../reports/outcome.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { eventsOf } from './testing/events.ts';
import { padded } from './testing/files.ts';
import { notFound, outcome, storyOf } from './testing/story.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  const { services } = service;
  (services as { analyser: Analyser }).analyser = remembering(services.analyser);
});
afterAll(() => service?.close());

/** Reads the same files once: each reading takes seconds, and finds the same. */
function remembering(analyser: Analyser): Analyser {
  const known = new Map<string, Promise<never>>();
  return {
    ...analyser,
    run(name, input) {
      if (typeof input === 'function') return analyser.run(name, input);
      const text = JSON.stringify(input, (_, value) =>
        value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value,
      );
      const key = `${name} ${text.replace(/"id":"[^"]*"/g, '')}`;
      const found = known.get(key) ?? (analyser.run(name, input) as Promise<never>);
      known.set(key, found);
      return found;
    },
  };
}

interface Upload {
  readonly file: string | Buffer;
  readonly type?: string;
  readonly side?: 'front' | 'back';
  readonly issuing_country?: string;
}

const picture = (name: string) => readFileSync(testFile(name));

/** An applicant, uploads, a check, and what became of it. */
async function attempt(
  uploads: readonly Upload[],
  applicant: object,
  { report: name = 'document', account = { id: service.account.id, liveToken: service.liveToken } } = {},
) {
  const call = { token: account.liveToken };
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant(applicant, call);
  const document_ids: string[] = [];
  for (const { file, type = 'passport', ...fields } of uploads) {
    const bytes = typeof file === 'string' ? picture(file) : file;
    const png = bytes.readUInt16BE(0) === 0x8950;
    const sent = { name: png ? 'a.png' : 'a.jpg', bytes, type: png ? 'image/png' : 'image/jpeg' };
    const { status, body } = await story.upload('documents', { applicant_id, type, ...fields }, sent, call);
    expect(status).toBe(201);
    document_ids.push(body.id);
  }
  service.clock.advance(1000);
  const made = await story.completed({ applicant_id, report_names: [name] }, call);
  const { doubts, leaves, evidence } = await found(made.reports[0].id, account.id);
  return { applicant_id, document_ids, check: made.check, report: made.reports[0], doubts, leaves, evidence, account };
}

const operator = (accountId: string, id: string) => `/operator/v1/accounts/${accountId}/reports/${id}`;

/** Findings of a report that the operator sees. */
async function found(id: string, accountId = service.account.id) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return (await service.get(operator(accountId, id), { token: null, headers })).body;
}

/** Leaves that the pictures of a specimen leave open: nothing confirms them, or its own words say that it is one. */
const OPEN: readonly string[] = [
  ...EVIDENCE.flatMap(({ leaves }) => leaves),
  'data_consistency.multiple_data_sources_present',
];

const OF_PICTURES = OPEN.filter((leaf) => !leaf.startsWith('data_consistency.'));

/** The same attempt, once a reviewer has the document at hand and clears what its pictures leave open, and nothing else. */
async function reviewed(...given: Parameters<typeof attempt>) {
  const made = await attempt(...given);
  const { account, doubts } = made;
  expect(doubts.filter((leaf: string) => !OPEN.includes(leaf))).toEqual([]);
  if (doubts.length > 0) {
    const leaves = Object.fromEntries(doubts.map((leaf: string) => [leaf, 'clear']));
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const json = { leaves, note: 'The document is at hand' };
    const path = `${operator(account.id, made.report.id)}/decide`;
    expect((await service.call('POST', path, { token: null, headers, json })).status).toBe(200);
  }
  await service.settle();
  const call = { token: account.liveToken };
  const [check, report] = [
    (await service.get(`/v3.6/checks/${made.check.id}`, call)).body,
    (await service.get(`/v3.6/reports/${made.report.id}`, call)).body,
  ];
  return { ...made, check, report };
}

/** Leaves of a report that are not clear, by result, without the leaves that images may confirm or leave open. */
function unclear({ breakdown }: { breakdown: Breakdowns }) {
  const of = (wanted: string | null) =>
    leafResults(breakdown)
      .filter(([path, result]) => result === wanted && (result !== null || !OF_PICTURES.includes(path)))
      .map(([path]) => path)
      .sort();
  return { consider: of('consider'), unidentified: of('unidentified'), unassessed: of(null) };
}

const under = (breakdown: string, leaves: string) => leaves.split(' ').map((leaf) => `${breakdown}.${leaf}`);

/** Leaves that can't be judged for a document of one kind, of an applicant who has only names. */
const never = [
  ...under('data_comparison', 'gender date_of_expiry document_numbers'),
  ...under('visual_authenticity', 'template security_features'),
  // Nobody has imported a list.
  'compromised_document.document_database',
  'police_record',
];
const noZone = ['data_validation.mrz'];
const oneSource = under(
  'data_consistency',
  'date_of_expiry document_numbers issuing_country document_type date_of_birth gender first_name last_name nationality',
);
const TEMPLATE = 'visual_authenticity.template';
const EXPIRED = 'data_validation.document_expiration';

interface Truth {
  file: string;
  mrz: { lines: string[]; fields: Record<string, string> };
}

/** Properties as the ground truth of a zone gives them; dates are the specimen's, with their century. */
function zoneProperties(file: string, dates: { birth: string; expiry: string | null }) {
  const all: Truth[] = JSON.parse(readFileSync(testFile('documents_mrz/ground_truth.json'), 'utf8'));
  const { lines, fields } = all.find((one) => `documents_mrz/${one.file}` === file)!.mrz;
  expect(dates.birth.replaceAll('-', '').slice(2)).toBe(fields.date_of_birth);
  return {
    date_of_birth: dates.birth,
    date_of_expiry: dates.expiry,
    document_numbers: expect.arrayContaining([{ type: 'document_number', value: fields.document_number }]),
    first_name: fields.given_names || null,
    last_name: fields.surname,
    gender: { M: 'Male', F: 'Female' }[fields.sex!],
    ...Object.fromEntries(lines.map((line, i) => [`mrz_line${i + 1}`, line])),
  };
}

interface Expected {
  sub_result: string;
  consider: string[];
  birth: string;
  expiry: string;
}

const usa: Upload = { file: 'documents_mrz/USA-Passport-2020.jpeg', issuing_country: 'USA' };
const happy = { first_name: 'Happy', last_name: 'Traveler', dob: '1965-02-05' };
const identity = { type: 'national_identity_card' };

/** Reading a document takes two seconds, and several where others work on the same machine. */
const SLOW = 120_000;

describe('live document reports on specimens', { timeout: SLOW }, () => {
  test('a clean passport is clear once its reviewer has it, sent by webhook and printed', async () => {
    const { check, report, applicant_id, document_ids, doubts, leaves, evidence } = await reviewed([usa], happy);
    // A published specimen without chip data: its pictures confirm its data, and not that it is an original.
    expect(doubts).toContain('visual_authenticity.original_document_present');
    for (const leaf of doubts.filter((one: string) => one.startsWith('data_consistency'))) {
      expect(leaves[leaf].reason).toMatch(/^No evidence rules out that/);
    }
    const second = { confirmed_by: [{ source: 'second_place', grade: 'independent' }] };
    expect(evidence.kind).toBe('passport');
    expect(evidence.found).toEqual(
      expect.arrayContaining(
        ['document_numbers', 'date_of_birth', 'last_name', 'first_name'].map((leaf) => ({
          forgery: 'data_in_one_place',
          leaf: `data_consistency.${leaf}`,
          ...second,
        })),
      ),
    );
    expect(check).toMatchObject({ status: 'complete', result: 'clear', sandbox: false });
    expect(report).toMatchObject({
      status: 'complete',
      result: 'clear',
      sub_result: 'clear',
      documents: [{ id: document_ids[0] }],
      properties: {
        ...zoneProperties(usa.file as string, { birth: '1965-02-05', expiry: '2030-10-14' }),
        document_type: 'passport',
        issuing_country: 'USA',
        nationality: 'USA',
        document_classification: { issuing_country: 'USA', document_type: 'passport' },
        extracted_data: { document_number: 'E00007730', full_name: 'HAPPY TRAVELER', nationality: 'USA' },
      },
    });
    const { unassessed, ...flagged } = unclear(report);
    expect(flagged).toEqual({ consider: [], unidentified: [] });
    // The day of expiry stands in three languages, which readers may or may not take for a day.
    expect(unassessed.filter((leaf) => leaf !== 'data_consistency.date_of_expiry')).toEqual(
      [...never.filter((leaf) => leaf !== TEMPLATE), ...under('data_consistency', 'gender nationality')].sort(),
    );
    // This version of the passport has its layout in the table.
    expect(report.breakdown.visual_authenticity.breakdown.template.result).toBe('clear');
    expect(Object.keys(report.breakdown)).not.toContain('issuing_authority');
    expect(report.breakdown.data_validation.breakdown).not.toHaveProperty('barcode');
    expect(await eventsOf(service, check.id)).toEqual([
      `check.started ${check.id} in_progress`,
      `report.awaiting_approval ${report.id} awaiting_approval`,
      `report.completed ${report.id} complete`,
      `check.completed ${check.id} complete`,
    ]);
    const pdf = await service.get(`/v3.6/checks/${check.id}/download`, { token: service.liveToken });
    expect([pdf.status, pdf.headers['content-type'], pdf.bytes.subarray(0, 5).toString()]).toEqual([
      ...[200, 'application/pdf', '%PDF-'],
    ]);
    const attempts = `/v3.6/repeat_attempts/${report.id}`;
    expect((await service.get(attempts, { token: service.liveToken })).body).toMatchObject({ attempts_count: 1 });

    const again = await reviewed([usa], happy);
    expect(again.report.breakdown.compromised_document.breakdown.repeat_attempts.result).toBe('clear');
    expect((await service.get(attempts, { token: service.liveToken })).body).toMatchObject({
      repeat_attempts: [{ applicant_id: again.applicant_id, names: 'match', date_of_birth: 'match', result: 'clear' }],
      attempts_count: 2,
      attempts_clear_rate: 1,
      unique_mismatches_count: 0,
    });
    expect(again.applicant_id).not.toBe(applicant_id);
    for (const token of [service.other.liveToken, service.sandboxToken]) {
      for (const path of [`/v3.6/reports/${report.id}`, attempts]) {
        expect(outcome(await service.get(path, { token }))).toEqual(notFound('Report', report.id));
      }
    }
    const elsewhere = await reviewed([usa], happy, { account: service.other });
    const other = `/v3.6/repeat_attempts/${elsewhere.report.id}`;
    expect((await service.get(other, { token: service.other.liveToken })).body).toMatchObject({ attempts_count: 1 });
  });

  test.each<[what: string, applicant: object, upload: Partial<Upload>, consider: string[], sub_result: string]>([
    ['name', { ...happy, first_name: 'Ernest' }, {}, ['data_comparison.first_name'], 'caution'],
    ['birth date', { ...happy, dob: '1966-02-05' }, {}, ['data_comparison.date_of_birth'], 'caution'],
    ['country', happy, { issuing_country: 'CAN' }, ['data_comparison.issuing_country'], 'caution'],
    ['document type', happy, { type: 'driving_licence' }, ['data_comparison.document_type'], 'caution'],
  ])('another %s than the document has', async (_, applicant, upload, consider, sub_result) => {
    const { report } = await reviewed([{ ...usa, ...upload }], applicant);
    expect(report).toMatchObject({ status: 'complete', result: 'consider', sub_result });
    expect(unclear(report).consider).toEqual(consider);
  });

  test.each<[what: string, leaf: string, key: string, file: () => Promise<string | Buffer>]>([
    [
      'blurred',
      'image_quality',
      'blurred_photo',
      () =>
        sharp(picture(usa.file as string))
          .blur(4)
          .png({ compressionLevel: 0 })
          .toBuffer(),
    ],
    [
      'cut off',
      'image_quality',
      'cut_off_document',
      () =>
        sharp(picture(usa.file as string))
          .extract({ left: 0, top: 0, width: 800, height: 768 })
          .png({ compressionLevel: 0 })
          .toBuffer(),
    ],
    ['no document', 'image_quality', 'no_document_in_image', async () => 'documents_quality/object_coffee.jpg'],
    ['sanctioned', 'supported_document', 'sanctioned_document', async () => usa.file as string],
  ])('%s: refused, and nothing of its data is shown', async (what, leaf, key, file) => {
    const issuing_country = what === 'sanctioned' ? 'IRN' : 'USA';
    const { report } = await attempt([{ file: await file(), issuing_country }], happy);
    expect(report).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'rejected', properties: {} });
    const { breakdown, result } = report.breakdown.image_integrity;
    expect([result, breakdown[leaf]]).toMatchObject([
      'consider',
      { result: 'consider', properties: { [key]: 'consider' } },
    ]);
    expect(unclear(report).consider).toEqual([`image_integrity.${leaf}`]);
    for (const [name, one] of Object.entries(report.breakdown as Breakdowns)) {
      if (name !== 'image_integrity') expect([name, one.result]).toEqual([name, null]);
    }
  });

  const specimens: [what: string, uploads: Upload[], applicant: object, result: Expected][] = [
    [
      'an expired passport',
      [{ file: 'documents_mrz/FRA-Passport-2010.jpg', issuing_country: 'FRA' }],
      { first_name: 'Natacha', last_name: 'Specimen', dob: '1984-07-12' },
      { sub_result: 'caution', consider: [EXPIRED], birth: '1984-07-12', expiry: '2020-07-05' },
    ],
    [
      'both sides of a card in one picture',
      [{ file: 'documents_mrz/mrz_id_cards_Latvia.png', issuing_country: 'LVA', ...identity }],
      { first_name: 'Andris', last_name: 'Paraudzins' },
      { sub_result: 'caution', consider: [EXPIRED], birth: '1982-12-12', expiry: '2017-03-05' },
    ],
    [
      'wrong check digits',
      [{ file: 'documents_mrz/mrz_id_cards_Malta_BAD.png', issuing_country: 'MLT', ...identity }],
      { first_name: 'Mandy', last_name: 'Spiteri' },
      {
        sub_result: 'suspected',
        consider: [EXPIRED, 'data_validation.mrz'],
        birth: '1973-09-25',
        expiry: '2008-10-24',
      },
    ],
    [
      'a residence permit',
      [{ file: 'documents_mrz/mrz_resident_cards_Germany.png', issuing_country: 'DEU', type: 'residence_permit' }],
      { first_name: 'Jasin', last_name: 'Singh' },
      { sub_result: 'caution', consider: [EXPIRED], birth: '1976-11-02', expiry: '2016-09-18' },
    ],
    [
      'both sides of a card, with the MRZ on the first',
      [
        { file: 'documents_mrz/National-ID-France-1994-recto.jpg', side: 'front', issuing_country: 'FRA', ...identity },
        {
          file: 'documents_front/National-ID-France-1994-verso.jpg',
          side: 'back',
          issuing_country: 'FRA',
          ...identity,
        },
      ],
      { first_name: 'Corinne', last_name: 'Berthier' },
      { sub_result: 'caution', consider: [EXPIRED], birth: '1965-12-06', expiry: '2004-09-15' },
    ],
  ];
  const here = specimens.filter(([, uploads]) => hasTestFiles(...uploads.map(({ file }) => String(file))));
  test.each(here)('%s', async (_, uploads, applicant, { sub_result, consider, birth, expiry }) => {
    const { report } = await reviewed(uploads, applicant);
    expect(report).toMatchObject({ status: 'complete', result: 'consider', sub_result });
    expect(unclear(report).consider).toEqual(consider);
    expect(report.properties).toMatchObject(zoneProperties(uploads[0]!.file as string, { birth, expiry }));
  });

  test('what print and zone of the two sides say differently is for a person', async () => {
    const { check, report, doubts } = await attempt(
      [
        { file: 'documents_mrz/cze_id_back.jpg', side: 'back', issuing_country: 'CZE', ...identity },
        { file: 'documents_mrz/cze_id_front.jpg', side: 'front', issuing_country: 'CZE', ...identity },
      ],
      { first_name: 'Vzor', last_name: 'Specimen', dob: '1981-10-08' },
    );
    expect([check.status, report.status, report.result, report.properties]).toEqual([
      ...['in_progress', 'awaiting_approval', null, {}],
    ]);
    expect(doubts).toContain('data_consistency.document_numbers');
    const body = await found(report.id);
    expect(body.leaves['data_consistency.document_numbers'].reason).toMatch(
      /^The printed document number \(.+\) does not match the/,
    );
    expect(body.properties).toMatchObject({
      document_numbers: [{ type: 'document_number', value: '998001343' }, { type: 'personal_number' }],
      date_of_birth: '1981-10-08',
      date_of_expiry: '2022-01-10',
      first_name: 'VZOR',
      last_name: 'SPECIMEN',
    });
  });

  test.skipIf(!hasTestFiles('documents_front/alb00_tampered.jpg'))(
    'a portrait that its ghost seems to contradict waits for a person (needs TEST_DATA)',
    async () => {
      const { check, report, doubts } = await attempt(
        [{ file: 'documents_front/alb00_tampered.jpg', side: 'front', issuing_country: 'ALB', ...identity }],
        { first_name: 'Adnan', last_name: 'Agani', dob: '1991-11-20' },
      );
      expect([check.status, report.status, report.result]).toEqual(['in_progress', 'awaiting_approval', null]);
      expect(doubts).toContain('visual_authenticity.picture_face_integrity');
      const body = await found(report.id);
      expect(body.properties).toMatchObject({
        first_name: 'Adnan',
        last_name: 'Agani',
        gender: 'Male',
        issuing_country: 'ALB',
        nationality: null,
        date_of_birth: '1991-11-20',
        date_of_expiry: '2029-04-13',
        issuing_date: '2019-04-13',
      });
    },
  );

  test('the front of a licence, without the back that has the barcode', async () => {
    const { report } = await reviewed(
      [
        {
          file: 'documents_front/USA-Driver-License-MA-2016.png',
          side: 'front',
          issuing_country: 'USA',
          type: 'driving_licence',
        },
      ],
      { first_name: 'Connor', last_name: 'Sample' },
    );
    expect(report).toMatchObject({
      result: 'consider',
      sub_result: 'caution',
      properties: {
        first_name: 'CONNOR',
        last_name: 'SAMPLE',
        issuing_state: 'MA',
        document_type: 'driving_licence',
        date_of_birth: '1959-01-12',
        date_of_expiry: '2021-01-12',
        document_numbers: [{ type: 'document_number', value: 'S99988801' }],
      },
    });
    expect(unclear(report).consider).toEqual([EXPIRED, 'image_integrity.conclusive_document_quality']);
    expect(report.breakdown.image_integrity.breakdown.conclusive_document_quality.properties).toEqual({
      missing_back: 'consider',
    });
  });

  test.skipIf(!hasTestFiles('barcodes_pdf417/california_specimen_barcode.jpg'))(
    'a barcode has the address, the classes and what may be driven (needs TEST_DATA)',
    async () => {
      const upload: Upload = {
        file: 'barcodes_pdf417/california_specimen_barcode.jpg',
        side: 'back',
        issuing_country: 'USA',
        type: 'driving_licence',
      };
      const truth = JSON.parse(readFileSync(testFile('barcodes_pdf417/ground_truth.json'), 'utf8'));
      const { elements } = truth.find((one: { file: string }) => `barcodes_pdf417/${one.file}` === upload.file);
      const applicant = { first_name: elements.DAC, last_name: elements.DCS, dob: '1977-10-31' };
      const expiry_date = '2014-10-31';
      for (const [name, extra] of [
        ['document', {}],
        [
          'document_with_address_information',
          {
            address_lines: {
              street_address: elements.DAG,
              city: elements.DAI,
              state: 'CA',
              postal_code: '00000',
              country: 'United States of America',
              country_code: 'USA',
            },
          },
        ],
        [
          'document_with_driving_licence_information',
          { driving_licence_information: [{ category: elements.DCA, expiry_date, obtainment_date: null }] },
        ],
        [
          'document_with_driver_verification',
          {
            drivers_licence: true,
            raw_licence_category: 'Driver license',
            raw_vehicle_classes: elements.DCA,
            vehicle_class_details: [{ category: elements.DCA, expiry_date, obtainment_date: null }],
            passenger_vehicle: { is_qualified: true, expiry_date, obtainment_date: null },
          },
        ],
      ] as const) {
        const { report } = await reviewed([upload], applicant, { report: name });
        expect([name, report]).toMatchObject([
          name,
          {
            result: 'consider',
            sub_result: 'caution',
            properties: {
              document_type: 'driving_licence',
              issuing_country: 'USA',
              issuing_state: 'CA',
              gender: 'Male',
              first_name: elements.DAC,
              last_name: elements.DCS,
              date_of_birth: '1977-10-31',
              document_numbers: [{ type: 'document_number', value: elements.DAQ }],
              barcode: [{ document_number: elements.DAQ, date_of_expiry: expiry_date, class: elements.DCA }],
              ...extra,
            },
          },
        ]);
        expect(unclear(report)).toEqual({
          consider: [EXPIRED, 'visual_authenticity.face_detection'],
          unidentified: [],
          unassessed: [...[...never, ...noZone, ...oneSource], 'data_consistency.multiple_data_sources_present'].sort(),
        });
        expect(report.breakdown.data_validation.breakdown.barcode.result).toBe('clear');
        const extraKeys = ['address_lines', 'driving_licence_information', 'drivers_licence'];
        expect(extraKeys.filter((key) => key in report.properties)).toEqual(extraKeys.filter((key) => key in extra));
      }
    },
  );

  test.skipIf(!hasTestFiles('documents_mrz/mrz_passports_Canada.png'))(
    'one number of two people (needs TEST_DATA)',
    async () => {
      const account = await service.makeAccount('Strict Ltd');
      const passport = (file: string, applicant: object) =>
        reviewed([{ file: `documents_mrz/${file}`, issuing_country: 'CAN' }], applicant, { account });
      const born = { dob: '1985-01-01' };
      const first = await passport('mrz_passports_Canada.png', { first_name: 'Sarah', last_name: 'Martin', ...born });
      expect([first.report.sub_result, unclear(first.report).consider]).toEqual(['caution', [EXPIRED]]);
      const second = await passport('can_passport_fictional.png', {
        first_name: 'Hollie',
        last_name: 'Brown',
        ...born,
      });
      expect(second.report.sub_result).toBe('suspected');
      expect(unclear(second.report).consider).toEqual([
        'compromised_document.repeat_attempts',
        EXPIRED,
        'visual_authenticity.face_detection',
      ]);
      const { body } = await service.get(`/v3.6/repeat_attempts/${second.report.id}`, { token: account.liveToken });
      expect(body).toMatchObject({
        repeat_attempts: [
          { report_id: first.report.id, names: 'mismatch', date_of_birth: 'match', result: 'consider' },
        ],
        attempts_count: 2,
        attempts_clear_rate: 0,
        unique_mismatches_count: 1,
      });
    },
  );

  test('a right to work is for a person, with every shared leaf proposed', async () => {
    const { report, doubts } = await attempt([usa], happy, { report: 'right_to_work' });
    expect(report).toMatchObject({ status: 'awaiting_approval', result: null, breakdown: {} });
    const body = await found(report.id);
    expect(doubts.filter((leaf: string) => !OPEN.includes(leaf))).toEqual([
      'right_to_work.applicant_has_the_right_to_work',
    ]);
    expect(body.leaves).toMatchObject({
      'data_validation.document_numbers': { result: 'clear', properties: { document_number: 'E00007730' } },
      'data_comparison.last_name': { result: 'clear' },
      age_validation: { result: 'clear', measure: 60, threshold: 16 },
    });
    expect(Object.keys(body.leaves)).not.toContain('data_validation.barcode');
  });

  test('what the Home Office shows for a share code is not an identity document, and its code is not assessed', async () => {
    const id_numbers = [{ type: 'share_code', value: 'W1A2B3C4D' }];
    const shown = await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const upload = { file: padded(shown, 40_000), type: 'right_to_work_share_code_result' };
    const { report } = await attempt([upload], { ...happy, id_numbers }, { report: 'right_to_work' });
    expect([report.status, report.result]).toEqual(['complete', 'consider']);
    expect(report.breakdown.image_integrity.result).toBe('consider');
    expect(report.breakdown.share_code_validation.breakdown.applicant_has_valid_share_code.result).toBeNull();
  });
});
