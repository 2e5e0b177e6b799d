import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';

/** Milliseconds that a sandbox check takes. */
const CHECK_MS = 1000;

const service = useService({ settings: { sandboxDelay: String(CHECK_MS) } });

const names = { first_name: 'Anna', last_name: 'Berg' };
const gone = { error: { type: 'gone', message: 'The resource has been deleted or is scheduled for deletion' } };
const notScheduled = (id: string) => ({
  error: {
    type: 'validation_error',
    message: 'There was a validation error on this request',
    fields: `Applicant ${id} is not scheduled for deletion`,
  },
});

describe.each(['v3.2', 'v3.6'])('%s', (version) => {
  async function create(body: object = names) {
    const applicant = (await service.post(`/${version}/applicants`, body)).body;
    return { ...applicant, path: `/${version}/applicants/${applicant.id}` };
  }

  async function check(applicantId: string): Promise<{ id: string; report_ids: string[] }> {
    const answer = await service.post(`/${version}/checks`, {
      applicant_id: applicantId,
      report_names: ['identity_enhanced'],
    });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    return answer.body;
  }

  async function finishChecks(): Promise<void> {
    service.clock.advance(CHECK_MS);
    await service.settle();
  }

  it('answers 204 without a body, then 410 wherever the applicant is', async () => {
    const { id, path } = await create();
    const { id: checkId, report_ids } = await check(id);
    await finishChecks();

    const deleted = await service.del(path);
    expect([deleted.status, deleted.bytes.length]).toEqual([204, 0]);
    expect([deleted.headers['content-type'], deleted.headers['content-length']]).toEqual([undefined, undefined]);

    const at = `/${version}`;
    for (const answer of [
      await service.get(path),
      await service.put(path, { first_name: 'Bo' }),
      await service.put(path, { first_name: ';' }),
      await service.del(path),
      await service.get(`${at}/checks/${checkId}`),
      await service.get(`${at}/checks/${checkId}/download`),
      await service.post(`${at}/checks/${checkId}/resume`),
      await service.get(`${at}/checks?applicant_id=${id}`),
      await service.get(`${at}/reports/${report_ids[0]}`),
      await service.get(`${at}/reports?check_id=${checkId}`),
      await service.get(`${at}/documents?applicant_id=${id}`),
      await service.get(`${at}/live_photos?applicant_id=${id}`),
      await service.get(`${at}/live_videos?applicant_id=${id}`),
      await service.post(`${at}/checks`, { applicant_id: id, report_names: ['identity_enhanced'] }),
      await service.post(`${at}/sdk_token`, { applicant_id: id }),
    ]) {
      expect([answer.status, answer.body]).toEqual([410, gone]);
    }

    const restored = await service.post(`${path}/restore`, null);
    expect([restored.status, restored.bytes.length]).toEqual([204, 0]);
    expect([restored.headers['content-type'], restored.headers['content-length']]).toEqual([undefined, undefined]);
    for (const back of [path, `${at}/checks/${checkId}`, `${at}/reports/${report_ids[0]}`]) {
      expect((await service.get(back)).status).toBe(200);
    }
    expect((await service.get(path)).body.delete_at).toBe(null);
  });

  it('refuses to restore what is not scheduled, with a plain text in `fields`', async () => {
    const { id, path } = await create();
    const answer = await service.post(`${path}/restore`);
    expect([answer.status, answer.body]).toEqual([422, notScheduled(id)]);
  });

  it('takes every body that clients send with a restore', async () => {
    const { path } = await create();
    const json = { 'content-type': 'application/json; charset=utf-8' };
    const bodies = [
      {},
      { headers: json },
      { headers: json, raw: 'null' },
      { headers: json, raw: '{}' },
      { headers: json, raw: ' \n' },
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: '' },
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: Buffer.alloc(0) },
      { headers: { 'content-type': 'application/octet-stream' }, raw: '' },
    ];
    for (const body of bodies) {
      expect((await service.del(path, { headers: json })).status).toBe(204);
      expect((await service.call('POST', `${path}/restore/`, body)).status, JSON.stringify(body)).toBe(204);
    }
  });

  it('restores to the last millisecond of the delay, and never after', async () => {
    const saved = await create();
    const lost = await create();
    await service.del(saved.path);
    await service.del(lost.path);
    const list = await service.get(`/${version}/applicants?include_deleted=true&per_page=2`);
    const due = new Date(service.clock.now() + 20 * DAY_MS).toISOString().replace('.000', '');
    expect(list.body.applicants.map(({ delete_at }: { delete_at: string }) => delete_at)).toEqual([due, due]);

    service.clock.advance(20 * DAY_MS - 1);
    expect((await service.post(`${saved.path}/restore`)).status).toBe(204);
    service.clock.advance(1);
    const late = await service.post(`${lost.path}/restore`);
    expect([late.status, late.body]).toEqual([410, gone]);
    expect((await service.get(lost.path)).status).toBe(410);
    expect((await service.get(saved.path)).status).toBe(200);
  });

  it('does not wait for an applicant who never fills in the form', async () => {
    const { id, path } = await create({ ...names, email: 'anna@example.com' });
    const waiting = await service.post(`/${version}/checks`, {
      applicant_id: id,
      report_names: ['identity_enhanced'],
      applicant_provides_data: true,
    });
    expect([waiting.status, waiting.body.status]).toEqual([201, 'awaiting_applicant']);
    expect((await service.del(path)).status).toBe(204);
    expect((await service.post(`${path}/restore`)).status).toBe(204);
    expect((await service.get(`/${version}/checks/${waiting.body.id}`)).body.status).toBe('awaiting_applicant');
  });

  it('keeps an applicant while one of its checks is in progress', async () => {
    const { id, path } = await create();
    await check(id);
    const refused = await service.del(path);
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        error: {
          type: 'deletion_incomplete_checks',
          message: 'The applicant has checks in progress and cannot be deleted',
        },
      },
    ]);
    expect((await service.get(path)).body.delete_at).toBe(null);
    await finishChecks();
    expect((await service.del(path)).status).toBe(204);
  });

  it('waits as long as the account says', async () => {
    const { sandboxToken: token } = await service.makeAccount('Hasty Ltd', { deletion_delay_days: 1 });
    const { id } = (await service.post(`/${version}/applicants`, names, { token })).body;
    await service.del(`/${version}/applicants/${id}`, { token });
    service.clock.advance(DAY_MS - 1000);
    expect((await service.post(`/${version}/applicants/${id}/restore`, null, { token })).status).toBe(204);
    await service.del(`/${version}/applicants/${id}`, { token });
    service.clock.advance(DAY_MS);
    expect((await service.post(`/${version}/applicants/${id}/restore`, null, { token })).body).toEqual(gone);
  });

  it('lets nobody else delete or restore', async () => {
    const { id, path } = await create();
    for (const token of [service.liveToken, service.other.sandboxToken, service.other.liveToken]) {
      expect((await service.del(path, { token })).status).toBe(404);
    }
    await service.del(path);
    for (const token of [service.liveToken, service.other.sandboxToken, service.other.liveToken]) {
      for (const answer of [
        await service.post(`${path}/restore`, null, { token }),
        await service.get(path, { token }),
        await service.del(path, { token }),
      ]) {
        expect([answer.status, answer.body.error.message]).toEqual([
          404,
          `Could not find the following resource: Applicant with id=${id}`,
        ]);
      }
    }
    expect((await service.post(`${path}/restore`)).status).toBe(204);
  });
});
