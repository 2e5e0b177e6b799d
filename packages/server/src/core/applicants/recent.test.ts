import { expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();

it('never answers with an applicant that is remembered but changed, gone or another’s', async () => {
  const { body: jane } = await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' });
  const path = `/v3.6/applicants/${jane.id}`;
  expect((await service.get(path)).body).toEqual(jane);

  await service.put(path, { last_name: 'Roe' });
  expect((await service.get(path)).body).toEqual({ ...jane, last_name: 'Roe' });

  await service.del(path);
  expect((await service.get(path)).status).toBe(410);
  await service.post(`${path}/restore`);
  expect((await service.get(path)).status).toBe(200);

  expect((await service.get(path, { token: service.other.sandboxToken })).status).toBe(404);
  expect((await service.get(path, { token: service.liveToken })).status).toBe(404);

  await service.del(path);
  service.clock.advance(20 * 86_400_000);
  await service.settle();
  expect((await service.get(path)).status).toBe(410);
});
