import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';

/** A database that a release has made: `scripts/upgrade-fixture.js`. */
export interface UpgradeFixture {
  readonly version: string;
  readonly tokens: Readonly<Record<'sandbox' | 'live' | 'operator', string>>;
  /** Files of the data directory, base64. */
  readonly files: Readonly<Record<string, string>>;
  readonly sql?: string;
  /** Answers of the release. */
  readonly answers: readonly {
    readonly token: keyof UpgradeFixture['tokens'];
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

/** Names of the fixtures of a store in `test-data/upgrades`, the oldest release first. */
export function upgradeFixtures(folder: string, store: 'postgres' | 'sqlite'): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(`-${store}.json.gz`))
    .sort();
}

export function readUpgradeFixture(folder: string, name: string): UpgradeFixture {
  return JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString()) as UpgradeFixture;
}

/** The answer that this version must give where the release gave `body`. */
export function nowOf(body: unknown, path: string, version: string): unknown {
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

/** Replaces SDK tokens in an answer by their claims, without the brand of the account, which later releases add. */
export function withClaims(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withClaims);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [
      name,
      name === 'sdk_token' && typeof of === 'string' ? claimsOf(of) : withClaims(of),
    ]),
  );
}

function claimsOf(token: string): object {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  delete claims.branding;
  return claims;
}

/** Makes the store as the release left it, in a data directory and an empty database. */
export async function unpackUpgrade({ files, sql }: UpgradeFixture, data: string, databaseUrl?: string): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(data, name)), { recursive: true });
    writeFileSync(join(data, name), content, { encoding: 'base64' });
  }
  if (!databaseUrl) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql as string).finally(() => client.end());
}

/** The answers of a release; the operator interface goes first, since it shows when tokens were last used. */
export function answersOf({ answers }: UpgradeFixture): UpgradeFixture['answers'] {
  return answers.toSorted((a, b) => Number(b.token === 'operator') - Number(a.token === 'operator'));
}
