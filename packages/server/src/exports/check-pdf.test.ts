import { jpegOf } from '@bonafide/verification';
import { describe, expect, it } from 'vitest';
import { type CheckPdfInput, checkPdf, type PrintedReport } from './check-pdf.ts';
import { hasPoppler, pdfText, readBack } from './testing/pdf-text.ts';

const report: PrintedReport = {
  id: '018f3b1e-6f0b-7d3a-9f57-2b9d4e8c0a12',
  name: 'document',
  status: 'complete',
  result: 'consider',
  sub_result: 'suspected',
  created_at: '2026-01-15T09:30:00Z',
  breakdown: {
    visual_authenticity: {
      result: 'consider',
      breakdown: {
        fonts: { result: 'consider', properties: {} },
        digital_tampering: { result: null, properties: {} },
        original_document_present: { result: 'clear', properties: { photo_of_screen: 'clear' } },
      },
    },
    police_record: { result: 'clear' },
  },
  properties: {
    first_name: 'Zoë',
    nationality: null,
    document_numbers: [{ type: 'document_number', value: '999999999' }],
  },
};

const reasons = { 'visual_authenticity.fonts': 'Two fonts in one line' };

const input: CheckPdfInput = {
  company: { name: 'Example Bank' },
  check: {
    id: '018f3b1e-6f0b-7d3a-9f57-2b9d4e8c0a11',
    status: 'complete',
    result: 'consider',
    created_at: '2026-01-15T09:30:00Z',
    sandbox: true,
  },
  applicant: {
    id: '018f3b1e-6f0b-7d3a-9f57-2b9d4e8c0a13',
    name: 'Alice Example',
    dob: '1990-01-31',
    countries: ['GBR'],
  },
  reports: [{ ...report, reasons }],
  printedAt: Date.UTC(2026, 0, 15, 9, 31),
  compress: false,
};

const banner = 'Sandbox: pre-determined results, not a verification';

