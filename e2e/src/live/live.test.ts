import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawSpecimen } from '../../../packages/server/src/demo/specimen.ts';
import { type BuiltService, childrenOf, PATIENCE_MS, startBuilt, until } from './built.ts';

/** Processes and their memory are read as Linux shows them. */
const linux = existsSync('/proc/self/task');

let service: BuiltService;
let passport: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  passport = new Uint8Array((await drawSpecimen()).passport);
  service = await startBuilt();
}, PATIENCE_MS);
afterAll(() => service.stop());

const samplePerson = {
  first_name: 'Maja Elin',
  last_name: 'Lindqvist',
  dob: '1990-08-12',
  location: { country_of_residence: 'GBR' },
  consents: [{ name: 'privacy_notices_read', granted: true }],
};

async function applicant(token: string): Promise<string> {
  return (await service.call(token, 'POST', '/v3.6/applicants', samplePerson)).id;
}

const startCheck = (token: string, applicant_id: string, report_names: string[]) =>
  service.call(token, 'POST', '/v3.6/checks', { applicant_id, report_names });

/** Uploads a picture of a document that we drew, and starts a check of it; the id of its report. */
async function startLiveCheck(): Promise<string> {
  const { liveToken: token } = service;
  const applicant_id = await applicant(token);
  const form = new FormData();
  form.append('applicant_id', applicant_id);
  form.append('type', 'passport');
  form.append('file', new Blob([passport], { type: 'image/png' }), 'passport.png');
  await service.call(token, 'POST', '/v3.6/documents', form);
  return (await startCheck(token, applicant_id, ['document'])).report_ids[0];
}

const reportNow = (id: string) => service.call(service.liveToken, 'GET', `/v3.6/reports/${id}`);

/** Waits until analysers are done with a report. */
const decided = (id: string) =>
  until(async () => {
    const report = await reportNow(id);
    return report.status !== 'awaiting_data' && report;
  });

/** Report as the operator sees it. */
async function seen(id: string) {
  const { accounts } = await service.operate('/accounts');
  return service.operate(`/accounts/${accounts[0].id}/reports/${id}`);
}

describe.skipIf(!linux)('before the first live report (needs Linux)', () => {
  test('200 sandbox checks start no analyser', async () => {
    const { sandboxToken: token } = service;
    const applicant_id = await applicant(token);
    for (let i = 0; i < 200; i++) await startCheck(token, applicant_id, ['watchlist_standard']);
    await until(async () => {
      const { checks } = await service.call(token, 'GET', `/v3.6/checks?applicant_id=${applicant_id}`);
      return checks.every(({ status }: { status: string }) => status === 'complete');
    });
    expect(childrenOf(service.pid)).toEqual([]);
  });
});

describe('a live report', () => {
  test('is read by a process of its own, and shows what is printed', { timeout: PATIENCE_MS }, async () => {
    const id = await startLiveCheck();
    if (linux) await until(() => childrenOf(service.pid).length > 0);
    const report = await decided(id);
    expect(['complete', 'awaiting_approval']).toContain(report.status);
    expect(await seen(id)).toMatchObject({ failure: null, properties: { date_of_birth: '1990-08-12' } });
  });

  test.skipIf(!linux)(
    'whose process is killed is read by another (needs Linux)',
    { timeout: PATIENCE_MS },
    async () => {
      const before = childrenOf(service.pid);
      const id = await startLiveCheck();
      await until(async () => (await seen(id)).step === 'reading the document');
      for (const pid of before) process.kill(pid, 'SIGKILL');
      const report = await decided(id);
      expect(['complete', 'awaiting_approval']).toContain(report.status);
      expect(await seen(id)).toMatchObject({ failure: null, properties: { date_of_birth: '1990-08-12' } });
      const after = childrenOf(service.pid);
      expect(after.length).toBeGreaterThan(0);
      expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    },
  );
});

test('the doctor loads every model', { timeout: PATIENCE_MS }, async () => {
  // A busy machine makes it a warning, which asks to be run again.
  const isBusy = (printed: string) => /^analysis +warning .*too busy/m.test(printed);
  const printed = await until(() => {
    const output = service.bonafide('doctor');
    return !isBusy(output) && output;
  });
  expect(printed).toMatch(/^analysis +ok +on, 2 analysers; PDF, pictures, text, barcodes, faces can be read$/m);
});
