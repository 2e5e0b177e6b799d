import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { symbolOf } from '../../../../verification/src/barcode/testing.ts';
import { ecdsa, issue } from '../../../../verification/src/chip/testing/issuer.ts';
import { hexOf, paperSeal } from '../../../../verification/src/seal/testing.ts';
import { testFile } from '../../../../verification/src/testing/data.ts';
import { useService } from '../../testing/service.ts';
import { BILL, FRENCH_BILL, paper } from './testing/address-paper.ts';
import { eventsOf } from './testing/events.ts';
import { notFound, outcome, storyOf } from './testing/story.ts';

const address = { building_number: '1', street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };

const service = useService({ settings: { analysis: 'on' } });

describe('a proof of address in live', () => {
  const story = () => storyOf(service, 'v3.6');
  const live = () => ({ token: service.liveToken });

  async function reportOn(
    bytes: Buffer,
    { applicant = {}, type = 'utility_bill', country = 'GBR', token = service.liveToken, name = 'bill.pdf' } = {},
  ) {
    const given = { first_name: 'Jane', last_name: 'Doe', address, ...applicant };
    const applicant_id = await story().applicant(given, { token });
    const mediaType = name.endsWith('pdf') ? 'application/pdf' : name.endsWith('png') ? 'image/png' : 'image/jpeg';
    const uploaded = await story().upload(
      'documents',
      { applicant_id, type, issuing_country: country },
      { name, bytes, type: mediaType },
      { token },
    );
    expect([uploaded.status, uploaded.body]).toMatchObject([201, { type }]);
    const { check, reports } = await story().completed({ applicant_id, report_names: ['proof_of_address'] }, { token });
    return { applicant_id, check, report: reports[0] };
  }

  const leaves = (report: { breakdown: Record<string, { breakdown: Record<string, { result: unknown }> }> }) =>
    Object.fromEntries(
      Object.values(report.breakdown).flatMap(({ breakdown }) =>
        Object.entries(breakdown).map(([leaf, { result }]) => [leaf, result]),
      ),
    );

  const allClear = {
    address: 'clear',
    first_name: 'clear',
    last_name: 'clear',
    supported_document: 'clear',
    valid_document_date: 'clear',
    image_quality: 'clear',
    source_integrity: 'clear',
  };

  test('of the applicant, young enough, is clear and says what it says', async () => {
    const { check, report } = await reportOn(await paper(BILL));
    expect(report).toMatchObject({ status: 'complete', result: 'clear', sub_result: null, documents: [] });
    expect(leaves(report)).toEqual(allClear);
    expect(report.properties).toEqual({
      address: '1 Sample Street, London, SW4 6EH',
      document_type: 'electricity_bill',
      first_names: 'Jane Ann',
      last_names: 'Doe',
      issuer: 'Northern Lights Energy plc',
      issue_date: '2025-12-20',
      summary_period_start: '2025-09-18',
      summary_period_end: '2025-12-17',
    });
    expect(check).toMatchObject({ status: 'complete', result: 'clear' });
    expect(await eventsOf(service, check.id)).toEqual([
      `check.started ${check.id} in_progress`,
      `report.completed ${report.id} complete`,
      `check.completed ${check.id} complete`,
    ]);
    // v3.2 knows neither the date nor the source.
    const { body } = await service.get(`/v3.2/reports/${report.id}`, live());
    expect(Object.keys(leaves(body))).toEqual([
      'address',
      'first_name',
      'last_name',
      'supported_document',
      'image_quality',
    ]);
  });

  test.each<[string, object, Record<string, string>]>([
    ['another last name', { last_name: 'Novak' }, { last_name: 'consider' }],
    ['another first name', { first_name: 'Mary' }, { first_name: 'consider' }],
    [
      'another address',
      { address: { ...address, building_number: '9', postcode: 'LS1 1AA' } },
      { address: 'consider' },
    ],
  ])('of %s is consider', async (_, applicant, changed) => {
    const { report } = await reportOn(await paper(BILL), { applicant });
    expect([report.status, report.result]).toEqual(['complete', 'consider']);
    expect(leaves(report)).toEqual({ ...allClear, ...changed });
  });

  test('that is too old is consider', async () => {
    const old = BILL.map((line) => line.replace('20 December 2025', '14 October 2025'));
    const { report } = await reportOn(await paper(old));
    expect(leaves(report)).toEqual({ ...allClear, valid_document_date: 'consider' });
    expect(report.result).toBe('consider');
  });

  test('that an editor of pictures or PDFs has touched is consider', async () => {
    const { report } = await reportOn(await paper(BILL, { Producer: 'Adobe Photoshop 26.0' }));
    expect(leaves(report)).toEqual({ ...allClear, source_integrity: 'consider' });
  });

  test('of no kind that proves an address is refused', async () => {
    const receipt = [
      'Corner Shop Ltd',
      'RECEIPT',
      'Till 3  20/12/2025',
      '2 x Milk £2.40',
      'Bread £1.10',
      'TOTAL £3.50',
      'CASH £5.00',
      'CHANGE £1.50',
      'Thank you for shopping with us',
    ];
    const { report } = await reportOn(await paper(receipt));
    expect([report.status, report.result, report.properties]).toEqual(['complete', 'consider', {}]);
    expect(report.breakdown).toMatchObject({
      data_comparison: { result: null },
      document_classification: { result: 'consider', breakdown: { supported_document: { result: 'unidentified' } } },
    });
  });

  test('with nothing to read is unreadable', async () => {
    const { report } = await reportOn(await paper([]));
    expect([report.status, report.result, report.properties]).toEqual(['complete', 'consider', {}]);
    expect(report.breakdown).toMatchObject({
      data_comparison: { result: null },
      document_classification: { result: null },
      image_integrity: { result: 'consider', breakdown: { image_quality: { result: 'unidentified' } } },
    });
  });

  test('whose date can not be read goes to a person, or is consider where the account wants no person', async () => {
    const undated = await paper(BILL.filter((line) => !/date|period/i.test(line)));
    const { check, report } = await reportOn(undated);
    expect([report.status, report.breakdown, report.properties, check.status]).toEqual([
      'awaiting_approval',
      {},
      {},
      'in_progress',
    ]);
    const { liveToken } = await service.makeAccount('No people Ltd', { decision_uncertain: 'consider' });
    const decided = await reportOn(undated, { token: liveToken });
    expect(leaves(decided.report)).toEqual({ ...allClear, valid_document_date: 'consider' });
  });

  test('photographed or scanned is read like a PDF', async () => {
    const { report } = await reportOn(readFileSync(testFile('proof_of_address/bank_statement_1.png')), {
      applicant: {
        first_name: 'Mary',
        last_name: 'Major',
        address: {
          street: 'Lucretia Springs',
          building_number: '884',
          town: 'Rohanport',
          state: 'IL',
          postcode: '71453',
          country: 'USA',
        },
      },
      type: 'bank_building_society_statement',
      country: 'USA',
      name: 'statement.png',
    });
    expect(leaves(report)).toEqual({ ...allClear, valid_document_date: 'consider' });
    expect(report.properties).toMatchObject({
      issue_date: '2022-03-02',
      last_names: 'MAJOR',
      issuer: 'AnyCompany Holdings LLC',
    });
  });

  describe('of France with a 2D-Doc', () => {
    const metz = {
      building_number: '7',
      street: 'place des Spécimens',
      town: 'Metz',
      postcode: '57000',
      country: 'FRA',
    };
    const jeanne = { first_name: 'Jeanne', last_name: 'Martin', address: metz };
    const signing = ecdsa();
    const authority = issue({ country: 'FR', common: 'FR03' });
    const { certificate } = issue({ country: 'FR', authority: false, by: authority, common: 'AB12', signing });

    const operate = (method: string, path: string, raw?: Buffer) => {
      const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
      return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(raw && { raw }) });
    };

    /** A bill with these lines and a code that names this holder. */
    async function bill(lines: readonly string[], { holder = 'MME/MARTIN/JEANNE', by = signing } = {}) {
      const key = { reference: 'FR03AB12' } as Parameters<typeof paperSeal>[0]['key'];
      const values = [
        ['26', 'FR'],
        ['24', '57000'],
        ['10', `${holder}\x1d`],
        ['22', '7 PLACE DES SPECIMENS\x1d'],
        ['25', 'METZ\x1d'],
      ] as const;
      const code = paperSeal({ privateKey: by.privateKey, key }, values, { issued: hexOf('2025-12-22') });
      return paper(lines, {}, { symbol: await symbolOf(code, 'DataMatrix') });
    }

    const read = async (bytes: Buffer, applicant = jeanne) => {
      const { report } = await reportOn(bytes, { applicant, country: 'FRA' });
      return { report, own: report.status === 'complete' ? leaves(report) : report.status };
    };
    const FORGED = FRENCH_BILL.map((line) => line.replace('Jeanne Martin', 'Erika Novak'));
    const erika = { ...jeanne, first_name: 'Erika', last_name: 'Novak' };

    test('clears where the issuer signed what is printed, and tells an exchanged name once the key is loaded', async () => {
      expect((await read(await bill(FORGED), erika)).own).toEqual(allClear);

      const query = new URLSearchParams({ source: 'supplier.cer', scheme: 'fr_2ddoc', country: 'FRA' });
      const { status, body } = await operate('POST', `/seal_keys?${query}`, certificate);
      expect([status, body]).toEqual([200, { source: 'supplier.cer', keys: 1, known: 0, refused: [] }]);

      const sound = await read(await bill(FRENCH_BILL));
      expect(sound.own).toEqual(allClear);
      expect(sound.report.properties).toMatchObject({
        first_names: 'Jeanne',
        last_names: 'Martin',
        address: '7 PLACE DES SPECIMENS, 57000 METZ, FR',
        document_type: 'electricity_bill',
        // What the issuer signed, not what the paper prints.
        issue_date: '2025-12-22',
      });
      expect((await read(await bill(FORGED), erika)).own).toEqual({
        ...allClear,
        first_name: 'consider',
        last_name: 'consider',
        source_integrity: 'consider',
      });
      // A code that a key other than the named one signed.
      expect((await read(await bill(FRENCH_BILL, { by: ecdsa() }))).own).toEqual({
        ...allClear,
        source_integrity: 'consider',
      });
      // Without a code, the print decides as before.
      expect((await read(await paper(FRENCH_BILL))).own).toEqual(allClear);

      expect((await operate('DELETE', '/seal_keys/supplier.cer')).body).toEqual({ keys: 1 });
    });
  });

  test('is nobody else’s', async () => {
    const { report } = await reportOn(await paper(BILL));
    for (const token of [service.sandboxToken, service.other.liveToken, service.other.sandboxToken]) {
      expect(outcome(await service.get(`/v3.6/reports/${report.id}`, { token }))).toEqual(
        notFound('Report', report.id),
      );
    }
  });
});
