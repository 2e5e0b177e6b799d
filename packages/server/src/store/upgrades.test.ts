import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { startService } from '../testing/service.ts';

/** Databases that releases have made: `scripts/upgrade-fixture.js`. */
const folder = fileURLToPath(new URL('../../../../test-data/upgrades', import.meta.url));

interface Fixture {
  readonly version: string;
  readonly tokens: Readonly<Record<'sandbox' | 'live' | 'operator', string>>;
  /** Files of the data directory, base64. */
  readonly files: Readonly<Record<string, string>>;
  readonly sql?: string;
  /** Answers of the release. */
  readonly answers: readonly {
    readonly token: keyof Fixture['tokens'];
    readonly path: string;
    readonly status: number;
    readonly body?: unknown;
    readonly sha256?: string;
  }[];
}

/** Differences between the answers of a release and of this version that CHANGELOG.md names. */
const documented: Readonly<Record<string, { readonly accounts: object; readonly reversed: readonly string[] }>> = {
  '0.2.0': {
    // Defaults of settings that an account has not set.
    accounts: { face_match_score: 0.98, known_face_score: 0.995 },
    // v3 lists the last requested report first.
    reversed: ['report_ids', 'reports'],
  },
};

const store = process.env.DATABASE_URL ? 'postgres' : 'sqlite';
const releases = readdirSync(folder).filter((name) => name.endsWith(`-${store}.json.gz`));

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** The answer that this version must give where the release gave `body`. */
function nowOf(body: unknown, path: string, version: string): unknown {
  const { accounts, reversed } = documented[version] ?? { accounts: {}, reversed: [] };
  const isAccount = /^\/operator\/v1\/accounts\/[^/]+$/.test(path);
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((item) => walk(item, ''));
      return path.startsWith('/v3') && reversed.includes(key) ? items.reverse() : items;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, walk(of, name)]));
  };
  return isAccount ? { ...(body as object), ...accounts } : walk(body, '');
}

/** Makes the store as the release left it. */
async function unpack({ files, sql }: Fixture): Promise<{ data: string; databaseUrl?: string }> {
  const data = mkdtempSync(join(tmpdir(), 'bonafide-upgrade-'));
  cleanUps.push(() => rmSync(data, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(data, name)), { recursive: true });
    writeFileSync(join(data, name), content, { encoding: 'base64' });
  }
  const database = await freshDatabase();
  if (!database) return { data };
  cleanUps.push(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql as string).finally(() => client.end());
  return { data, databaseUrl: database.url };
}

test('the store of every release since 0.2.0 is tested', () => {
  expect(releases.map((name) => name.split('-')[0])).toEqual(expect.arrayContaining(['0.2.0', '0.3.0']));
});

test.each(releases)('%s opens in this version, and everything in it reads the same', async (name) => {
  const fixture = JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString()) as Fixture;
  const { data, databaseUrl } = await unpack(fixture);
  const service = await startService({
    data,
    settings: { publicUrl: 'https://id.example.com', ...(databaseUrl && { databaseUrl }) },
  });
  cleanUps.push(() => service.close({ keep: true }));
  expect(fixture.answers.length).toBeGreaterThan(40);
  // The operator interface goes first: it shows when tokens were last used.
  const answers = fixture.answers.toSorted((a, b) => Number(b.token === 'operator') - Number(a.token === 'operator'));
  for (const { token: name, path, ...answer } of answers) {
    const token = fixture.tokens[name];
    const options = name === 'operator' ? { token: null, headers: { authorization: `Bearer ${token}` } } : { token };
    const { status, body, bytes } = await service.get(path, options);
    expect(status, path).toBe(answer.status);
    if (answer.sha256) expect(createHash('sha256').update(bytes).digest('hex'), path).toBe(answer.sha256);
    // Later versions add fields to answers of the operator interface.
    else if (name === 'operator')
      expect.soft(body, path).toMatchObject(nowOf(answer.body, path, fixture.version) as object);
    else expect.soft(body, path).toEqual(nowOf(answer.body, path, fixture.version));
    // Webhooks belong to both environments of an account, and lists answer with other objects.
    if (path.startsWith('/v3.6/') && status === 200 && !/\?|webhooks/.test(path)) {
      const other = fixture.tokens[name === 'live' ? 'sandbox' : 'live'];
      expect((await service.get(path, { token: other })).status, path).toBe(404);
      expect((await service.get(path, { token: service.other.sandboxToken })).status, path).toBe(404);
    }
  }
});
