import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { startService } from '../testing/service.ts';
import {
  answersOf,
  nowOf,
  readUpgradeFixture,
  unpackUpgrade,
  upgradeFixtures,
  withClaims,
} from '../testing/upgrades.ts';

const folder = fileURLToPath(new URL('../../../../test-data/upgrades', import.meta.url));
const releases = upgradeFixtures(folder, process.env.DATABASE_URL ? 'postgres' : 'sqlite');

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test('the store of every release since 0.2.0 is tested', () => {
  expect(releases.map((name) => name.split('-')[0])).toEqual(expect.arrayContaining(['0.2.0', '0.3.0']));
});

test.each(releases)('%s opens in this version, and everything in it reads the same', async (name) => {
  const fixture = readUpgradeFixture(folder, name);
  const data = mkdtempSync(join(tmpdir(), 'bonafide-upgrade-'));
  cleanUps.push(() => rmSync(data, { recursive: true, force: true }));
  const database = await freshDatabase();
  if (database) cleanUps.push(() => database.drop());
  const databaseUrl = database?.url;
  await unpackUpgrade(fixture, data, databaseUrl);
  const service = await startService({
    data,
    settings: { publicUrl: 'https://id.example.com', ...(databaseUrl && { databaseUrl }) },
  });
  cleanUps.push(() => service.close({ keep: true }));
  expect(fixture.answers.length).toBeGreaterThan(40);
  for (const { token: name, path, ...answer } of answersOf(fixture)) {
    const token = fixture.tokens[name];
    const options = name === 'operator' ? { token: null, headers: { authorization: `Bearer ${token}` } } : { token };
    const { status, body, bytes } = await service.get(path, options);
    expect(status, path).toBe(answer.status);
    if (answer.sha256) expect(createHash('sha256').update(bytes).digest('hex'), path).toBe(answer.sha256);
    // Later versions add fields to answers of the operator interface.
    else if (name === 'operator')
      expect.soft(body, path).toMatchObject(nowOf(answer.body, path, fixture.version) as object);
    else expect.soft(withClaims(body), path).toEqual(withClaims(nowOf(answer.body, path, fixture.version)));
    // Webhooks belong to both environments of an account, and lists answer with other objects.
    if (path.startsWith('/v3.6/') && status === 200 && !/\?|webhooks/.test(path)) {
      const other = fixture.tokens[name === 'live' ? 'sandbox' : 'live'];
      expect((await service.get(path, { token: other })).status, path).toBe(404);
      expect((await service.get(path, { token: service.other.sandboxToken })).status, path).toBe(404);
    }
  }
});
