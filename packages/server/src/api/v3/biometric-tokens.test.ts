import { afterAll, beforeAll, expect, test } from 'vitest';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, outcome, timeOf, unknownId } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

const at = '/v3.6/biometric_tokens';
const noToken = { status: 404, body: { error: { type: 'resource_not_found', message: 'Not found' } } };

async function work() {
  service.clock.advance(1000);
  await service.settle();
}

/** A run that makes a token of a photo that the client names. */
async function enrol(customer_user_id: string, applicant?: string) {
  const applicant_id = applicant ?? (await service.story.applicant());
  const custom_data = { media_ids: [{ id: await service.story.livePhoto(applicant_id) }] };
  const run = await service.run(workflowIds.faceOfClient, { applicant_id, customer_user_id, custom_data });
  await work();
  const { biometric_tokens } = (await service.get(`${at}/${customer_user_id}`)).body;
  return { run, applicant_id, custom_data, uuid: biometric_tokens[0].uuid as string };
}

/** A run in which the person shows the face again. */
async function comeBack(customer_user_id: string, applicant_id: string) {
  const run = await service.run(workflowIds.returningFace, { applicant_id, customer_user_id });
  const photo = await service.story.livePhoto(applicant_id);
  await service.complete(run, await service.open(run), [{ id: photo }]);
  await work();
  const tasks = (await service.get(`${service.at}/${run.id}/tasks`)).body;
  const { id } = tasks.find((task: { task_def_id: string }) => task.task_def_id === 'face_authentication');
  const { output } = (await service.get(`${service.at}/${run.id}/tasks/${id}`)).body;
  return { status: (await service.again(run)).status, output };
}

test('a run makes a token of a photo; a client reads, approves and deletes it', async () => {
  expect(outcome(await service.get(`${at}/nobody-yet`))).toEqual({ status: 200, body: { biometric_tokens: [] } });
  const { run, applicant_id, custom_data, uuid } = await enrol('anna/1 é'.replace('/', '-'));
  const user = encodeURIComponent('anna-1 é');
  const token = { uuid, data: { inserted_at: timeOf(service), media_type: 'live_photo', status: 'review' } };
  expect(outcome(await service.get(`${at}/${user}`))).toEqual({ status: 200, body: { biometric_tokens: [token] } });
  expect(outcome(await service.get(`${at}/${user}/${uuid}`))).toEqual({
    status: 200,
    body: { biometric_token: token },
  });
  const tasks = (await service.get(`${service.at}/${run.id}/tasks`)).body;
  const task = (await service.get(`${service.at}/${run.id}/tasks/${tasks[1].id}`)).body;
  expect([task.task_def_id, task.input, task.output]).toEqual([
    'biometric_token',
    custom_data,
    { created: true, uuid, media_type: 'live_photo', reason: null },
  ]);

  const approved = { ...token, data: { ...token.data, status: 'approved' } };
  const put = await service.put(`${at}/${user}/${uuid}`, { status: 'approved' });
  expect(outcome(put)).toEqual({ status: 200, body: { biometric_token: approved } });
  expect((await service.get(`${at}/${user}/${uuid}`)).body).toEqual({ biometric_token: approved });
  for (const body of [{}, { status: 'review' }, { status: null }]) {
    expect((await service.put(`${at}/${user}/${uuid}`, body)).status).toBe(422);
  }

  // Neither another account nor the other environment finds it, nor does another person's name.
  for (const call of [{ token: service.other.sandboxToken }, { token: service.liveToken }]) {
    expect((await service.get(`${at}/${user}`, call)).body).toEqual({ biometric_tokens: [] });
    expect(outcome(await service.get(`${at}/${user}/${uuid}`, call))).toEqual(noToken);
    expect(outcome(await service.put(`${at}/${user}/${uuid}`, { status: 'declined' }, call))).toEqual(noToken);
    expect(outcome(await service.del(`${at}/${user}/${uuid}`, call))).toEqual(noToken);
    expect(outcome(await service.del(`${at}/${user}`, call))).toEqual(noToken);
  }
  expect(outcome(await service.get(`${at}/berta/${uuid}`))).toEqual(noToken);
  expect(outcome(await service.get(`${at}/${user}/${unknownId}`))).toEqual(noToken);

  await enrol('anna-1 é', applicant_id);
  const one = { biometric_token: { deleted_items: { count: 1 } } };
  expect(outcome(await service.del(`${at}/${user}/${uuid}`))).toEqual({ status: 200, body: one });
  expect(outcome(await service.del(`${at}/${user}/${uuid}`))).toEqual(noToken);
  const all = { biometric_tokens: { deleted_items: { count: 1 } } };
  expect(outcome(await service.del(`${at}/${user}`))).toEqual({ status: 200, body: all });
  expect(outcome(await service.del(`${at}/${user}`))).toEqual(noToken);
  expect((await service.get('/v3.2/biometric_tokens/anna')).status).toBe(404);
});

