import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count, total } from '../context/counters.ts';
import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import { useService } from '../testing/service.ts';
import { Journal, type KeptAnswer, type KeyedRequest } from './journal.ts';

const service = useService();

async function ctxOf(accountId: string, environment: 'sandbox' | 'live' = 'sandbox'): Promise<Ctx> {
  const account = await service.services.accounts.find(accountId);
  return new Ctx(service.services, account!, environment, systemPrincipal('start'));
}

let made = 0;
const requestOf = (): KeyedRequest => ({ id: `request ${made++}`, fingerprint: 'f', applicantOf: () => undefined });

class Killed extends Error {}

/** A request of several transactions. Each one counts an applicant. The request is killed after some of them. */
async function run(ctx: Ctx, request: KeyedRequest, transactions: number, killedAfter: number): Promise<KeptAnswer> {
  const journal = await Journal.open(ctx, request);
  if (journal.answer) return journal.answer;
  const journaled = journal.context();
  const results: unknown[] = [];
  for (let n = 0; n <= transactions; n++) {
    if (n === killedAfter) throw new Killed();
    if (n === transactions) break;
    results.push(
      await journaled.transaction(async (tx) => {
        await count(ctx, tx, 'applicants', 1);
        return { n, id: ctx.services.ids.uuid(), at: new Date(n), bytes: Buffer.from([n]) };
      }),
    );
  }
  const answer = { status: 201, headers: {}, body: JSON.stringify(results) };
  await journal.keep(answer);
  return answer;
}

test('each transaction happens once, however often and wherever the process is killed', async () => {
  const ctx = await ctxOf(service.account.id);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 4 }), fc.array(fc.integer({ min: 0, max: 4 })), async (size, kills) => {
      const request = requestOf();
      const before = await total(ctx, 'applicants');
      const answers: KeptAnswer[] = [];
      for (const killedAfter of [...kills, size + 1, size + 1]) {
        try {
          answers.push(await run(ctx, request, size, killedAfter));
        } catch (error) {
          expect(error).toBeInstanceOf(Killed);
        }
      }
      expect(await total(ctx, 'applicants')).toBe(before + size);
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    }),
    { numRuns: 60 },
  );
});

test('of two processes with one request, one commits', async () => {
  const ctx = await ctxOf(service.account.id);
  const request = requestOf();
  const before = await total(ctx, 'applicants');
  const journals = await Promise.all([Journal.open(ctx, request), Journal.open(ctx, request)]);
  const ended = await Promise.allSettled(
    journals.map((journal) => journal.context().transaction((tx) => count(ctx, tx, 'applicants', 1))),
  );
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { type: 'idempotency_key_in_use', retryAfter: 1 },
  });
  expect(await total(ctx, 'applicants')).toBe(before + 1);
  // Both may have an answer: the first one stays.
  const answer = (body: string) => ({ status: 201, headers: {}, body });
  await journals[0]!.keep(answer('first'));
  await journals[1]!.keep(answer('second'));
  expect((await Journal.open(ctx, request)).answer).toEqual(answer('first'));
});

test('a transaction that fails writes no step', async () => {
  const ctx = await ctxOf(service.account.id);
  const request = requestOf();
  const journal = await Journal.open(ctx, request);
  const fail = () => Promise.reject(new Error('refused'));
  await expect(journal.context().transaction(fail)).rejects.toThrow('refused');
  const again = (await Journal.open(ctx, request)).context();
  expect(await again.transaction(async () => 'done')).toBe('done');
});

test('the other account and the other environment see no step of a request', async () => {
  const request = requestOf();
  const answer = { status: 200, headers: {}, body: 'of Alice' };
  await (await Journal.open(await ctxOf(service.account.id), request)).keep(answer);
  const others = [await ctxOf(service.other.id), await ctxOf(service.account.id, 'live')];
  for (const ctx of others) expect((await Journal.open(ctx, request)).answer).toBeUndefined();
});
