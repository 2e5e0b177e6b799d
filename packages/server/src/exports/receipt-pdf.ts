import { moment } from './moment.ts';
import { paragraph, textOf } from './printable.ts';
import { openSheet } from './sheet.ts';
import type { Company, Drawn } from './sheet-content.ts';
import type { SignatureNote } from './signature.ts';
import { hanFormOf } from './typefaces.ts';

interface ReceiptDocument {
  readonly id: string;
  readonly name: string;
  /** Hexadecimal, of what the applicant has read. */
  readonly sha256: string;
  /** Of what it became by its signature. */
  readonly signedId: string;
  readonly signedSha256: string;
}

interface ReceiptAct {
  /** What was done, in words. */
  readonly what: string;
  readonly at: string;
  readonly address?: string | undefined;
  readonly browser?: string | undefined;
}

export interface ReceiptPdfInput {
  readonly company: Company;
  readonly sandbox: boolean;
  /** `Simple` or `Advanced`. */
  readonly level: string;
  readonly runId: string;
  readonly taskId: string;
  readonly applicantId: string;
  /** As the applicant is known, and as it has typed its name. */
  readonly applicantName: string;
  readonly signedName: string;
  /** As the applicant has drawn its signature. */
  readonly drawn?: Drawn | undefined;
  /** What the applicant has agreed to, word for word. */
  readonly consent: string;
  readonly documents: readonly ReceiptDocument[];
  readonly acts: readonly ReceiptAct[];
  /** ISO 3166-1 alpha-3, the most significant first. */
  readonly countries: readonly (string | null)[];
  /** Unix time in milliseconds. */
  readonly printedAt: number;
  readonly signature: SignatureNote;
  /** False leaves the page streams readable, for tests. Default true. */
  readonly compress?: boolean;
}

/** Who signed which documents, when, from where, and how that was confirmed: with room for the signature of the deployment. */
export async function receiptPdf(input: ReceiptPdfInput): Promise<Uint8Array> {
  const { company, level, documents, acts, printedAt, signature, compress = true } = input;
  const text = textOf(input);
  const title = `Receipt of signatures, task ${input.taskId}`;
  const han = hanFormOf(text, input.countries);
  const sheet = await openSheet({ title, createdAt: new Date(printedAt), compress, signature, text, han });
  sheet.masthead(company, 'Contains personal data');
  sheet.title('Receipt of signatures', { text: level, tone: 'neutral' });
  if (input.sandbox) sheet.banner('Sandbox: not a signature of a person');
  sheet.facts([
    { label: 'Applicant', value: paragraph(input.applicantName, 300) || '–' },
    { label: 'Name as typed', value: paragraph(input.signedName, 300) || '–' },
    { label: 'Agreed to', value: paragraph(input.consent, 1000) || '–' },
    { label: 'Applicant ID', value: input.applicantId },
    { label: 'Run ID', value: input.runId },
    { label: 'Task', value: input.taskId },
    { label: 'Printed at', value: moment(new Date(printedAt).toISOString()) },
  ]);
  if (input.drawn) {
    sheet.section('Signature as drawn');
    sheet.drawn(input.drawn, `Signature that the applicant has drawn`);
  }
  sheet.section('Documents');
  for (const { id, name, sha256, signedId, signedSha256 } of documents) {
    sheet.table(paragraph(name, 200), 'Value', [
      { label: 'ID', value: id, depth: 0 },
      { label: 'SHA-256 as read', value: sha256, depth: 0 },
      { label: 'ID once signed', value: signedId, depth: 0 },
      { label: 'SHA-256 once signed', value: signedSha256, depth: 0 },
    ]);
  }
  sheet.section('What happened');
  for (const { what, at, address, browser } of acts) {
    sheet.table(paragraph(what, 200), moment(at), [
      { label: 'Network address', value: address ?? '–', depth: 0 },
      { label: 'Browser', value: paragraph(browser ?? '–', 300), depth: 0 },
    ]);
  }
  return sheet.finish();
}
