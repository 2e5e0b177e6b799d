import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ListedCategory, ListedRecord } from '@bonafide/verification';
import { AnalysisFailed } from '../../analysis/analyser.ts';
import { DAY_MS, isoDate } from '../../base/clock.ts';
import { invalid, problem } from '../../base/errors.ts';
import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import {
  confirmListVersion,
  countListDiff,
  insertListedRecords,
  insertListVersion,
  listListVersions,
  listVersionsById,
  stageListVersion,
  touchListVersion,
  versionsOfList,
} from '../../store/queries/watchlists.ts';
import type { ListVersionRow } from '../../store/schema.ts';
import type { SystemTx } from '../../store/store.ts';
import { importInProcess } from '../import-in-process.ts';
import { ListRefused } from '../list-refused.ts';
import { formatNames, type ListFile, type ListSummary, type ReadOptions } from '../options.ts';
import { activateVersion } from './activate.ts';
import { discardStagedBefore, discardUnlessActivated } from './discard.ts';
import { getVersion } from './list.ts';
import { type ListVersion, toVersion, type VersionChanges, type VersionFacts } from './version.ts';
import { makeWorkFolder } from './work-files.ts';

/** Records that are written at once: others get their turn between two writes. */
const ROWS = 500;

/** Share of the records of the version before that a version must have. */
const SHRINKS_TO = 0.9;

/** Lists that may be loaded. */
const MOST_LISTS = 200;

/** Seconds after which an operator may try again where the machine could not read the list. */
const RETRY_AFTER = 30;

/** Formats that an operator may name. */
export const listFormats = formatNames;

export interface ImportOptions extends ReadOptions {
  /** Reads and compares, and keeps nothing. */
  readonly dryRun?: boolean;
  /** Accepts a version with over 10 % fewer records than the active one. */
  readonly allowShrink?: boolean;
  /** Accepts a version that was published before the active one. */
  readonly allowOlder?: boolean;
  /** Keeps the version without activating it. */
  readonly stage?: boolean;
}

export interface ImportOutcome {
  /** `confirmed`: the active version is of the same files, and its age starts again. */
  readonly outcome: 'activated' | 'staged' | 'confirmed' | 'dry_run';
  readonly version: ListVersion;
  readonly summary: ListSummary;
  /** Number of the set that the activation has made. */
  readonly set: number | null;
}

/** An import, and what it calls as it proceeds. */
export interface ImportRun {
  /** Id of the import, and of the version that it makes. */
  readonly id: string;
  readonly files: readonly ListFile[];
  readonly options: ImportOptions;
  readonly principal: Principal;
  /** Ends the import early. */
  readonly signal: AbortSignal;
  /** Notes the current step, and how many records are stored. Its error ends the import. */
  note(state: 'reading' | 'storing' | 'activating', stored: number): Promise<void>;
  /** Is written in the transaction that ends the import well. What it throws undoes that. */
  succeeded(tx: SystemTx, outcome: ImportOutcome): Promise<void>;
}

/**
 * Reads a list in a process apart, compares it with the active version, and activates it unless it is only staged. All or
 * nothing: the active version answers until the last step. Throws `validation_error` under `file` for a refused list, with file,
 * line or byte and never with the content there; `unavailable` where the machine could not read it; and `AnalysisFailed` where it
 * was stopped.
 */
