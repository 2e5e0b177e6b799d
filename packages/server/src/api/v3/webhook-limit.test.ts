import { describe, expect, it } from 'vitest';
import { type Answer, useService } from '../../testing/service.ts';

const service = useService();

const versions = ['v3.6', 'v3.2', 'v2', 'v1'] as const;
const tooMany = 'is one too many: an account can have 100 webhooks';

describe('webhooks of an account', () => {
  it('are 100 at most, in both environments and all generations together', async () => {
    const { liveToken, sandboxToken } = await service.makeAccount('Hooks Ltd');
    const create = (n: number): Promise<Answer> =>
      service.post(
        `/${versions[n % 4]}/webhooks`,
        { url: `https://hooks.example/${n}` },
        { token: n % 2 ? liveToken : sandboxToken },
      );
    // Some at once: of the last two, one is one too many.
    const answers: Answer[] = [];
    for (let n = 0; n < 104; n += 8) {
      const eight = Array.from({ length: Math.min(8, 104 - n) }, (_, i) => create(n + i));
      answers.push(...(await Promise.all(eight)));
    }
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);

    for (const n of [0, 1, 2, 3]) {
      const { status, body } = await create(n);
      expect([status, body.error.type]).toEqual([422, 'validation_error']);
      const fields = versions[n] === 'v1' ? { url: { messages: [tooMany] } } : { url: [tooMany] };
      expect(body.error.fields, versions[n]).toEqual(fields);
    }

    // One deleted makes room for one, and others have their own.
    const { webhooks } = (await service.get('/v3.6/webhooks', { token: liveToken })).body;
    expect(webhooks).toHaveLength(100);
    await service.del(`/v3.6/webhooks/${webhooks[0].id}`, { token: liveToken });
    expect([(await create(0)).status, (await create(1)).status]).toEqual([201, 422]);
    const strangers = await service.post(
      '/v3.6/webhooks',
      { url: 'https://hooks.example/' },
      { token: service.other.liveToken },
    );
    expect(strangers.status).toBe(201);
  });
});
