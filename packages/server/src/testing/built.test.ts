import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { StorageError } from '../storage/storage.ts';
import { useService } from './service.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const service = useService();

/** Files of ours whose code calls this, innermost first. */
function callers(): string[] {
  const usual = Error.prepareStackTrace;
  try {
    Error.prepareStackTrace = (_, sites) => sites.map((site) => String(site.getFileName()));
    return (new Error().stack as unknown as string[])
      .map((file) => file.replace('file://', '').replace(root, ''))
      .filter((file) => file.startsWith('packages/'));
  } finally {
    Error.prepareStackTrace = usual;
  }
}

test('the service under test is the built one', async () => {
  const found = new Set<string>();
  const { now } = service.clock;
  service.clock.now = () => {
    for (const file of callers()) found.add(file);
    return now.call(service.clock);
  };
  const { status } = await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' });
  service.clock.now = now;
  expect(status).toBe(201);
  const [test, ...others] = [...found].sort().reverse();
  expect(test).toBe('packages/server/src/testing/built.test.ts');
  expect(others.length).toBeGreaterThan(0);
  for (const file of others) expect(file).toMatch(/^packages\/server\/dist\/chunks\//);
});

test('a test and the service share one copy of each module', async () => {
  await expect(service.services.storage.get('0'.repeat(64))).rejects.toBeInstanceOf(StorageError);
});