export async function importWatchlist(services: Services, run: ImportRun): Promise<void> {
  const folder = await makeWorkFolder(services.settings);
  try {
    await importWithin(services, run, join(folder, 'records'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importWithin(services: Services, run: ImportRun, staging: string): Promise<void> {
  const { store, clock } = services;
  const { id, options } = run;
  await run.note('reading', 0);
  const summary = await readFiles(services, run, staging);
  refuseFuture(summary, clock.now());
  const rows = await store.system.all(versionsOfList, { list: options.list });
  const active = rows.find(({ state }) => state === 'active');
  if (!active) await refuseTooMany(services, options.list);
  const files_hash = hashOf(summary, options);
  if (active?.files_hash === files_hash && !options.dryRun) return confirm(services, active, { run, summary });
  const flags = active ? refuseStrange(summary, toVersion(active), options) : [];

  const now = clock.now();
  const facts: VersionFacts = {
    format: summary.format,
    files: summary.files,
    skipped: summary.skipped,
    warnings: summary.warnings,
    changes: null,
    flags,
  };
  await store.transaction((tx) =>
    tx.run(insertListVersion, {
      id,
      list: options.list,
      categories: '[]',
      published_at: publishedAt(summary),
      touched_at: now,
      imported_at: now,
      imported_by: recordOf(run.principal),
      files_hash,
      records: summary.records,
      people: 0,
      facts: JSON.stringify(facts),
    }),
  );
  try {
    const read = await keepRecords(services, run, staging);
    const changes = active ? await changesBetween(services, active, { id, records: summary.records }) : null;
    if (options.dryRun) {
      // Never staged: nobody can activate what is only looked at.
      const version = { ...(await getVersion(services, id)), ...read, changes, state: 'staged' } as const;
      await discardUnlessActivated(services, id);
      return await store.transaction((tx) => run.succeeded(tx, { outcome: 'dry_run', version, summary, set: null }));
    }
    await stage(services, id, { ...read, facts: { ...facts, changes } });
    await finish(services, run, summary);
  } catch (error) {
    await discardUnlessActivated(services, id);
    throw error;
  }
}

async function stage(
  { store, clock }: Services,
  id: string,
  { people, categories, facts }: KeptRecords & { readonly facts: VersionFacts },
): Promise<void> {
  await store.transaction(async (tx) => {
    const newVersion = {
      id,
      now: clock.now(),
      people,
      categories: JSON.stringify(categories),
      facts: JSON.stringify(facts),
    };
    if ((await tx.run(stageListVersion, newVersion)) === 0) throw withdrawn();
  });
}

/** Activates a version that is staged, unless it is only to be staged. */
async function finish(services: Services, run: ImportRun, summary: ListSummary): Promise<void> {
  const { id, options, principal, signal } = run;
  const staged = await getVersion(services, id);
  await discardStagedBefore(services, staged);
  if (options.stage) {
    const outcome = { outcome: 'staged', version: staged, summary, set: null } as const;
    return services.store.transaction((tx) => run.succeeded(tx, outcome));
  }
  await run.note('activating', summary.records);
  await activateVersion(services, id, {
    cause: 'activation',
    principal,
    signal,
    async alongside(tx, set) {
      const [row] = await tx.all(listVersionsById, { ids: JSON.stringify([id]) });
      if (!row) throw withdrawn();
      await run.succeeded(tx, { outcome: 'activated', version: toVersion(row), summary, set });
    },
  });
}

/** Another process took the import for ended, and deletes what it has kept. */
const withdrawn = () => problem('unavailable', { message: 'The import was given up. Import the files again' });

async function readFiles(
  { clock, runListTask: run }: Services,
  { files, options: requested, signal }: ImportRun,
  staging: string,
): Promise<ListSummary> {
  try {
    const { dryRun: _, allowShrink: __, allowOlder: ___, stage: ____, ...options } = requested;
    return await importInProcess({ files, options, staging }, { clock, signal, run });
  } catch (error) {
    if (error instanceof ListRefused) throw invalid({ file: [error.message] });
    if (!(error instanceof AnalysisFailed)) throw error;
    if (error.reason === 'stopped') throw error;
    if (error.reason === 'too_slow') throw invalid({ file: ['took too long to read'] });
    if (error.reason === 'crashed')
      throw invalid({
        file: ['could not be read. The process that read it ended, perhaps because it needed more than 512 MB'],
      });
    throw problem('unavailable', { retryAfter: RETRY_AFTER });
  }
}

async function refuseTooMany({ store }: Services, list: string): Promise<void> {
  const lists = new Set((await store.system.all(listListVersions, {})).map((row) => row.list));
  if (!lists.has(list) && lists.size >= MOST_LISTS)
    throw invalid({ list: [`is one too many: the service can have ${MOST_LISTS} lists`] });
}

/** Hash of the input and the options: the same files under other options may make other records. */
function hashOf(
  { files, format }: ListSummary,
  { category, map, topicMap, published, encoding }: ImportOptions,
): string {
  const hashes = files.map(({ sha256 }) => sha256).sort();
  const canonical = JSON.stringify([hashes, format, category, map, topicMap, published, encoding]);
  return createHash('sha256').update(canonical).digest('hex');
}

const publishedAt = ({ published }: ListSummary): number | null => (published ? Date.parse(published) : null);

/**
 * Throws where a version looks as if something went wrong with it, unless the operator allows it; returns the allowed changes.
 */
function refuseStrange(
  { records, published }: ListSummary,
  active: ListVersion,
  { allowShrink, allowOlder }: ImportOptions,
): string[] {
  const flags: string[] = [];
  if (records < active.records * SHRINKS_TO) {
    if (!allowShrink) {
      throw invalid({
        file: [`has ${records} records, over 10 % fewer than the ${active.records} of the active version`],
      });
    }
    flags.push('allow_shrink');
  }
  if (published && active.published_at !== null && Date.parse(published) < active.published_at) {
    if (!allowOlder) {
      const before = isoDate(active.published_at);
      throw invalid({ file: [`was published on ${published}, before the active version of ${before}`] });
    }
    flags.push('allow_older');
  }
  return flags;
}

/** A date in the future is a slip: the list would never become too old, and no later version would be accepted. */
function refuseFuture({ published }: ListSummary, now: number): void {
  // Where the publisher is, it may be tomorrow already.
  if (!published || Date.parse(published) <= now + DAY_MS) return;
  throw invalid({ file: [`was published on ${published}, which is in the future`] });
}

async function confirm(
  { store, clock }: Services,
  active: ListVersionRow,
  { run, summary }: { readonly run: ImportRun; readonly summary: ListSummary },
): Promise<void> {
  const now = clock.now();
  const version = { ...toVersion(active), confirmed_at: now };
  await store.transaction(async (tx) => {
    await tx.run(confirmListVersion, { id: active.id, now });
    await run.succeeded(tx, { outcome: 'confirmed', version, summary, set: null });
  });
}

interface KeptRecords {
  readonly people: number;
  readonly categories: readonly ListedCategory[];
}

/** Writes the records of a staging file, and answers what they are. */
async function keepRecords(
  { store, clock }: Services,
  { id, signal, note }: ImportRun,
  staging: string,
): Promise<KeptRecords> {
  const categories = new Set<ListedCategory>();
  let people = 0;
  let ordinal = 0;
  let rows: object[] = [];
  const write = async () => {
    if (signal.aborted) throw new AnalysisFailed('stopped', 'The import was stopped');
    const page = JSON.stringify(rows);
    rows = [];
    await store.transaction(async (tx) => {
      // First: it locks the version, so that nobody discards it in between.
      if ((await tx.run(touchListVersion, { id, now: clock.now() })) === 0) throw withdrawn();
      await tx.run(insertListedRecords, { version_id: id, rows: page });
    });
    await note('storing', ordinal);
  };
  for await (const data of createInterface({ input: createReadStream(staging), crlfDelay: Number.POSITIVE_INFINITY })) {
    const record = JSON.parse(data) as ListedRecord;
    if (record.kind === 'person' || record.kind === 'unknown') {
      people += 1;
      for (const category of record.categories) categories.add(category);
    }
    rows.push({ ordinal, source_id: record.source_id, content_hash: record.content_hash, data });
    ordinal += 1;
    if (rows.length === ROWS) await write();
  }
  if (rows.length > 0) await write();
  return { people, categories: [...categories].sort() };
}

async function changesBetween(
  { store }: Services,
  before: Pick<ListVersionRow, 'id'>,
  after: { id: string; records: number },
): Promise<VersionChanges> {
  const found = await store.system.first(countListDiff, { before: before.id, after: after.id });
  const [added, changed, gone] = [found?.added, found?.changed, found?.gone].map(Number) as [number, number, number];
  return { added, changed, gone, unchanged: after.records - added - changed };
}
