import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workflowIds } from '../../workflows/testing/write.ts';
import { face, group } from './testing/facial.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { analysis: 'on' } });
});
afterAll(() => service.close());

const at = '/v3.6/biometric_tokens';
const live = () => ({ token: service.liveToken });

async function applicant(): Promise<string> {
  const { body } = await service.post('/v3.6/applicants', { first_name: 'Anna', last_name: 'Consider' }, live());
  return body.id;
}

/** A run in which the person shows a face; the output of its step on the face. */
async function shown(workflow: string, person: { applicant_id: string; customer_user_id: string }, bytes: Buffer) {
  const run = await service.run(workflow, person, live());
  const photo = await service.story.upload(
    'live_photos',
    { applicant_id: person.applicant_id, advanced_validation: 'false' },
    { name: 'face.jpg', bytes, type: 'image/jpeg' },
    live(),
  );
  expect(photo.status, JSON.stringify(photo.body)).toBe(201);
  await service.complete(run, await service.open(run, live()), [{ id: photo.body.id }], live());
  await service.settle();
  const [, , task] = (await service.get(`${service.at}/${run.id}/tasks`, live())).body;
  const { output } = (await service.get(`${service.at}/${run.id}/tasks/${task.id}`, live())).body;
  return { status: (await service.again(run, live())).status, output };
}

describe('a biometric token in live', () => {
  test('lets the same person back in, whatever the name, and no other', async () => {
    const person = { applicant_id: await applicant(), customer_user_id: 'anna' };
    const enrolled = await shown(workflowIds.faceCaptured, person, face('036'));
    const made = { created: true, uuid: anId, media_type: 'live_photo', reason: null };
    expect(enrolled).toEqual({ status: 'approved', output: made });
    const { uuid } = enrolled.output;

    // Another applicant of the same person.
    const later = { applicant_id: await applicant(), customer_user_id: 'anna' };
    const same = await shown(workflowIds.returningFace, later, face('036', 'smiling'));
    expect(same).toMatchObject({ status: 'approved', output: { result: 'clear', uuid, reason: null } });
    expect(same.output.score).toBeGreaterThanOrEqual(0.98);

    const stranger = await shown(workflowIds.returningFace, later, face('018'));
    expect(stranger).toMatchObject({ status: 'declined', output: { result: 'consider', uuid } });
    expect(stranger.output.reason).toMatch(/^The similarity of the faces is 0(\.\d+)?, below 0\.5/);

    // The very picture of before is not shown live.
    const repeated = await shown(workflowIds.returningFace, later, face('036'));
    expect(repeated.status).not.toBe('approved');
    expect(repeated.output.reason).toContain('The face seems to be the same image as the face of the token');

    const two = await shown(workflowIds.returningFace, later, await group('036', '018'));
    expect(two).toMatchObject({ status: 'declined', output: { result: 'consider', uuid: null, score: null } });

    // Of the other environment there is no token, and of another person neither.
    const berta = { applicant_id: await applicant(), customer_user_id: 'berta' };
    const none = await shown(workflowIds.returningFace, berta, face('036', 'smiling'));
    expect(none).toMatchObject({ status: 'declined', output: { uuid: null } });
    expect((await service.get(`${at}/anna`)).body).toEqual({ biometric_tokens: [] });
  });

  test('is not made of a photo with two faces', async () => {
    const person = { applicant_id: await applicant(), customer_user_id: 'carl' };
    const { status, output } = await shown(workflowIds.faceCaptured, person, await group('036', '018'));
    expect(status).toBe('declined');
    expect(output).toMatchObject({ created: false, uuid: null });
    expect(output.reason).toMatch(/face/);
    expect((await service.get(`${at}/carl`, live())).body).toEqual({ biometric_tokens: [] });
  });
});
