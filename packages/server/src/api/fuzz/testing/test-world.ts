import type { TestService } from '../../../testing/service.ts';
import { startReceiver } from '../../../webhooks/testing/receiver.ts';
import { sampleWorkflow } from '../../../workflows/sample.ts';
import { greyJpeg, greyPng } from '../../v3/testing/files.ts';
import { form } from '../../v3/testing/story.ts';
import { makeScreenedWorld } from './screened-world.ts';
import type { Objects } from './values.ts';

/** Text in all that the other account has: an answer to us that contains it is a leak. */
export const CANARY = 'Canarienvogel';

export interface TestWorld {
  readonly own: Objects;
  readonly others: Objects;
  /** Values of credentials, as the `authorization` header has them. */
  readonly tokens: readonly string[];
  readonly receiverUrl: string;
  close(): Promise<void>;
}

async function populate(service: TestService, token: string, name: string, url: string) {
  const call = async (path: string, json: unknown, status = 201) => {
    const answer = await service.post(`/v3.6/${path}`, json, { token });
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${answer.bytes}`);
    return answer.body;
  };
  const upload = async (path: string, fields: Record<string, string>, bytes: Buffer) => {
    const sent = form(fields, { name: `${name}.${path === 'documents' ? 'png' : 'jpg'}`, bytes });
    const answer = await service.call('POST', `/v3.6/${path}`, { form: sent, token });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.bytes}`);
    return answer.body.id as string;
  };
  const person = {
    first_name: 'Jane',
    last_name: name,
    email: `jane@${name}.example`,
    dob: '1990-02-03',
    address: { street: `${name} Street`, town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
    location: { ip_address: '192.0.2.1', country_of_residence: 'GBR' },
    consents: [{ name: 'privacy_notices_read', granted: true }],
  };
  const applicants: string[] = [];
  for (let i = 0; i < 3; i++) applicants.push((await call('applicants', person)).id);
  const [applicant_id] = applicants as [string];
  const documents = [await upload('documents', { applicant_id, type: 'passport' }, await greyPng())];
  const live_photos = [await upload('live_photos', { applicant_id }, await greyJpeg())];
  const webhooks = [(await call('webhooks', { url: `${url}/${name}`, name })).id];
  const report_names = ['document', 'identity_enhanced'];
  const check = await call('checks', { applicant_id, report_names, tags: [name] });
  const asked = {
    applicant_id: applicants[1],
    report_names,
    applicant_provides_data: true,
    suppress_form_emails: true,
  };
  const waiting = await call('checks', asked);
  const run = await call('workflow_runs', { workflow_id: sampleWorkflow.id, applicant_id, tags: [name] });
  const secret = new URL(waiting.form_uri).pathname.split('/').at(-1) as string;
  const [linkRun, linkSecret] = new URL(run.link.url).pathname.split('/').slice(-2) as [string, string];
  const namesake = await call('applicants', { ...person, last_name: 'Consider' });
  const monitored = { applicant_id: namesake.id, report_name: 'watchlist_standard', tags: [name] };
  const monitor = await call('watchlist_monitors', monitored);
  const sdk = await call('sdk_token', { applicant_id, referrer: '*://*/*' }, 200);
  const objects: Objects = {
    applicants,
    documents,
    live_photos,
    webhooks,
    checks: [check.id, waiting.id],
    forms: [waiting.id],
    secrets: [secret],
    reports: check.report_ids,
    repeat_attempts: check.report_ids,
    watchlist_monitors: [monitor.id],
    workflow_runs: [run.id],
    l: [linkRun],
    link_secrets: [linkSecret],
    workflows: [sampleWorkflow.id],
    report_type_groups: ['1'],
  };
  return { objects, sdkToken: sdk.token as string };
}

/** Two accounts with all kinds of objects, the other one's full of canaries. */
export async function makeTestWorld(service: TestService): Promise<TestWorld> {
  const receiver = await startReceiver();
  const mine = await populate(service, service.sandboxToken, 'Sample', receiver.url);
  const theirs = await populate(service, service.other.sandboxToken, CANARY, receiver.url);
  await service.settle();
  const screened = await makeScreenedWorld(service);
  await service.settle();
  // A client that has the address of a form or page may read it, so addresses of the other account are never sent.
  const { secrets: _, link_secrets: __, ...others } = theirs.objects;
  const accounts = { accounts: [service.account.id], deliveries: [], account: [service.account.id] };
  return {
    own: merged(mine.objects, screened.objects, accounts),
    others: { ...others, accounts: [service.other.id] },
    tokens: [
      ...[service.sandboxToken, service.sandboxToken, service.liveToken].map((token) => `Token token=${token}`),
      ...[mine.sdkToken, screened.sdkToken].map((token) => `Bearer ${token}`),
    ],
    receiverUrl: receiver.url,
    close: () => receiver.close(),
  };
}

/** Objects of several worlds. Operators name monitors by another segment than clients. */
function merged(...worlds: readonly Objects[]): Objects {
  const all: Objects = {};
  for (const [kind, ids] of worlds.flatMap((one) => Object.entries(one))) all[kind] = [...(all[kind] ?? []), ...ids];
  return { ...all, monitors: all.watchlist_monitors ?? [] };
}