test('the status follows the run until a client sets it, and only an approved token is compared', async () => {
  const applicant_id = await service.story.applicant();
  const run = await service.run(workflowIds.faceCaptured, { applicant_id });
  const photo = await service.story.livePhoto(applicant_id);
  await service.complete(run, await service.open(run), [{ id: photo }]);
  await work();
  // Without a name of the client's the person is the applicant.
  const { biometric_tokens } = (await service.get(`${at}/${applicant_id}`)).body;
  expect(biometric_tokens).toEqual([
    { uuid: anId, data: { inserted_at: timeOf(service), media_type: 'live_photo', status: 'approved' } },
  ]);
  const { uuid } = biometric_tokens[0];
  const back = { result: 'clear', uuid, score: 0.9, reason: null };
  expect(await comeBack(applicant_id, applicant_id)).toEqual({ status: 'approved', output: back });

  await service.put(`${at}/${applicant_id}/${uuid}`, { status: 'declined' });
  const reason = 'This person has no approved biometric token';
  const none = { status: 'declined', output: { result: 'consider', uuid: null, score: null, reason } };
  expect(await comeBack(applicant_id, applicant_id)).toEqual(none);

  const other = await service.story.applicant({ last_name: 'Consider' });
  const enrolled = await enrol('carl', other);
  await service.put(`${at}/carl/${enrolled.uuid}`, { status: 'approved' });
  expect(await comeBack('carl', other)).toMatchObject({
    status: 'declined',
    output: { result: 'consider', score: 0.1 },
  });
});

test('media that show no face of the applicant end the run, and an erasure takes the template along', async () => {
  const applicant_id = await service.story.applicant();
  const another = await service.story.applicant();
  const wrong = [undefined, [], [{ id: unknownId }], [{ id: 5 }], 'x'];
  const document = [{ id: await service.story.document(applicant_id) }];
  const foreign = [{ id: await service.story.livePhoto(another) }];
  for (const media_ids of [...wrong, document, foreign]) {
    const custom_data = media_ids === undefined ? {} : { media_ids };
    const run = await service.run(workflowIds.faceOfClient, { applicant_id, customer_user_id: 'dora', custom_data });
    expect([run.status, run.error?.type]).toEqual(['error', 'face_missing']);
  }
  expect((await service.get(`${at}/dora`)).body).toEqual({ biometric_tokens: [] });

  const { uuid } = await enrol('dora', applicant_id);
  await service.del(`/v3.6/applicants/${applicant_id}`);
  expect((await service.get(`${at}/dora`)).body).toEqual({ biometric_tokens: [] });
  expect(outcome(await service.del(`${at}/dora/${uuid}`))).toEqual(noToken);
  await service.post(`/v3.6/applicants/${applicant_id}/restore`, {});
  expect((await service.get(`${at}/dora`)).body.biometric_tokens).toHaveLength(1);
});

test('a client holds the token of a person, and has a new face compared with no other', async () => {
  const sdk = (run: { id: string; sdk_token: string }) => {
    const call = service.sdkOf(run);
    const path = `/v3.6/sdk/workflow_runs/${run.id}`;
    return {
      ask: async () => (await service.get(path, call)).body,
      present: (token: unknown) => service.post(`${path}/biometric_token`, { token }, call),
    };
  };
  const customer_user_id = 'holder';
  const { run, applicant_id } = await enrol(customer_user_id);
  const { biometrics } = await sdk(run).ask();
  const uuidOf = (token: string) => token.split('.')[0] as string;
  expect(biometrics).toEqual({
    customer_user_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    token: expect.any(String),
    requested: false,
  });
  const first = uuidOf(biometrics.token);
  // Another face of the same person, which counts where none is presented: it is the newest.
  const other = await enrol(customer_user_id, applicant_id);
  for (const uuid of [first, other.uuid])
    await service.put(`${at}/${customer_user_id}/${uuid}`, { status: 'approved' });
  expect((await comeBack(customer_user_id, applicant_id)).output).toMatchObject({ result: 'clear', uuid: other.uuid });

  const back = await service.run(workflowIds.returningFace, { applicant_id, customer_user_id });
  const asked = (await sdk(back).ask()).biometrics;
  expect(asked).toEqual({ customer_user_hash: biometrics.customer_user_hash, token: null, requested: true });
  const stranger = await enrol('someone-else');
  const foreign = (await sdk(stranger.run).ask()).biometrics.token;
  for (const wrong of ['', first, `${biometrics.token}x`, foreign]) {
    const refused = await sdk(back).present(wrong);
    expect([wrong, refused.status]).toEqual([wrong, 422]);
  }
  expect((await sdk(back).present(biometrics.token)).status).toBe(200);
  expect((await sdk(back).ask()).biometrics.requested).toBe(false);
  const photo = await service.story.livePhoto(applicant_id);
  await service.complete(back, await service.open(back), [{ id: photo }]);
  await work();
  const tasks = (await service.get(`${service.at}/${back.id}/tasks`)).body;
  const { output } = (await service.get(`${service.at}/${back.id}/tasks/${tasks.at(-1).id}`)).body;
  expect(output).toMatchObject({ result: 'clear', uuid: first });
  // A run that has ended takes none, nor does the token of another run reach it.
  expect((await sdk(back).present(biometrics.token)).status).toBe(401);
  expect((await sdk({ ...back, sdk_token: stranger.run.sdk_token }).present(foreign)).status).toBe(401);
});
