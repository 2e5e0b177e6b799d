import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Services } from '../context/services.ts';
import { query } from '../store/query.ts';

const listSteps = query()((db) => db.selectFrom('idempotent_steps').select(['id', 'applicant_id']));
const deleteAnswers = query()((db) => db.deleteFrom('idempotent_steps').where('id', '=', '0'));

/** Number of rows that are kept of requests with idempotency keys: of all, or of one applicant. */
export async function stepsKept({ store }: Services, applicantId?: string): Promise<number> {
  const rows = await store.system.all(listSteps, {});
  return rows.filter(({ applicant_id }) => applicantId === undefined || applicant_id === applicantId).length;
}

/**
 * Forgets the answers of requests with idempotency keys, as a process that was killed between effect and answer has.
 * @param least number of answers to wait for
 */
export async function forgetAnswers({ store }: Services, least = 1): Promise<void> {
  const kept = async () => (await store.system.all(listSteps, {})).filter(({ id }) => id === '0').length;
  await expect.poll(kept).toBeGreaterThanOrEqual(least);
  await store.transaction((tx) => tx.run(deleteAnswers, {}));
}

interface Request {
  readonly method: string;
  readonly path: string;
  /** Gets a key. */
  readonly headers: Record<string, string>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The parts that both answers to a request must have in common. */
const outcome = ({ status, headers, body }: Answer) => ({ status, type: headers['content-type'], body });

/**
 * Sends a request of the API with an idempotency key, forgets its answer, sends it again, and compares both answers. With
 * `TEST_LOST_ANSWERS=1` every request of every test is sent so: `TEST_LOST_ANSWERS=1 npm test -- packages/server/src/api`. Tests that
 * count work or requests fail then.
 */
export async function sendTwice<A extends Answer>(
  services: Services,
  { method, path, headers }: Request,
  send: () => Promise<A>,
): Promise<A> {
  const applies = method !== 'GET' && /^\/v[123]/.test(path) && headers['idempotency-key'] === undefined;
  if (!applies) return send();
  headers['idempotency-key'] = randomUUID();
  const first = await send();
  // A creation keeps no answer. A request that was refused before its body was read has none either.
  const isCreation = first.status === 201 && /\/applicants\/?$/.test(path);
  const kept = await forgetAnswers(services, isCreation ? 0 : 1).then(
    () => true,
    () => false,
  );
  if (!kept) return first;
  expect(outcome(await send()), `${method} ${path}`).toEqual(outcome(first));
  return first;
}
