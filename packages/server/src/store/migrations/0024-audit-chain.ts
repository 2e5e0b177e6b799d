import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type ChainedEntry, entryHash, FIRST_HASH } from '../audit-chain.ts';

/** Number of entries that are read at once. */
const PAGE = 1000;

/** Types of objects of earlier entries, which the rows did not name. */
const objectTypes: Readonly<Record<string, string>> = {
  crop_opened: 'report',
  hits_decided: 'report',
  suppression_added: 'suppression',
  suppression_revoked: 'suppression',
  proposal_made: 'proposal',
  proposal_confirmed: 'proposal',
  proposal_refused: 'proposal',
};

interface Earlier {
  readonly id: string;
  readonly account_id: string;
  readonly environment: string;
  readonly at: number | string;
  readonly actor: string;
  readonly action: string;
  readonly object_id: string;
  readonly part: string;
}

/** Entries of the audit log that carry the hash of the previous one; entries of earlier versions begin the chains. */
export const auditChain: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      'alter table audit_entries rename to earlier_audit_entries',
      `create table audit_entries (
        account_id text not null, number bigint not null, at bigint not null, actor text not null, address text,
        action text not null, object_type text not null, object_id text not null, environment text,
        details text not null, hash text not null, primary key (account_id, number)
      )`,
      `create table audit_heads (
        account_id text primary key, number bigint not null, at bigint not null, hash text not null,
        anchored_at bigint not null
      )`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await chainEarlier(db);
    await sql.raw('drop table earlier_audit_entries').execute(db);
    for (const column of ['at', 'actor', 'action', 'object_id']) {
      const index = `audit_entries_by_${column} on audit_entries (account_id, ${column}, number)`;
      await sql.raw(`create index ${index}`).execute(db);
    }
  },
};

async function chainEarlier(db: Kysely<unknown>): Promise<void> {
  let head = { account_id: '', id: '', number: 0, at: 0, hash: FIRST_HASH };
  for (;;) {
    const { rows } = await sql<Earlier>`
      select id, account_id, environment, at, actor, action, object_id, part from earlier_audit_entries
      where account_id > ${head.account_id} or (account_id = ${head.account_id} and id > ${head.id})
      order by account_id, id limit ${PAGE}`.execute(db);
    for (const row of rows) {
      if (row.account_id !== head.account_id) {
        await insertHead(db, head);
        head = { account_id: row.account_id, id: '', number: 0, at: 0, hash: FIRST_HASH };
      }
      const entry = { ...entryOf(row), number: head.number + 1 };
      // Several processes wrote them, and times of a chain never go back.
      entry.at = Math.max(entry.at, head.at);
      const hash = entryHash(entry, head.hash);
      await insert(db, 'audit_entries', { ...entry, hash });
      head = { account_id: row.account_id, id: row.id, number: entry.number, at: entry.at, hash };
    }
    if (rows.length < PAGE) break;
  }
  await insertHead(db, head);
}

function entryOf({ account_id, environment, at, actor, action, object_id, part }: Earlier) {
  const entry: ChainedEntry = {
    number: 0,
    at: Number(at),
    actor,
    address: null,
    action,
    object_type: objectTypes[action] ?? '',
    object_id,
    account_id,
    environment,
    details: JSON.stringify(part === '' ? {} : { part }),
  };
  return entry as { -readonly [Key in keyof ChainedEntry]: ChainedEntry[Key] };
}

async function insertHead(db: Kysely<unknown>, { id: _, ...head }: { id: string; account_id: string }): Promise<void> {
  if (head.account_id !== '') await insert(db, 'audit_heads', { ...head, anchored_at: 0 });
}

async function insert(db: Kysely<unknown>, table: string, row: object): Promise<void> {
  const columns = Object.keys(row);
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${sql.raw(columns.join(', '))}) values (${values})`.execute(db);
}
