import { recordChange } from '../audit/record.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { invalid, notFound } from '../base/errors.ts';
import { type Principal, recordOf, systemPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHold } from '../jobs/worker.ts';
import {
  accountErasings,
  blankAccountKeys,
  deleteAccountJobs,
  deleteAccountRow,
  membersOfAccount,
} from '../store/queries/account-erasure.ts';
import { findAccount } from '../store/queries/accounts.ts';
import { deleteMeta, findMeta, insertMeta, listMeta, upsertMeta } from '../store/queries/meta.ts';
import type { Database, JobRow, MetaRow } from '../store/schema.ts';
import { TO_ERASE } from '../store/snapshot.ts';
import type { SystemReader, SystemTx } from '../store/store.ts';

/** Receipt of the erasure of an account, which stays when all other data is gone. */
export interface AccountErasure {
  readonly account_id: string;
  /** Time at which the keys were destroyed and the tokens ended, Unix milliseconds. */
  readonly requested_at: number;
  readonly requested_by: string;
  /** Time at which the last row and the last file were deleted, Unix milliseconds; null before. */
  readonly erased_at: number | null;
  /** Number of deleted rows by table, of files (`files`), and of keys in the target of backups (`backup_keys`). */
  readonly counts: Readonly<Record<string, number>>;
}

/** Rows that one transaction deletes, and files that one run of the job deletes. */
const BATCH = 1_000;

/** Milliseconds after which no request is left that began before the erasure. */
const SETTLED_MS = 10 * MINUTE_MS;

/** Tables whose rows let people and programs in: they go with the keys, at once. */
const AT_ONCE: readonly (keyof Database)[] = ['account_keys', 'media_keys', 'tokens', 'memberships'];

const WRAPPED_BYTES = 60;

/** Beginning of the names of receipts in the store. */
const RECEIPT = 'account_erasure:';

/** Ids of the accounts whose receipts are among the named values of a store. */
export function erasedAccounts(meta: readonly MetaRow[]): string[] {
  return meta.flatMap(({ key }) => (key.startsWith(RECEIPT) ? [key.slice(RECEIPT.length)] : []));
}

/**
 * Erases an account permanently. Its keys, tokens and memberships are gone at once, in every process, so nothing of it can be read any
 * more. A job deletes rows and files. Throws `resource_not_found`, and `validation_error` when `name` is not the account's name.
 */
export async function eraseAccount(
  services: Services,
  account_id: string,
  name: string,
  principal: Principal,
): Promise<AccountErasure> {
  const { clock, store } = services;
  return store.transaction(async (tx) => {
    const { account } = await tx.lock({ account: account_id });
    if (!account) throw notFound('Account', account_id);
    if (account.name !== name) throw invalid({ name: ['is not the name of the account'] });
    for (const { member_id } of await tx.all(membersOfAccount, { account_id })) tx.signal('member', member_id);
    const counts: Record<string, number> = {};
    // The embedded store keeps the bytes of deleted rows until their place is used again.
    await tx.run(blankAccountKeys, { account_id, wrapped: Buffer.alloc(WRAPPED_BYTES) });
    for (const { table, erase } of accountErasings.filter(({ table }) => AT_ONCE.includes(table))) {
      counts[table] = 0;
      for (let n = BATCH; n === BATCH; counts[table] += n) n = await tx.run(erase, { account_id, limit: BATCH });
    }
    await tx.run(deleteAccountRow, { account_id });
    await tx.run(deleteAccountJobs, { account_id });
    const requested_at = clock.now();
    const receipt = { account_id, requested_at, requested_by: recordOf(principal), erased_at: null, counts };
    await tx.run(insertMeta, { key: RECEIPT + account_id, value: JSON.stringify(receipt) });
    const scope = { account_id, environment: 'live' } as const;
    await enqueue(services, tx, scope, { kind: 'account_erasure', ref: account_id });
    recordChange(services, tx, { action: 'account_erased', object_id: account_id, principal });
    tx.signal('account', account_id);
    return receipt;
  });
}

/** Erases the accounts of a restored store that were erased after its backup was made. */
export async function eraseAccountsOfRestore(services: Services): Promise<void> {
  const { store } = services;
  for (const { key, value: account_id } of await store.system.all(listMeta, { like: `${TO_ERASE}%` })) {
    const account = await store.system.first(findAccount, { id: account_id });
    if (account) await eraseAccount(services, account_id, account.name, systemPrincipal('start'));
    await store.transaction((tx) => tx.run(deleteMeta, { key }));
  }
}

/** Receipts of erased accounts. */
export async function listAccountErasures({ store }: Services): Promise<AccountErasure[]> {
  const rows = await store.system.all(listMeta, { like: `${RECEIPT}%` });
  return rows.map(({ value }) => JSON.parse(value) as AccountErasure).sort((a, b) => b.requested_at - a.requested_at);
}

/**
 * Deletes some files, or some rows of each table, and looks again until nothing is left.
 * @param shred deletes the keys of an account from backups, and returns how many there were
 */
export async function eraseSomeOfAccount(
  services: Services,
  job: JobRow,
  hold: JobHold,
  shred: (account_id: string) => Promise<number>,
): Promise<void> {
  const { clock, store } = services;
  const { account_id } = job;
  const files = await deleteFiles(services, account_id);
  const done: Record<string, number> = { files };
  for (const { table, erase } of files === BATCH ? [] : accountErasings) {
    done[table] = await store.transaction(async (tx) => {
      const erased = await tx.run(erase, { account_id, limit: BATCH });
      if (erased > 0) await addCounts(tx, account_id, { [table]: erased });
      return erased;
    });
  }
  const left = Object.values(done).some((n) => n > 0);
  const { requested_at } = await receiptOf(store.system, account_id);
  const settled = requested_at + SETTLED_MS;
  const ends = !left && clock.now() >= settled;
  const backup_keys = ends ? await shred(account_id) : 0;
  await store.transaction(async (tx) => {
    if (files > 0) await addCounts(tx, account_id, { files });
    await tx.run(deleteAccountJobs, { account_id });
    if (!ends) return hold.again(tx, left ? clock.now() : settled);
    await hold.done(tx);
    if (backup_keys > 0) await addCounts(tx, account_id, { backup_keys });
    await writeReceipt(tx, { ...(await receiptOf(tx, account_id)), erased_at: clock.now() });
  });
}

/** Deletes some files of the account. Returns their number. */
async function deleteFiles({ storage }: Services, account: string): Promise<number> {
  let deleted = 0;
  for await (const { key } of storage.list({ account })) {
    await storage.delete(key);
    deleted += 1;
    if (deleted === BATCH) break;
  }
  return deleted;
}

async function receiptOf(tx: SystemReader, account_id: string): Promise<AccountErasure> {
  const row = await tx.first(findMeta, { key: RECEIPT + account_id });
  if (!row) throw new Error(`The account ${account_id} has no receipt of its erasure`);
  return JSON.parse(row.value) as AccountErasure;
}

const writeReceipt = (tx: SystemTx, receipt: AccountErasure) =>
  tx.run(upsertMeta, { key: RECEIPT + receipt.account_id, value: JSON.stringify(receipt) });

async function addCounts(tx: SystemTx, account_id: string, more: Record<string, number>): Promise<void> {
  const receipt = await receiptOf(tx, account_id);
  const counts = { ...receipt.counts };
  for (const [name, n] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + n;
  await writeReceipt(tx, { ...receipt, counts });
}
