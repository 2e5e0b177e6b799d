import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type ApplicantFieldSet, type ApplicantInput, applicantErrors } from '../applicants/fields.ts';
import { invalid, notFound } from '../base/errors.ts';
import { assertChannel, type LinkChannel, linkFaults } from '../checks/forms/send-link.ts';
import type { Ctx } from '../context/ctx.ts';
import { workflowOf } from '../workflows/published.ts';
import { judgeInputs } from '../workflows/runs/inputs.ts';
import { faultsByColumn, importColumns, inputOf, requiredColumns } from './columns.ts';
import type { Encoding, LinkDelivery } from './options.ts';
import { type Row, readRows } from './read-rows.ts';

export interface ImportOptions {
  readonly encoding: Encoding;
  /** Workflow that is started for each applicant; null for none. */
  readonly workflowId: string | null;
  /** Delivery of the links to the workflow; null for none. */
  readonly links: LinkDelivery | null;
}

/** A fault of a file. `column` is null where the row as a whole is wrong. */
interface ImportFault {
  readonly row: number;
  readonly column: string | null;
  readonly message: string;
}

/** A row that can be imported. */
export interface ImportRow {
  readonly row: number;
  readonly input: ApplicantInput;
}

/** A file that was read and judged. It has rows to import only if it has no faults. */
export interface JudgedImport {
  /** SHA-256 of the file, as hexadecimal. */
  readonly digest: string;
  readonly rows: readonly ImportRow[];
  readonly faults: readonly ImportFault[];
}

/** Rows that are judged before other requests have their turn. */
const CHUNK = 200;

/**
 * Reads and judges every row of a file, and writes nothing. Throws `validation_error` for a file that can't be read and for options that
 * don't fit, `resource_not_found` for the workflow, and `unavailable` where the service sends no text messages.
 * @param fields fields of an applicant in the latest version of the API
 */
export async function judgeImport(
  ctx: Ctx,
  file: Buffer,
  { fields, ...options }: ImportOptions & { readonly fields: ApplicantFieldSet },
): Promise<JudgedImport> {
  await judgeOptions(ctx, options);
  const [head, ...body] = (await readRows(file, options.encoding)) as [Row, ...Row[]];
  const columns = head.cells.map((name) => name.toLowerCase());
  const faults: ImportFault[] = [...faultsOfHead(head.row, columns)];
  const rows: ImportRow[] = [];
  for (const [index, { row, cells }] of faults.length > 0 ? [] : body.entries()) {
    if (index % CHUNK === CHUNK - 1) await setImmediate();
    const { input, faults: unread } = inputOf(columns, cells);
    const extra = cells.length > columns.length ? [`has ${cells.length} cells for ${columns.length} columns`] : [];
    const found = [
      ...unread,
      ...faultsByColumn(applicantErrors(input, fields.create, ctx.now()) ?? {}),
      ...faultsByColumn(sentByService(options.links) ? (linkFaults(input, options.links) ?? {}) : {}),
    ];
    faults.push(...extra.map((message) => ({ row, column: null, message })));
    faults.push(...found.map(([column, message]) => ({ row, column, message })));
    rows.push({ row, input });
  }
  const digest = createHash('sha256').update(file).digest('hex');
  return { digest, rows: faults.length > 0 ? [] : rows, faults };
}

/** Returns whether the service sends the links. */
export const sentByService = (links: LinkDelivery | null): links is LinkChannel =>
  links !== null && links !== 'results';

async function judgeOptions(ctx: Ctx, { workflowId, links }: ImportOptions): Promise<void> {
  if (workflowId === null) {
    if (links !== null) throw invalid({ workflow_id: ["can't be blank, since a link leads to a workflow"] });
    return;
  }
  const workflow = await workflowOf(ctx, workflowId.toLowerCase());
  if (!workflow) throw notFound('Workflow', workflowId);
  judgeInputs(workflow, {});
  if (sentByService(links)) assertChannel(ctx, links);
}

function* faultsOfHead(row: number, columns: readonly string[]): Generator<ImportFault> {
  for (const [index, column] of columns.entries()) {
    if (!importColumns.includes(column)) yield { row, column, message: 'is not the name of a column' };
    else if (columns.indexOf(column) < index) yield { row, column, message: 'occurs twice' };
  }
  for (const column of requiredColumns) {
    if (!columns.includes(column)) yield { row, column, message: 'is missing' };
  }
}
