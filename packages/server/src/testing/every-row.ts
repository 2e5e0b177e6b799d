import { decodeRequests } from '../request-log/batch.ts';
import { tables } from '../store/ownership.ts';
import { idColumns } from '../store/queries/reseal.ts';
import { query } from '../store/query.ts';
import type { Environment } from '../store/schema.ts';
import { ctxOf } from '../workers/ctx-of.ts';
import type { TestService } from './service.ts';

/** Tables with bytes that an account has not sealed as JSON. */
const NOT_SEALED: readonly string[] = ['account_logos', 'account_keys', 'media_keys'];

/**
 * The names of tables in which a text stands, in any column of any row. Columns that an account has sealed are opened first, and
 * batches of the request log unpacked. Throws for sealed bytes that can't be opened, since nobody has looked at them.
 */
export async function tablesWith(service: TestService, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const all = query()((db) => db.selectFrom(table as 'media').selectAll());
    const rows: readonly object[] = await service.services.store.system.all(all, {});
    for (const row of rows) {
      if (!(await opened(service, table, row as Row)).includes(text)) continue;
      found.push(table);
      break;
    }
  }
  return found;
}

interface Row {
  readonly id?: string;
  readonly account_id?: string;
  readonly environment?: Environment;
  readonly workflow_run_id?: string;
  readonly [column: string]: unknown;
}

/** All that a row says. */
async function opened({ services }: TestService, table: string, row: Row): Promise<string> {
  const parts: unknown[] = [];
  for (const [column, value] of Object.entries(row)) {
    if (table === 'request_batches' && column === 'data') parts.push(decodeRequests(String(value)));
    else if (!(value instanceof Uint8Array)) parts.push(value);
    else if (NOT_SEALED.includes(table) || row.account_id === undefined)
      parts.push(Buffer.from(value).toString('latin1'));
    else {
      const { vault } = await ctxOf(services, { account_id: row.account_id, environment: row.environment ?? 'live' });
      const own = String(row[idColumns[table as keyof typeof idColumns] ?? 'id']);
      const id = table === 'workflow_tasks' ? `${row.workflow_run_id}/${own}` : own;
      parts.push(vault.open(id, Buffer.from(value)));
    }
  }
  return JSON.stringify(parts);
}
