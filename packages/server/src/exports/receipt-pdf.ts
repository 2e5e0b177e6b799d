import { moment } from './moment.ts';
import { paragraph, printableText } from './printable.ts';
import { openSheet } from './sheet.ts';
import type { Company, Drawn } from './sheet-content.ts';
import type { SignatureNote } from './signature.ts';
import { hanFormOf } from './typefaces.ts';

interface ReceiptDocument {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the file that the applicant has read, hexadecimal. */
  readonly sha256: string;
  /** Id of the signed file. */
  readonly signedId: string;
  readonly signedSha256: string;
}

interface ReceiptAct {
  /** Description of the action, in words. */
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
  /** Name of the applicant in the service; the next field is the name that it typed. */
  readonly applicantName: string;
  readonly signedName: string;
  /** Signature as the applicant has drawn it. */
  readonly drawn?: Drawn | undefined;
  /** Consent of the applicant, word for word. */
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

/**
 * Receipt that names who signed which documents, when, from where, and how that was confirmed: with room for the signature of the
 * deployment.
 */
export async function receiptPdf(input: ReceiptPdfInput): Promise<Uint8Array> {
  const { company, level, documents, acts, printedAt, signature, compress = true } = input;
  const text = printableText(input);
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
