import { expect, it } from 'vitest';
import { runPdf } from './run-pdf.ts';
import { pdfText } from './testing/pdf-text.ts';

const run = {
  id: '5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a71',
  applicant_id: '018f3b1e-6f0b-7d3a-9f57-2b9d4e8c0a11',
  status: 'declined',
  ended: true,
  created_at: '2026-01-15T09:30:00Z',
  updated_at: '2026-01-15T09:42:07Z',
  reasons: ['The document cannot be accepted'],
  error: null,
  sandbox: true,
};

it('prints what happened in a run, and when', async () => {
  const tasks = [
    { id: 'start', created_at: '2026-01-15T09:30:00Z', completed_at: '2026-01-15T09:30:00Z' },
    { id: 'face_photo_1eb92', created_at: '2026-01-15T09:30:00Z', completed_at: null },
  ];
  const workflow = { name: 'Document and selfie', version: 3 };
  const printedAt = Date.UTC(2026, 0, 16);
  const company = { name: 'Example Bank' };
  const heading = ['Example Bank', 'Workflow run', 'Declined', 'Sandbox: pre-determined results, not a verification'];
  expect(pdfText(await runPdf({ company, run, workflow, tasks, printedAt, compress: false }))).toEqual([
    [
      ...heading,
      ...['Workflow', 'Document and selfie, version 3', 'Run ID', run.id, 'Applicant ID', run.applicant_id],
      ...['Reason', 'The document cannot be accepted', 'Printed at', '2026-01-16 00:00:00 UTC'],
      ...['Timeline', 'Declined', 'Event', 'Time', 'Run created', '2026-01-15 09:30:00 UTC'],
      ...['Task start started', '2026-01-15 09:30:00 UTC', 'Task start completed', '2026-01-15 09:30:00 UTC'],
      ...['Task face_photo_1eb92 started', '2026-01-15 09:30:00 UTC'],
      ...['Task face_photo_1eb92 completed', 'Not completed'],
      ...['Run ended: Declined', '2026-01-15 09:42:07 UTC', `Workflow run ${run.id}`, 'Page 1 of 1'],
    ].join('\n'),
  ]);
  const error = { type: 'missing_documents', message: 'A document is missing' };
  const failed = { ...run, status: 'error', reasons: [], error, sandbox: false };
  const [page] = pdfText(await runPdf({ company, run: failed, workflow, tasks, printedAt, compress: false }));
  expect(page).toContain('Error\nmissing_documents: A document is missing');
  expect(page).not.toContain('Sandbox');
});