describe('checkPdf', () => {
  it('prints the check, its reports, their breakdowns and properties, in order', async () => {
    expect(pdfText(await checkPdf(input))).toEqual([
      [
        ...['Example Bank', 'Contains personal data', 'Identity check', 'consider', banner],
        ...['Applicant', 'Alice Example', 'Date of birth', '1990-01-31', 'Applicant ID', input.applicant.id],
        ...['Check ID', input.check.id, 'Status', 'Complete', 'Created at', '2026-01-15 09:30:00 UTC'],
        ...['Printed at', '2026-01-15 09:31:00 UTC'],
        ...['Result: consider', 'Document: Visual authenticity › Fonts. Two fonts in one line'],
        ...['Document', 'consider', 'Status', 'Complete', 'Result', 'consider', 'Sub-result', 'suspected'],
        ...['Report', `document (${report.id})`],
        ...['Breakdown', 'Result', 'Visual authenticity', 'consider', 'Fonts', 'consider'],
        ...['Digital tampering', 'not assessed', 'Original document present', 'clear', 'Photo of screen', 'clear'],
        ...['Police record', 'clear'],
        ...['Property', 'Value', 'First name', 'Zoë', 'Nationality', '–', 'Document numbers 1'],
        ...['Type', 'document_number', 'Value', '999999999'],
        ...[`Check ${input.check.id}`, 'Page 1 of 1'],
      ].join('\n'),
    ]);
  });

  it('is a PDF from head to tail, and the same one for the same input', async () => {
    const first = Buffer.from(await checkPdf({ ...input, compress: true }));
    expect(first.subarray(0, 9).toString('latin1')).toBe('%PDF-1.7\n');
    expect(first.subarray(-6).toString('latin1')).toBe('%%EOF\n');
    expect(first.equals(await checkPdf({ ...input, compress: true }))).toBe(true);
    expect(first.equals(await checkPdf({ ...input, compress: true, printedAt: input.printedAt + 1000 }))).toBe(false);
  });

  it('is tagged, names its language and keeps personal data out of its metadata', async () => {
    const source = Buffer.from(await checkPdf(input)).toString('latin1');
    expect(source).toContain('/Lang (en)');
    expect(source).toContain('/Marked true');
    expect(source).toContain('(Bonafide)');
    expect(source).not.toContain('PDFKit');
    expect(source).not.toContain('Alice');
  });

  it('has no sandbox banner for a live check', async () => {
    const [page] = pdfText(await checkPdf({ ...input, check: { ...input.check, sandbox: false } }));
    expect(page).not.toContain('Sandbox');
  });

  it('says when a check is still in progress', async () => {
    const waiting = {
      ...report,
      status: 'awaiting_data',
      result: null,
      sub_result: null,
      breakdown: {},
      properties: {},
    };
    const check = { ...input.check, status: 'in_progress', result: null };
    const [page] = pdfText(await checkPdf({ ...input, check, reports: [waiting, report] }));
    expect(page?.split('\n').slice(2, 4)).toEqual(['Identity check', 'no result yet']);
    expect(page).not.toContain('Result:');
    expect(page?.replaceAll('\n', ' ')).toContain('This check is not complete (in progress): 1 of 2 reports complete.');
    expect(page).toContain('Being analysed\nResult\nno result yet');
    const byForm = { ...check, status: 'awaiting_applicant' };
    const [form] = pdfText(await checkPdf({ ...input, check: byForm, reports: [waiting] }));
    expect(form).toContain('Awaiting data\nResult\nno result yet');
  });

  it('lists what was checked on the first page, where that is more than one report', async () => {
    const face = { ...report, name: 'facial_similarity_photo', result: 'clear', sub_result: null, breakdown: {} };
    const waiting = { ...face, name: 'identity_enhanced', status: 'awaiting_data', result: null };
    const [page = ''] = pdfText(await checkPdf({ ...input, reports: [report, face, waiting] }));
    expect(page).toContain(
      [
        ...['Document: Visual authenticity › Fonts', 'What was checked', 'Result', 'Document', 'consider, suspected'],
        ...['Facial similarity photo', 'clear', 'Identity enhanced', 'no result yet'],
      ].join('\n'),
    );
    expect(pdfText(await checkPdf(input)).join()).not.toContain('What was checked');
  });

  it('names who decided a report, and who confirmed it', async () => {
    const decisions = [
      { at: '2026-01-15T09:31:00Z', by: 'Rita Roe', confirmed_by: null },
      { at: '2026-01-15T09:40:00Z', by: 'Otto\nOber', confirmed_by: 'Ada Admin' },
    ];
    const [page] = pdfText(await checkPdf({ ...input, reports: [{ ...report, decisions }] }));
    expect(page).toContain(
      [
        ...['Decided by', 'Rita Roe, 2026-01-15 09:31:00 UTC'],
        ...['Decided by', 'Otto Ober, 2026-01-15 09:40:00 UTC', 'Confirmed by', 'Ada Admin'],
      ].join('\n'),
    );
    expect(pdfText(await checkPdf(input)).join()).not.toContain('Decided by');
  });

  it('shows the results that were overturned', async () => {
    const overturns = [
      { at: '2026-01-16T08:00:00Z', reason: 'new_information', result: 'clear', sub_result: null },
      { at: '2026-01-17T08:00:00Z', reason: 'applicant_appeal', result: 'consider', sub_result: 'suspected' },
    ];
    const pages = pdfText(await checkPdf({ ...input, reports: [{ ...report, overturns }] }));
    const text = pages.join(' ').replaceAll('\n', ' ');
    expect(text).toContain('Earlier result Clear, overturned 2026-01-16 08:00:00 UTC: New information');
    expect(text).toContain('Earlier result Consider, Suspected, overturned 2026-01-17 08:00:00 UTC: Applicant appeal');
    expect(pdfText(await checkPdf(input)).join()).not.toContain('Earlier result');
  });

  it('does not promise a result for a withdrawn report', async () => {
    const withdrawn = { ...report, status: 'withdrawn', result: null, breakdown: {}, properties: { error: 'No face' } };
    const [page] = pdfText(await checkPdf({ ...input, reports: [withdrawn] }));
    expect(page).toContain('Withdrawn\nResult\nno result\n');
    expect(page).toContain('Error\nNo face');
  });

  it('does not count a report without a result as clear', async () => {
    const check = { ...input.check, status: 'complete', result: 'clear' };
    const clear = { ...report, result: 'clear', breakdown: {} };
    const cancelled = { ...report, status: 'cancelled', result: null, breakdown: {} };
    const [page] = pdfText(await checkPdf({ ...input, check, reports: [clear, cancelled] }));
    expect(page).toContain('Result: clear\n1 of 2 reports clear. The others have no result.');
    expect(page).not.toContain('reports are clear');
  });

  it.runIf(hasPoppler).each([
    ['accented Latin, decomposed', 'A\u030angstro\u0308m Łucja', 'Ångström Łucja'],
    ['Cyrillic', 'Ольга Каренина', 'Ольга Каренина'],
    ['Greek', 'Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
    ['Vietnamese', 'Nguyễn Thị Hương', 'Nguyễn Thị Hương'],
    ['Georgian and Armenian', 'გიორგი Արամ', 'გიორგი Արամ'],
    ['simplified Han', '张伟 赵喆', '张伟 赵喆'],
    ['traditional Han', '張偉 劉德華', '張偉 劉德華'],
    ['Kana and Japanese Han', '山田 はなこ ハナコ 𠮷野', '山田 はなこ ハナコ 𠮷野'],
    ['Hangul', '김민수 李', '김민수 李'],
    ['Devanagari', 'प्रिया क्षत्रिय', 'प्रिया क्षत्रिय'],
    ['Thai', 'สมชาย ใจดี', 'สมชาย ใจดี'],
    ['Hebrew', 'שרה בן־דוד', 'שרה בן־דוד'],
    ['Arabic', 'محمد علي', 'محمد علي'],
    ['Bengali', 'শ্রেয়া বন্দ্যোপাধ্যায়', 'শ্রেয়া বন্দ্যোপাধ্যায়'],
    ['Tamil', 'தமிழ் செல்வன்', 'தமிழ் செல்வன்'],
    ['Telugu', 'శ్రీనివాస్ రావు', 'శ్రీనివాస్ రావు'],
    ['Gujarati', 'પ્રિયા પટેલ', 'પ્રિયા પટેલ'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['Kannada', 'ಶ್ರೀಧರ್ ಗೌಡ', 'ಶ್ರೀಧರ್ ಗೌಡ'],
    ['Malayalam', 'ശ്രീജിത്ത് നായർ', 'ശ്രീജിത്ത് നായർ'],
    ['Sinhala', 'සුනිල් පෙරේරා', 'සුනිල් පෙරේරා'],
    ['Khmer', 'សុខ ចាន់', 'សុខ ចាន់'],
    ['Ethiopic', 'አበበ ቢቂላ', 'አበበ ቢቂላ'],
    ['a script that cannot be drawn right, by code point', 'အောင်', '[U+1021][U+1031][U+102C][U+1004][U+103A]'],
    ['controls and line breaks', 'Ann\u0000Bo\n\u202eCy', 'Ann Bo Cy'],
    ['nothing', ' ', '–'],
  ])('shows a name, and readers get it back: %s', async (_, name, shown) => {
    const file = await checkPdf({ ...input, applicant: { ...input.applicant, name } });
    const lines = readBack(file).split('\n');
    expect(lines.find((line) => line.startsWith('Applicant '))).toBe(`Applicant ${shown}`);
  });

  it.each([
    ['Arabic', '\ufc1f\u061a\u06ef\u08df\ufc3d'],
    ['Thai', '\u0e2c\u0303\u0e4b\u0e04'],
    ['Gurmukhi', '\u0a25\u0a06\u0a39\u0a3f\u0952'],
  ])('is drawn for a name with marks that the font has no place for: %s', async (_, name) => {
    const [page] = pdfText(await checkPdf({ ...input, applicant: { ...input.applicant, name } }));
    expect(page).toContain('Identity check');
    expect(page).not.toContain('[U+');
  });

  it('draws Han characters as the countries of the data suggest', async () => {
    const drawn = async (countries: (string | null)[], name = '直骨') => {
      const file = await checkPdf({ ...input, applicant: { ...input.applicant, name, countries } });
      return [
        ...Buffer.from(file)
          .toString('latin1')
          .matchAll(/\/BaseFont \/\w+\+NotoSans(SC|TC|JP|KR)/g),
      ].map(([, form]) => form);
    };
    expect(new Set(await drawn(['GBR', null]))).toEqual(new Set(['SC']));
    expect(new Set(await drawn(['GBR', 'TWN', 'JPN']))).toEqual(new Set(['TC']));
    expect(new Set(await drawn(['JPN']))).toEqual(new Set(['JP']));
    expect(new Set(await drawn(['CHN'], '直骨 はな'))).toEqual(new Set(['JP']));
    expect(new Set(await drawn([], '직 直骨'))).toEqual(new Set(['KR']));
  });

  it.runIf(hasPoppler)('shows names whole, whatever else is there to be printed', async () => {
    const all = Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 10));
    const properties = Object.fromEntries(
      all.map((_, at) => [`row_${at}`, all.slice(at * 100, at * 100 + 100).join('')]).slice(0, 20),
    );
    const name = '李明 司马光';
    const file = await checkPdf({
      ...input,
      applicant: { ...input.applicant, name },
      reports: [{ ...report, properties }],
    });
    const text = readBack(file);
    expect(text).toContain(`Applicant ${name}`);
    expect(text).toContain('[U+');
    expect(file.length).toBeLessThan(3_000_000);
  });

  it.runIf(hasPoppler)('shows the portrait, the documents and whose document it is on the first page', async () => {
    const grey = { width: 4, height: 5, data: new Uint8Array(60).fill(128) };
    const picture = { bytes: await jpegOf(grey), width: 4, height: 5 };
    const file = await checkPdf({
      ...input,
      company: { name: '日本銀行', colour: '#112233', contact: 'help@example.com', logo: picture },
      portrait: { ...picture, caption: 'Live photo' },
      documents: [
        { ...picture, caption: 'Passport, GBR' },
        { ...picture, caption: 'Visa' },
      ],
    });
    const source = Buffer.from(file).toString('latin1');
    expect(source.match(/\/Subtype \/Image/g)).toHaveLength(4);
    for (const alt of ['Live photo', 'Passport, GBR', 'Visa']) expect(source).toContain(`/Alt (${alt})`);
    const [page = ''] = readBack(file).split('\f');
    for (const text of ['日本銀行', 'help@example.com', 'Passport, GBR', 'Visa']) expect(page).toContain(text);
  });

  it('leaves no heading, and no row that others are under, alone at the end of a page', async () => {
    const sub = { result: 'clear', breakdown: { below: { result: 'clear', properties: {} } } };
    for (let rows = 1; rows < 40; rows++) {
      const breakdown = Object.fromEntries(Array.from({ length: rows }, (_, row) => [`strong_${row}`, sub]));
      const reports = [report, { ...report, breakdown }];
      for (const page of pdfText(await checkPdf({ ...input, reports })).slice(0, -1)) {
        const [last = ''] = page
          .split('\n')
          .slice(-3, -2)
          .filter((text) => text !== 'clear');
        const lines = page.split('\n').slice(0, -2);
        expect(['Document', 'Breakdown', 'Result', 'Property', 'Value']).not.toContain(last);
        // Label and result of a row that another one is under.
        expect(lines.at(-2)).not.toMatch(/^Strong/);
      }
    }
  });

  it('continues over pages, each numbered, and leaves out what is beyond measure', async () => {
    // Every tenth row may be longer than a page. All rows so long would take seconds to lay out.
    const lengthOf = (row: number) => (row % 10 === 0 ? 5 * row : row);
    const rows = Array.from({ length: 600 }, (_, row) => [`row_${row}`, 'W'.repeat(lengthOf(row))]);
    const properties = Object.fromEntries(rows);
    const pages = pdfText(await checkPdf({ ...input, reports: [{ ...report, properties }] }));
    expect(pages.length).toBeGreaterThan(20);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      if (index > 0) expect(page).toContain('Document (continued)');
    });
    const text = pages.join('\n');
    expect(text).toContain('\nRow 499\n');
    expect(text).not.toContain('\nRow 500\n');
    expect(text).toContain('… and 100 more, left out here');
  });
});
