import { beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { NOT_CLEAR, useSecondLooks } from './testing/second-looks.ts';

const looks = useSecondLooks();
const { service, adam, otto, auditor } = looks;
const { at, operate, setting, cleared, give, opened, queueOf } = looks;

beforeAll(() => setting({ review_second_look_share: 1 }));

const keysOf = async (account: string) =>
  (await operate('GET', '/keys')).body.keys
    .filter((key: { key: string; account_id: string }) => key.key === 'account' && key.account_id === account)
    .map(({ version, state }: { version: number; state: string }) => [version, state]);

test('a second look that was given, and one that waits, stay when the account gets a new key', async () => {
  const given = await cleared();
  expect((await give(otto, given.report, NOT_CLEAR)).status).toBe(200);
  const waiting = await cleared();
  const before = (await opened(adam, given.report)).second_look;
  expect(before.second.note).toBe(NOT_CLEAR.note);

  expect((await operate('POST', `/accounts/${service.account.id}/rotate_key`)).body.version).toBe(2);
  service.clock.advance(11 * MINUTE_MS);
  await service.settle();
  expect(await keysOf(service.account.id)).toEqual([[2, 'current']]);
  expect(await keysOf(service.other.id)).toEqual([[1, 'current']]);

  expect((await opened(adam, given.report)).second_look).toEqual(before);
  const differing = await auditor.get(`${at()}/second_looks/differing`);
  expect(differing.body).toEqual({ second_looks: [before], next: null });
  expect(await queueOf(otto)).toEqual([waiting.report]);
  expect((await give(otto, waiting.report)).body).toMatchObject({
    agrees: true,
    second: { note: 'The paper is sound' },
  });
});
