import { expect, test } from 'vitest';
import { answers } from '../../reports/sandbox/testing/subject.ts';
import { useService } from '../../testing/service.ts';
import { notFound, outcome, unknownId, validationError } from './testing/story.ts';

const service = useService();

const of = (id: string, token?: string) => service.get(`/v3.6/repeat_attempts/${id}`, token ? { token } : {});

test.each(['match', 'mismatch', 'empty'])('in sandbox, %s is answered byte for byte', async (keyword) => {
  const { status, bytes } = await of(keyword);
  expect([status, bytes.toString()]).toEqual([200, JSON.stringify(answers['repeat attempts'][keyword])]);
});

test('error asks for the error of a report that is not a completed document report', async () => {
  expect(outcome(await of('error'))).toEqual(validationError({ report_id: ['must be a completed document report'] }));
});

test('in live a keyword is the id of nothing, as any other word is in sandbox', async () => {
  expect(outcome(await of('match', service.liveToken))).toEqual(notFound('Report', 'match'));
  for (const id of ['Match', unknownId]) expect(outcome(await of(id))).toEqual(notFound('Report', id));
  expect((await service.get('/v3.2/repeat_attempts/match')).status).toBe(404);
});
