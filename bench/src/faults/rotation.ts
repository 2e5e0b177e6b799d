import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Api, Body } from '../crash/api.ts';
import { createApplicant } from '../crash/load.ts';
import type { Stage } from '../crash/run.ts';
import type { ServiceProcess } from '../crash/service-process.ts';

/** Milliseconds of load between two steps. */
const BETWEEN_MS = 1_500;

/** Keys of tokens that the deployment rotates. */
const TOKEN_KEYS = ['sdk-token', 'workflow-links', 'biometric-tokens'] as const;

/** Status of an upload without a file, from a capture SDK whose token is valid. */
const INCOMPLETE = 422;

/** Limit in milliseconds for the job that seals the rows of the account with the new key. */
const RESEALED_MS = 120_000;
const LOOK_MS = 250;

/** Moves the times of rotated keys back by 15 minutes, which are longer than each of their delays. */
const LATER = [
  'update account_keys set active_from = active_from - 900000',
  "update jobs set run_at = 0 where kind = 'reseal'",
  "update meta set value = (value::bigint - 900000)::text where key like 'master_key_used:%'",
] as const;

/**
 * Rotates the master key, the key of the account and the keys of tokens while clients read and write. Restarts every process, waits
 * until no row needs the earlier key of the account, removes the earlier master key, and restarts every process again.
 */
export async function rotateKeys(stage: Stage): Promise<string[]> {
  const { api, accountId, databaseUrl, print } = stage;
  const token = await sdkToken(stage);
  await pause(BETWEEN_MS);
  const earlier = (await keysOf(api)).find(({ key }) => key === 'master').fingerprint;
  await rotate(api, '/keys/master/rotate');
  await rotate(api, `/accounts/${accountId}/rotate_key`);
  for (const key of TOKEN_KEYS) await rotate(api, `/keys/${key}/rotate`);
  await pause(BETWEEN_MS);
  await restartAll(stage);
  await query(databaseUrl as string, LATER);
  // Processes remember keys; the new ones have read the new times.
  await restartAll(stage);
  const lost: string[] = [];
  const began = performance.now();
  const isResealed = async () =>
    (await keysOf(api)).filter(({ key, account_id }) => key === 'account' && account_id === accountId).length === 1;
  while (!(await isResealed()) && performance.now() - began < RESEALED_MS) await pause(LOOK_MS);
  if (await isResealed()) print(`  resealed after ${Math.round(performance.now() - began)} ms`);
  else lost.push(`rows still need the earlier key of the account: ${JSON.stringify(await keysOf(api))}`);
  const removed = await api.operate('DELETE', `/keys/master/${earlier}`);
  if (removed.status !== 204) lost.push(`the earlier master key was not removed: ${JSON.stringify(removed.body)}`);
  await restartAll(stage);
  await pause(BETWEEN_MS);
  const status = await statusOfSdk(api, token);
  if (status !== INCOMPLETE) lost.push(`an SDK token of before is refused: ${status}`);
  return lost;
}

/** An SDK token for an applicant of its own. */
async function sdkToken({ api, ledger }: Stage): Promise<string> {
  const { id } = await createApplicant({ api, ledger });
  const { status, body } = await api.call('POST', '/sdk_token', {
    applicant_id: id,
    application_id: 'com.example.app',
  });
  if (status !== 200) throw new Error(`No SDK token: ${status} ${JSON.stringify(body)}`);
  const used = await statusOfSdk(api, body.token);
  if (used !== INCOMPLETE) throw new Error(`The SDK token is refused: ${used}`);
  return body.token;
}

/** The status of an upload that has no file: 422 for a valid token, else 401. */
async function statusOfSdk(api: Api, token: string): Promise<number> {
  return (await api.callSdk(token, 'POST', '/documents', {})).status;
}

async function keysOf(api: Api): Promise<Body[]> {
  const { status, body } = await api.operate('GET', '/keys');
  if (status !== 200) throw new Error(`GET /keys: ${status} ${JSON.stringify(body)}`);
  return body.keys;
}

async function rotate(api: Api, path: string): Promise<void> {
  const { status, body } = await api.operate('POST', path);
  if (status !== 200) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
}

/** Restarts the processes one after the other; clients wait while the first is away. */
async function restartAll({ processes, api }: Stage): Promise<void> {
  const [front, ...others] = processes as [ServiceProcess, ...ServiceProcess[]];
  for (const process of others) {
    await process.stop();
    process.launch();
    await process.ready();
  }
  api.shut();
  await front.stop();
  front.launch();
  api.moveTo(await front.ready());
  api.open();
}

async function query(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
