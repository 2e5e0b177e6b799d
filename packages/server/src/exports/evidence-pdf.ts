import { moment } from './moment.ts';
import { label, paragraph } from './printable.ts';
import { bounded, propertyRows } from './property-rows.ts';
import { openRunSheet, type PrintedTask, type RunPdfInput } from './run-pdf.ts';
import type { SignatureNote } from './signature.ts';

/** A file that was captured; its hash binds it to the document. */
export interface PrintedFile {
  readonly id: string;
  readonly kind: string;
  readonly media_type: string;
  readonly size: number;
  readonly created_at: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

interface EvidenceTask extends PrintedTask {
  readonly task_def_id: string;
  /** Input and output of the task; files replace the ids of captures. */
  readonly data: unknown;
  readonly files: readonly PrintedFile[];
}

export interface EvidencePdfInput extends RunPdfInput {
  readonly applicantName: string;
  /** ISO 3166-1 alpha-3, the most significant first. */
  readonly countries: readonly (string | null)[];
  readonly customerUserId: string;
  readonly tasks: readonly EvidenceTask[];
  readonly signature: SignatureNote;
}

/**
 * The evidence of a workflow run as far as it has come, with room for a signature: its events, the entered data, the check's
 * findings, and the hash of each captured file.
 */
export async function evidencePdf(input: EvidencePdfInput): Promise<Uint8Array> {
  const { run, tasks, applicantName, customerUserId } = input;
  const sheet = await openRunSheet({
    ...input,
    title: `Evidence of workflow run ${run.id}`,
    facts: [
      { label: 'Applicant', value: paragraph(applicantName, 300) || '–' },
      { label: 'Customer user ID', value: paragraph(customerUserId, 300) },
    ],
  });
  for (const { id, task_def_id, created_at, completed_at, data, files } of tasks) {
    const done = completed_at === null ? 'Not completed' : 'Completed';
    sheet.section(label(task_def_id), { text: done, tone: 'neutral' });
    sheet.facts([
      { label: 'Task', value: id },
      { label: 'Started at', value: moment(created_at) },
      { label: 'Completed at', value: completed_at === null ? '–' : moment(completed_at) },
    ]);
    const rows = propertyRows(data);
    if (rows.length > 0) sheet.table('Property', 'Value', bounded(rows));
    for (const file of files) sheet.table(label(file.kind), 'Value', fileRows(file));
  }
  return sheet.finish();
}

function fileRows({ id, media_type, size, created_at, sha256 }: PrintedFile) {
  return [
    { label: 'ID', value: id, depth: 0 },
    { label: 'Media type', value: media_type, depth: 0 },
    { label: 'Size', value: `${size} bytes`, depth: 0 },
    { label: 'Uploaded at', value: moment(created_at), depth: 0 },
    { label: 'SHA-256', value: sha256, depth: 0 },
  ];
}
