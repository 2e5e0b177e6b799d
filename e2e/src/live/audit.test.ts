import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../packages/server/src/testing/database.ts';
import { type BuiltService, startBuilt } from './built.ts';

/** Actions that are undone after a test, the last first. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Changes that are under way at once, and those that are answered before the kill. */
const AT_ONCE = 16;
const ANSWERED = 60;

interface Answered {
  readonly tokens: Set<string>;
  /** Changes of the account's settings. */
  updates: number;
}

/** Makes API tokens and changes settings until the service is killed, which it is while changes are under way. */
async function changeUntilKilled(service: BuiltService, account: string, answered: Answered): Promise<void> {
  const { baseUrl, operatorKey } = service;
  const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' };
  const of = `${baseUrl}/operator/v1/accounts/${account}`;
  const enough = answered.tokens.size + answered.updates + ANSWERED;
  let killing: Promise<void> | undefined;
  const client = async (n: number) => {
    for (;;) {
      const makes = n % 2 === 0;
      const [url, method, body] = makes
        ? [`${of}/tokens`, 'POST', { name: `client ${n}`, environment: 'live' }]
        : [of, 'PATCH', { minimum_accepted_age: n }];
      const answer = await fetch(url as string, { method: method as string, headers, body: JSON.stringify(body) })
        .then(async (one) => ({ ok: one.ok, body: (await one.json()) as { id: string } }))
        .catch(() => undefined);
      if (!answer) return;
      expect([answer.ok, answer.body]).toEqual([true, expect.anything()]);
      if (makes) answered.tokens.add(answer.body.id);
      else answered.updates += 1;
      if (answered.tokens.size + answered.updates >= enough) killing ??= service.kill();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => client(n)));
  await killing;
}

interface Entry {
  readonly number: number;
  readonly action: string;
  readonly object: { readonly id: string };
}

async function allEntries({ operate }: BuiltService, account: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let next: number | null = 0; next !== null; ) {
    const page: { entries: Entry[]; next: number | null } = await operate(
      `/accounts/${account}/audit?limit=100${next === 0 ? '' : `&after=${next}`}`,
    );
    entries.push(...page.entries);
    next = page.next;
  }
  return entries;
}

describe.each(process.env.DATABASE_URL ? ['PostgreSQL'] : ['the embedded store'])('a kill on %s', () => {
  test('leaves every change with its entry, every entry with its change, and a whole chain', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
    undo.push(() => rmSync(directory, { recursive: true, force: true }));
    const database = await freshDatabase();
    if (database) undo.push(() => database.drop());
    const place = { directory, ...(database && { databaseUrl: database.url }) };
    let service = await startBuilt(place);
    undo.push(() => service.kill());
    const { accounts } = await service.operate('/accounts');
    const account = accounts[0].id as string;
    const answered: Answered = { tokens: new Set(), updates: 0 };
    for (const _ of [1, 2]) {
      await changeUntilKilled(service, account, answered);
      service = await startBuilt(place);
    }

    const { tokens } = await service.operate(`/accounts/${account}/tokens`);
    const ids = (tokens as { id: string }[]).map(({ id }) => id);
    const entries = await allEntries(service, account);
    const made = entries.filter(({ action }) => action === 'token_created').map(({ object }) => object.id);
    // No change without its entry, and no entry without its change; once each.
    expect(made.sort()).toEqual(ids.sort());
    expect([...answered.tokens].filter((id) => !ids.includes(id))).toEqual([]);
    const updates = entries.filter(({ action }) => action === 'account_updated').length;
    expect(updates).toBeGreaterThanOrEqual(answered.updates);
    expect(updates).toBeLessThanOrEqual(answered.updates + AT_ONCE * 2);

    const numbers = entries.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => numbers.length - i));
    const verdict = await service.operate(`/accounts/${account}/audit/verify`);
    expect(verdict).toMatchObject({ entries: numbers.length, broken: null });
  });
});
