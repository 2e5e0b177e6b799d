import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportType } from '../../reports/index.ts';
import { doubtful, verdictOf } from '../../reports/live/assessment.ts';
import type { PicturePart } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { query } from '../../store/query.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { gone, notFound, outcome, storyOf } from '../v3/testing/story.ts';

const RED = { r: 255, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 255 };

/** 200 by 100 pixels: the left half red, the right half blue. Not compressed, since uploads have at least 32 KB. */
async function halves() {
  const blue = await sharp({ create: { width: 100, height: 100, channels: 3, background: BLUE } })
    .png()
    .toBuffer();
  const red = sharp({ create: { width: 200, height: 100, channels: 3, background: RED } });
  return red
    .composite([{ input: blue, left: 100, top: 0 }])
    .png({ compressionLevel: 0 })
    .toBuffer();
}

const document = reportType('document') as { process?: ReportProcessor };
const original = document.process;
/** Parts that the analysers of the running test found in the picture. */
let parts: (media_id: string) => PicturePart[];

let service: TestService;
beforeAll(() => {
  document.process = async ({ media }, { decision }) => {
    const leaves = { 'visual_authenticity.digital_tampering': doubtful('The portrait may be pasted') };
    const assessment = { leaves, properties: {}, parts: parts(media.documentIds![0]!) };
    return verdictOf(reportType('document'), assessment, decision);
  };
});
afterAll(() => {
  if (original) document.process = original;
  else delete document.process;
});
beforeEach(async () => {
  parts = (media_id) => [
    { id: '0-portrait', kind: 'portrait', media_id, page: 0, box: { left: 0.6, top: 0.2, width: 0.2, height: 0.6 } },
    {
      id: '0-print-surname',
      kind: 'field',
      media_id,
      page: 0,
      field: 'surname',
      source: 'printed',
      box: { left: 0.1, top: 0.4, width: 0.2, height: 0.1 },
    },
    {
      id: '0-heat',
      kind: 'heat',
      media_id,
      page: 0,
      box: { left: 0, top: 0, width: 1, height: 1 },
      heat: { columns: 2, rows: 1, values: Buffer.from([0, 255]).toString('base64') },
    },
  ];
  service = await startService({ settings: { analysis: 'on' } });
});
afterEach(() => service.close());

const live = () => ({ token: service.liveToken });
function operate(path: string, accountId = service.account.id) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call('GET', `/operator/v1/accounts/${accountId}${path}`, { token: null, headers });
}

/** A live report on a document that waits for a reviewer. */
async function waiting() {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({}, live());
  const file = { name: 'card.png', bytes: await halves(), type: 'image/png' };
  const fields = { applicant_id, type: 'passport', issuing_country: 'GBR' };
  const { body } = await story.upload('documents', fields, file, live());
  const media = body.id as string;
  const check = (await story.check({ applicant_id, report_names: ['document'] }, live())).body;
  await service.settle();
  return { applicant_id, media, report: check.report_ids[0] as string };
}

/** Size of a picture, and the colours of its middle of the left edge and of the right. */
async function seen(bytes: Buffer) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number) => [...data.subarray(((info.height >> 1) * info.width + x) * info.channels)].slice(0, 3);
  return { size: [info.width, info.height], left: at(0), right: at(info.width - 1) };
}

describe('crops of the pictures of a report', () => {
  test('show each part that the analysers found, to the operator alone, and the audit says who opened it', async () => {
    const { media, report } = await waiting();
    const shown = await operate(`/reports/${report}`);
    expect(shown.body.parts).toEqual(parts(media).map(({ heat: _, ...part }) => part));

    const portrait = await operate(`/reports/${report}/crops/0-portrait`);
    expect(portrait.status).toBe(200);
    expect(portrait.headers['content-type']).toBe('image/png');
    expect(portrait.headers['cache-control']).toBe('no-store');
    // 60 pixels are the longer side of the box, so 30 are shown around it: 90 to 190, and 0 to 100 of 110.
    expect(await seen(portrait.bytes)).toEqual({ size: [100, 100], left: [255, 0, 0], right: [0, 0, 255] });

    const field = await operate(`/reports/${report}/crops/0-print-surname`);
    expect(await seen(field.bytes)).toEqual({ size: [52, 22], left: [255, 0, 0], right: [255, 0, 0] });

    const heat = await operate(`/reports/${report}/crops/0-heat`);
    expect(await seen(heat.bytes)).toEqual({ size: [200, 100], left: [85, 85, 85], right: [204, 25, 25] });

    const [key] = (
      await service.call('GET', '/operator/v1/operator_keys', {
        token: null,
        headers: { authorization: `Bearer ${service.operatorKey}` },
      })
    ).body.operator_keys;
    const log = await operate('/audit?action=crop_opened');
    const opened = log.body.entries.map(({ details }: { details: { part: string } }) => details.part);
    expect(opened).toEqual(['0-heat', '0-print-surname', '0-portrait']);
    expect(log.body.entries[0]).toEqual({
      number: expect.any(Number),
      at: '2026-01-15T09:30:00Z',
      actor: { kind: 'operator', id: key.id },
      address: '127.0.0.1',
      action: 'crop_opened',
      object: { type: 'report', id: report },
      account_id: service.account.id,
      environment: 'live',
      details: { part: '0-heat' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });

    const path = `/operator/v1/accounts/${service.account.id}/reports/${report}/crops/0-portrait`;
    expect((await service.call('GET', path, live())).status).toBe(401);
    expect((await operate(`/reports/${report}/crops/0-portrait`, service.other.id)).status).toBe(404);
    expect((await operate('/audit?action=crop_opened', service.other.id)).body.entries).toEqual([]);
  });

  test('are refused without such a part, and gone with the applicant', async () => {
    const { applicant_id, report } = await waiting();
    expect(outcome(await operate(`/reports/${report}/crops/0-ghost-1`))).toEqual(notFound('Crop', '0-ghost-1'));
    expect((await service.call('DELETE', `/v3.6/applicants/${applicant_id}`, live())).status).toBe(204);
    expect(outcome(await operate(`/reports/${report}/crops/0-portrait`))).toEqual(gone);
    expect((await operate('/audit?action=crop_opened')).body.entries).toEqual([]);
  });

  test('take their turn by the memory that the picture needs', async () => {
    const { report } = await waiting();
    const run = vi.spyOn(service.services.decoder, 'run');
    await operate(`/reports/${report}/crops/0-portrait`);
    // 200 by 100 pixels of four bytes.
    expect(run.mock.calls.map(([name, , turn]) => [name, turn?.weight])).toEqual([['pictureCrop', 80_000]]);
  });

  test('keep the places sealed', async () => {
    const { report } = await waiting();
    const rows = query()((db) => db.selectFrom('reports').selectAll());
    const [row] = (await service.services.store.system.all(rows, {})).filter(({ id }) => id === report);
    expect(row!.data.includes('portrait')).toBe(false);
  });
});
