import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { noPostgresServer, preparePostgres } from '../../../packages/server/src/testing/postgres-server.ts';
import { type BuiltService, startBuilt, until } from './built.ts';

/** Actions that are undone after a test, the last first. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const csvOf = (rows: readonly (readonly [id: string, name: string])[]) =>
  ['id,name,categories', ...rows.map(([id, name]) => `${id},${name},sanction`), ''].join('\n');

/** Operators' actions on the watchlists of one process. A failed request throws, a refused one does not. */
function operatorOf({ baseUrl, operatorKey }: Pick<BuiltService, 'baseUrl' | 'operatorKey'>) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  async function call(method: string, path: string, body?: FormData | object) {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${baseUrl}/operator/v1/watchlists${path}`, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
    return { status: answer.status, body: (await answer.json()) as any };
  }
  return {
    call,
    async begin(csv: string): Promise<string> {
      const form = new FormData();
      form.append('list', 'eu');
      form.append('allow_shrink', 'true');
      form.append('file', new Blob([csv]), 'eu.csv');
      const { status, body } = await call('POST', '/imports', form);
      expect(status).toBe(202);
      return body.id;
    },
    /** Waits longer than an import of a killed process holds up the others. */
    async ended(id: string) {
      for (;;) {
        const { body } = await call('GET', `/imports/${id}?wait=30`);
        if (body.ended_at !== null) return body;
      }
    },
    state: async (id: string): Promise<string> => (await call('GET', `/imports/${id}`)).body.state,
    async search(name: string): Promise<{ set: number; found: string[] }> {
      const { status, body } = await call('POST', '/search', { name });
      if (status !== 200) throw new Error(`The search answered ${status}: ${JSON.stringify(body)}`);
      return { set: body.set, found: body.hits.map(({ source_id }: { source_id: string }) => source_id) };
    },
  };
}

const LARGE = csvOf(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, `Person Number${i}`] as const));

test('an import whose service is killed, wherever it is, leaves the active list and nothing else', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
  undo.push(() => rmSync(directory, { recursive: true, force: true }));
  let service = await startBuilt({ directory });
  undo.push(() => service.kill());
  const first = operatorOf(service);
  expect(await first.ended(await first.begin(csvOf([['a1', 'Iskra Vrtovec']])))).toMatchObject({ state: 'succeeded' });
  for (const phase of ['reading', 'storing', 'activating']) {
    const id = await operatorOf(service).begin(LARGE);
    await until(async () => (await operatorOf(service).state(id)) === phase);
    await service.kill();
    service = await startBuilt({ directory });
    const operator = operatorOf(service);
    expect((await operator.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'failed', result: null });
    const { set, versions } = (await operator.call('GET', '/eu')).body;
    expect([set.number, versions.map(({ state }: { state: string }) => state)]).toEqual([1, ['active']]);
    expect(await operator.search('Iskra Vrtovec')).toEqual({ set: 1, found: ['a1'] });
    expect(await operator.search('Person Number7')).toEqual({ set: 1, found: [] });
    expect(readdirSync(directory)).not.toContain('screening');
  }
  const last = operatorOf(service);
  expect(await last.ended(await last.begin(LARGE))).toMatchObject({ state: 'succeeded', result: { set: 2 } });
  expect(await last.search('Person Number7')).toMatchObject({ set: 2 });
});

const NAMES = [
  'Iskra Vrtovec',
  'Bor Zaletelj',
  'Cvetka Ropotar',
  'Drago Presekar',
  'Zdenka Prelesnik',
  'Gorazd Mlakar',
];

/** An activation takes about four seconds on two cores. */
const ACTIVATIONS = 8;
const SEARCHES_A_SECOND = 50;
const PROCESSES = 3;

/** The list of a version: one person, whose number is the version's. */
const versionOf = (number: number) => csvOf([[String(number), NAMES[number % NAMES.length] as string]]);

const missing = noPostgresServer();

// The embedded store has one process.
test.skipIf(missing)('activations under 50 searches a second in 3 processes, one of them killed', async () => {
  const server = await preparePostgres();
  undo.push(() => server.drop());
  await server.start();
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
  undo.push(() => rmSync(directory, { recursive: true, force: true }));
  const start = async () => {
    const started = await startBuilt({ directory, databaseUrl: server.url });
    undo.push(() => started.kill());
    return { ...started, ...operatorOf(started), dead: false };
  };
  // One after the other: the first one makes the tables and the keys.
  const all: Awaited<ReturnType<typeof start>>[] = [];
  for (let i = 0; i < PROCESSES; i += 1) all.push(await start());

  const answers: { name: number; set: number; found: string[] }[] = [];
  let ended = false;
  const searching = all.map(async (one) => {
    for (let i = 0; !ended && !one.dead; i += 1) {
      const name = i % NAMES.length;
      const next = pause((1000 * PROCESSES) / SEARCHES_A_SECOND);
      try {
        answers.push({ name, ...(await one.search(NAMES[name] as string)) });
      } catch (error) {
        // What was under way in the killed process ends with it.
        if (!one.dead) throw error;
      }
      await next;
    }
  });

  const victim = all[Math.floor(Math.random() * PROCESSES)]!;
  const killedAt = 3 + Math.floor(Math.random() * 4);
  const kill = async () => {
    await pause(Math.random() * 500);
    victim.dead = true;
    await victim.kill();
  };
  let killing: Promise<void> | undefined;
  const alive = (i: number) => {
    const living = all.filter(({ dead }) => !dead);
    return living[i % living.length]!;
  };
  const imported = async (one: (typeof all)[number], i: number) => {
    const { state, error } = await one.ended(await one.begin(versionOf(i)));
    expect([state, error]).toEqual(['succeeded', null]);
  };
  const rolledBack = async (one: (typeof all)[number]) =>
    expect((await one.call('POST', '/eu/rollback')).status).toBe(200);
  for (let i = 1; i <= ACTIVATIONS; i += 1) {
    // The victim activates while it is killed.
    const one = i === killedAt ? victim : alive(i);
    if (i === killedAt) killing = kill();
    // Half of the activations return to the version before, which takes no import.
    const activation = i % 2 === 1 || i < 3 ? imported(one, i) : rolledBack(one);
    await activation.catch((error: unknown) => {
      if (one !== victim || !victim.dead) throw error;
    });
    await killing;
  }
  ended = true;
  await Promise.all(searching);

  // Of each set exactly one person is listed, in every process.
  const listed = new Map<number, string>();
  for (const { name, set, found } of answers) {
    if (found.length === 0) continue;
    expect(found).toEqual([listed.get(set) ?? found[0]]);
    expect(Number(found[0]) % NAMES.length).toBe(name);
    listed.set(set, found[0]!);
  }
  for (const { name, set, found } of answers) {
    const person = listed.get(set);
    if (person !== undefined) expect(found).toEqual(Number(person) % NAMES.length === name ? [person] : []);
  }
  expect(listed.size).toBeGreaterThan(ACTIVATIONS / 2);

  // The next start finds what the killed process has left.
  const next = await start();
  const { imports } = (await next.call('GET', '/imports')).body;
  const failed = imports.filter(({ state }: { state: string }) => state !== 'succeeded');
  expect(failed.length).toBeLessThanOrEqual(1);
  const { set, versions } = (await next.call('GET', '/eu')).body;
  expect(set.number).toBeGreaterThanOrEqual(ACTIVATIONS - 1);
  const states = versions.map(({ state }: { state: string }) => state);
  expect(states.filter((state: string) => state === 'active')).toHaveLength(1);
  expect(states).not.toContain('staged');
  const known = new Set(versions.map(({ id }: { id: string }) => id));
  expect(failed.filter(({ id }: { id: string }) => known.has(id))).toEqual([]);
  // The folders of the killed process wait for the upkeep: one for the received files, one for the import and one for its index.
  expect(readdirSync(join(directory, 'screening')).length).toBeLessThanOrEqual(3);
});
