import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADA, issueMdoc, newDevice, state } from '../../../../verification/src/credential/testing/issuer.ts';
import { browserOf, checkWithForm, titleOf } from '../../pages/form/testing/form.ts';
import type { Call } from '../../testing/service.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { face } from './testing/facial.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';
import { answerOf } from './testing/wallet.ts';

let service: RunService;
const american = state('US');
const licence = issueMdoc(american, { ...ADA, portrait: face('010', 'neutral') }, newDevice());

beforeAll(async () => {
  service = await startWithWorkflows({
    settings: { analysis: 'on' },
    account: { form_wallet: 'on', image_quality: false },
  });
  const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
  const path = '/operator/v1/credential_issuers?source=test';
  await service.call('POST', path, { token: null, headers, raw: american.authority.certificate });
});
afterAll(() => service.close());

const live = (): Call => ({ token: service.liveToken });

/** Has the wallet of an SDK's page present the licence; returns the document. */
async function present(sdk: Call, headers: Record<string, string>, origin: string) {
  const page = { ...sdk, headers: { ...sdk.headers, ...headers } };
  const asked = await service.get('/v3.6/digital_credentials/request?types=driving_licence', page);
  expect(asked.status).toBe(200);
  const answer = await answerOf(asked.body.data, licence, { origin, now: service.clock.now() });
  const handed = { ...sdk, headers: { ...sdk.headers, origin } };
  return service.post('/v3.6/digital_credentials', answer, handed);
}

const shop = 'https://shop.example';
const photo = async (applicant: string, call: Call) =>
  storyOf(service, 'v3.6').document(applicant, { type: 'driving_licence', side: 'front' }, call);
const onlyCredentials = validationError({
  data: ["must contain ids of the applicant's media of the kind digital_credential"],
});

test('a run takes a document of a wallet, and its check clears it without a reviewer', async () => {
  const person = { first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' };
  const applicant_id = await service.story.applicant(person, live());
  const run = await service.run(workflowIds.walletOnly, { applicant_id }, live());
  const sdk = service.sdkOf(run);
  const { task } = (await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, sdk)).body;
  expect(task).toMatchObject({
    kind: 'digital_credential',
    input: { types: ['driving_licence', 'national_identity_card'], fallback: false, links: [] },
  });
  // Where the workflow takes no photos, a photo is not a document of a wallet.
  const picture = await photo(run.applicant_id, sdk);
  expect(outcome(await service.complete(run, task, [{ id: picture }], sdk))).toEqual(onlyCredentials);
  const { body: document } = await present(sdk, { origin: shop }, shop);
  expect((await service.complete(run, task, [{ id: document.id }], sdk)).status).toBe(200);
  await service.settle();
  expect(await service.again(run, live())).toMatchObject({
    status: 'approved',
    output: { documents: [{ id: document.id, type: 'document' }] },
  });
  // Neither the other account nor the other environment has the run.
  for (const token of [service.other.liveToken, service.sandboxToken]) {
    expect((await service.get(`${service.at}/${run.id}`, { token })).status).toBe(404);
  }
});

test('a run takes photos of a document instead, but no document of another applicant', async () => {
  const run = await service.run(workflowIds.wallet, {}, live());
  const sdk = service.sdkOf(run);
  const open = await service.open(run, live());
  const other = await service.run(workflowIds.wallet, {}, live());
  const { body: foreign } = await present(service.sdkOf(other), { origin: shop }, shop);
  expect(outcome(await service.complete(run, open, [{ id: foreign.id }], sdk))).toEqual(onlyCredentials);
  expect((await service.complete(run, open, [{ id: await photo(run.applicant_id, sdk) }], sdk)).status).toBe(200);
});

test('the page of a run takes a document of a wallet, or files where the workflow has photos', async () => {
  const agree = { 'consents.privacy_notices_read': 'yes' };
  const run = await service.run(workflowIds.wallet, {}, live());
  const page = browserOf(service, run.link.url);
  expect((await page.get()).body).toContain('a document from your wallet, or photos of one');
  await page.post('', agree);
  expect(optionsIn((await page.get('digital-credential')).body).steps[0].options).toMatchObject({
    documentTypes: { passport: true },
    digitalCredentials: { types: ['driving_licence', 'national_identity_card'], fallback: true, links: [] },
  });
  expect(titleOf(await page.get('digital-credential?file'))).toBe('Your identity document');
  const file = 'type=passport&issuing_country=GBR';
  expect(page.ledTo(await page.upload(`digital-credential/front?${file}`))).toBe('');
  expect((await service.open(run, live())).task_def_id).toBe('check');

  const strict = await service.run(workflowIds.walletOnly, {}, live());
  const only = browserOf(service, strict.link.url);
  expect((await only.get()).body).toContain('<li>a document from your wallet</li>');
  await only.post('', agree);
  const wallet = await only.get('digital-credential');
  expect(titleOf(wallet)).toBe('This step needs a wallet');
  expect(wallet.body).not.toContain('id="instead"');
  expect(only.ledTo(await only.get(`digital-credential/front?${file}`))).toBe('');
  // The page reads from its own origin, so the browser names neither an origin nor a page.
  const { token } = optionsIn(wallet.body);
  const sdk: Call = { token: null, headers: { authorization: `Bearer ${token}` } };
  const origin = new URL(service.baseUrl).origin;
  const { status, body } = await present(sdk, { 'sec-fetch-site': 'same-origin' }, origin);
  expect(status).toBe(201);
  const { task } = /name="task" value="(?<task>[^"]+)"/.exec(wallet.body)!.groups!;
  const captured = { media: body.id, task: task! };
  expect(only.ledTo(await only.post('digital-credential/captured', captured))).toBe('');
  await service.settle();
  expect((await service.again(strict, live())).status).not.toBe('awaiting_input');
});

test('the form asks the wallet first where the account wants it, and asks for no back of a credential', async () => {
  const check = await checkWithForm(service, ['document'], {}, { call: live() });
  const form = browserOf(service, check.form_uri);
  await form.post('details', { 'consents.privacy_notices_read': 'yes', 'location.country_of_residence': 'GBR' });
  const page = (await form.get('document')).body;
  const options = optionsIn(page);
  expect(options.steps[0].options.digitalCredentials).toEqual({
    types: ['driving_licence', 'national_identity_card', 'passport'],
    fallback: true,
    links: [],
  });
  const sdk: Call = { token: null, headers: { authorization: `Bearer ${options.token}` } };
  const origin = new URL(service.baseUrl).origin;
  const { body: document } = await present(sdk, { 'sec-fetch-site': 'same-origin' }, origin);
  expect(form.ledTo(await form.post('document/captured', { media: document.id, task: '' }))).toBe('check');
  expect(form.ledTo(await form.post('check'))).toBe('sent');
  await service.settle();
  const report = await service.get(`/v3.6/reports/${check.report_ids[0]}`, live());
  expect(report.body).toMatchObject({ status: 'complete', documents: [{ id: document.id }] });

  const plain = await service.makeAccount('Plain Ltd');
  const without = await checkWithForm(service, ['document'], {}, { call: { token: plain.liveToken } });
  const other = browserOf(service, without.form_uri);
  await other.post('details', { 'consents.privacy_notices_read': 'yes', 'location.country_of_residence': 'GBR' });
  expect(optionsIn((await other.get('document')).body).steps[0].options).not.toHaveProperty('digitalCredentials');
});

/** Options with which a page mounts the SDK. */
function optionsIn(body: string) {
  const [, text] = /data-options="([^"]+)"/.exec(body)!;
  return JSON.parse(text!.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}
