import { expect, test } from 'vitest';
import { openClient } from '../cli/client.ts';
import { connectOperator } from '../cli/operator.ts';
import { useService } from '../testing/service.ts';
import { runFillStory } from './fill-story.ts';

const service = useService({ realTime: true });

test('the demo fills both environments of an account, and leaves its limits as they were', async () => {
  const client = await openClient({ url: service.baseUrl, ca: service.ca });
  const flags = { url: service.baseUrl, ca: service.caFile, operatorKey: service.operatorKey };
  const operator = await connectOperator(flags, { out: () => {}, err: () => {}, env: {} });
  const account = service.account.id;
  const limits = async () => {
    const { rate_limit_sandbox, rate_limit_live } = await operator.call('GET', `/accounts/${account}`);
    return { rate_limit_sandbox, rate_limit_live };
  };
  const before = await limits();
  try {
    const tokens = { sandbox: service.sandboxToken, live: service.liveToken };
    const lines: string[] = [];
    await runFillStory({ operator, client, account, tokens }, (line) => lines.push(line), { sandbox: 6, live: 8 });
    expect(lines.join('\n')).toContain('6 of 6');
    const counted = async (token: string) => (await service.get('/v3.6/applicants', { token })).body.applicants.length;
    expect([await counted(tokens.sandbox), await counted(tokens.live)]).toEqual([6, 8]);
    expect(await limits()).toEqual(before);
    await service.settle();
    const { body } = await service.get('/v3.6/applicants', { token: tokens.sandbox });
    const last = body.applicants.find(({ first_name }: { first_name: string }) => first_name.startsWith('Image'));
    const checks = (await service.get(`/v3.6/checks?applicant_id=${last.id}`, { token: tokens.sandbox })).body.checks;
    expect(checks.map(({ result }: { result: string }) => result)).toEqual(['consider']);
  } finally {
    await operator.close();
    await client.close();
  }
});
