import { describe, expect, it } from 'vitest';
import { type CheckPdfInput, checkPdf, type PrintedReport } from './check-pdf.ts';
import { pdfText } from './testing/pdf-text.ts';

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

const input: CheckPdfInput = {
  check: {
    id: '018f3b1e-6f0b-7d3a-9f57-2b9d4e8c0a11',
    status: 'complete',
    result: 'consider',
    created_at: '2026-01-15T09:30:00Z',
    sandbox: true,
  },
  applicantName: 'Alice Example',
  reports: [report],
  printedAt: Date.UTC(2026, 0, 15, 9, 31),
  compress: false,
};

const banner = 'Sandbox: pre-determined results, not a verification';

describe('checkPdf', () => {
  it('prints the check, its reports, their breakdowns and properties, in order', async () => {
    expect(pdfText(await checkPdf(input))).toEqual([
      [
        ...['Identity check', 'consider', banner],
        ...['Applicant', 'Alice Example', 'Check ID', input.check.id, 'Status', 'Complete', 'Result', 'consider'],
        ...['Created at', '2026-01-15 09:30:00 UTC', 'Printed at', '2026-01-15 09:31:00 UTC'],
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
    expect(page?.split('\n').slice(0, 2)).toEqual(['Identity check', 'no result yet']);
    expect(page?.replaceAll('\n', ' ')).toContain('This check is not complete (in progress): 1 of 2 reports complete.');
    expect(page).toContain('Awaiting data\nResult\nno result yet');
  });

  it('does not promise a result for a withdrawn report', async () => {
    const withdrawn = { ...report, status: 'withdrawn', result: null, breakdown: {}, properties: { error: 'No face' } };
    const [page] = pdfText(await checkPdf({ ...input, reports: [withdrawn] }));
    expect(page).toContain('Withdrawn\nResult\nno result\n');
    expect(page).toContain('Error\nNo face');
  });

  it.each([
    ['Cyrillic', 'Ольга Каренина', 'Ольга Каренина'],
    ['Greek', 'Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
    ['accented Latin, decomposed', 'Ångström Łucja', 'Ångström Łucja'],
    ['Han, by code point', '张三', '[U+5F20][U+4E09]'],
    ['an astral character, by code point', '𠮷野', '[U+20BB7][U+91CE]'],
    ['controls and line breaks', 'A\u0000B\n\u202eC', 'A B C'],
    ['nothing', ' ', '–'],
  ])('shows a name: %s', async (_, applicantName, shown) => {
    const [page] = pdfText(await checkPdf({ ...input, applicantName }));
    expect(page).toContain(`Applicant\n${shown}\nCheck ID`);
  });

  it('goes on over pages, each numbered, and leaves out what is beyond measure', async () => {
    const properties = Object.fromEntries(Array.from({ length: 600 }, (_, row) => [`row_${row}`, 'W'.repeat(row * 5)]));
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
