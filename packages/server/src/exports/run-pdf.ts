import { moment } from './moment.ts';
import { label, paragraph, printableText } from './printable.ts';
import { openSheet, type Sheet } from './sheet.ts';
import type { Company, Fact, Row, Tone } from './sheet-content.ts';
import type { SignatureNote } from './signature.ts';
import { hanFormOf } from './typefaces.ts';

interface PrintedRun {
  readonly id: string;
  readonly applicant_id: string;
  readonly status: string;
  /** Nothing happens in it any more. */
  readonly ended: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly reasons: readonly string[];
  readonly error: { readonly type: string; readonly message: string } | null;
  readonly sandbox: boolean;
}

/** `completed_at` is null for one that was left. */
export interface PrintedTask {
  readonly id: string;
  readonly created_at: string;
  readonly completed_at: string | null;
}

export interface RunPdfInput {
  readonly company: Company;
  readonly run: PrintedRun;
  readonly workflow: { readonly name: string; readonly version: number };
  /** Tasks in the order in which they were begun. */
  readonly tasks: readonly PrintedTask[];
  /** Unix time in milliseconds at which the file is made; printed, and the only input besides the data. */
  readonly printedAt: number;
  /** False leaves the page streams readable, for tests. Default true. */
  readonly compress?: boolean;
}

const tones: Readonly<Record<string, Tone>> = { approved: 'good', review: 'warning', declined: 'bad', error: 'bad' };

/** Log of a workflow run with times: an A4 document (PDF 1.7, tagged, in English). Ids, and no personal data. */
export async function runPdf(input: RunPdfInput): Promise<Uint8Array> {
  return (await openRunSheet({ ...input, title: `Workflow run ${input.run.id}` })).finish();
}

export interface RunSheetInput extends RunPdfInput {
  readonly title: string;
  /** Additional facts, printed after the facts that every document of a run has. */
  readonly facts?: readonly Fact[];
  readonly signature?: SignatureNote;
  /** ISO 3166-1 alpha-3 of the applicant; they say how Han characters are drawn. */
  readonly countries?: readonly (string | null)[];
}

/** A document that begins with the facts and the events of a run. */
export async function openRunSheet(input: RunSheetInput): Promise<Sheet> {
  const { title, company, run, workflow, tasks, printedAt, compress = true, facts = [], signature } = input;
  const text = printableText(input);
  const han = hanFormOf(text, input.countries ?? []);
  const sheet = await openSheet({ title, createdAt: new Date(printedAt), compress, signature, text, han });
  const status = { text: label(run.status), tone: tones[run.status] ?? 'neutral' };
  sheet.masthead(company, signature ? 'Contains personal data' : '');
  sheet.title('Workflow run', status);
  if (run.sandbox) sheet.banner('Sandbox: pre-determined results, not a verification');
  sheet.facts([
    { label: 'Workflow', value: `${paragraph(workflow.name, 300)}, version ${workflow.version}` },
    { label: 'Run ID', value: run.id },
    { label: 'Applicant ID', value: run.applicant_id },
    ...facts,
    ...run.reasons.map((reason) => ({ label: 'Reason', value: paragraph(reason, 1000) })),
    ...(run.error ? [{ label: 'Error', value: paragraph(`${run.error.type}: ${run.error.message}`, 1000) }] : []),
    { label: 'Printed at', value: moment(new Date(printedAt).toISOString()) },
  ]);
  if (!run.ended) sheet.note('This run has not ended. This is its state at the time of printing.');
  sheet.section('Timeline', status);
  const rows: Row[] = [
    { label: 'Run created', value: moment(run.created_at), depth: 0 },
    ...tasks.flatMap(({ id, created_at, completed_at }): Row[] => [
      { label: `Task ${id} started`, value: moment(created_at), depth: 1 },
      {
        label: `Task ${id} completed`,
        value: completed_at === null ? 'Not completed' : moment(completed_at),
        depth: 1,
      },
    ]),
    ...(run.ended
      ? [{ label: `Run ended: ${label(run.status)}`, value: moment(run.updated_at), depth: 0, strong: true }]
      : []),
  ];
  sheet.table('Event', 'Time', rows);
  return sheet;
}
