import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADA, issueMdoc, newDevice, state } from '../../../../verification/src/credential/testing/issuer.ts';
import type { Analyser } from '../../analysis/analyser.ts';
import type { AccountSettings } from '../../context/account-settings.ts';
import { label, passportPrint, readingOf, td3, zoneOf } from '../../reports/live/document/testing.ts';
import { tablesWith } from '../../testing/every-row.ts';
import type { Call } from '../../testing/service.ts';
import { type Receiver, register, startReceiver } from '../../webhooks/testing/receiver.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { face } from './testing/facial.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { gone, notFound, outcome, storyOf, validationError } from './testing/story.ts';
import { answerOf } from './testing/wallet.ts';

/** The date of birth on the documents. No other part of the tests has its digits. */
const BORN = '1979-08-23';
const AGE_ONLY = { report_configuration: { document: { age_over: 18 } } };
const AGE_LEAF = 'age_validation.minimum_accepted_age';

let service: RunService;
let receiver: Receiver;
let account: Awaited<ReturnType<RunService['makeAccount']>>;
/** Date of birth of the next passport, and whether its print has the century. */
let born: string;
let isCenturyPrinted: boolean;

const american = state('US');
const licence = issueMdoc(american, { ...ADA, birth: BORN, portrait: face('010', 'neutral') }, newDevice());

beforeAll(async () => {
  service = await startWithWorkflows({ settings: { analysis: 'on' } });
  receiver = await startReceiver();
  const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
  const path = '/operator/v1/credential_issuers?source=test';
  await service.call('POST', path, { token: null, headers, raw: american.authority.certificate });
  const { services } = service;
  // Stands for the reading of a passport's picture. Everything that follows from the reading is the service's own.
  const run: Analyser['run'] = async (name, input, options) => {
    if (name !== 'documentSides') return (await direct.run(name, input, options)) as never;
    const birth = born.slice(2).replaceAll('-', '');
    const day = Number(born.slice(8));
    const month = new Date(born).toLocaleString('en', { month: 'short', timeZone: 'UTC' }).toUpperCase();
    const { analysis } = readingOf({
      zone: zoneOf(td3({ birth, names: 'VRTOVEC<<ISKRA', number: 'P12345678' })),
      printed: {
        ...passportPrint,
        surname: label('VRTOVEC'),
        givenNames: label('ISKRA'),
        documentNumber: label('P12345678'),
        dateOfBirth: label(born),
      },
      print: [
        ...['UNITED STATES OF AMERICA', 'PASSPORT', 'VRTOVEC', 'ISKRA', 'P12345678'],
        ...(isCenturyPrinted ? [`${String(day).padStart(2, '0')} ${month} ${born.slice(0, 4)}`] : []),
      ],
    });
    const { file } = input as { file: { id: string } };
    return analysis.sides.map((side) => ({ ...side, id: file.id })) as never;
  };
  const direct = services.analyser;
  (services as { analyser: Analyser }).analyser = { ...direct, run };
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  born = BORN;
  isCenturyPrinted = true;
  await use({ decision_validity: 1 });
});

async function use(settings: Partial<AccountSettings>) {
  account = await service.makeAccount(`Cinema ${service.clock.now()}`, { image_quality: false, ...settings });
  service.clock.advance(1);
}

const live = (): Call => ({ token: account.liveToken });
const story = () => storyOf(service, 'v3.6');

/** A document report on a passport. */
async function report(options: object = AGE_ONLY, applicant?: string) {
  const applicant_id = applicant ?? (await story().applicant({}, live()));
  const document = await story().document(applicant_id, {}, live());
  const { check, reports } = await story().completed(
    { applicant_id, report_names: ['document'], document_ids: [document], ...options },
    live(),
  );
  await service.settle();
  return { applicant_id, document, check: check.id as string, report: reports[0] };
}

const answered = (answer: boolean | null, age = 18) => ({
  breakdown: {
    age_validation: {
      result: answer === null ? null : answer ? 'clear' : 'consider',
      breakdown: {
        minimum_accepted_age: { result: answer === null ? null : answer ? 'clear' : 'consider', properties: {} },
      },
    },
  },
  properties: { [`over_${age}`]: answer },
});

function operate(method: string, path: string, json?: object) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const at = `/operator/v1/accounts/${account.id}${path}`;
  return service.call(method, at, { token: null, headers, ...(json && { json }) });
}

describe('a report on an age alone', () => {
  test('answers and discloses nothing else, and neither the store nor the files keep the date of birth', async () => {
    // Shows that the search finds the date of birth of an ordinary report.
    await register(service, receiver.url, {}, account.liveToken);
    const ordinary = await report({});
    expect(ordinary.report.properties).toMatchObject({ date_of_birth: BORN, document_type: 'passport' });
    expect(await tablesWith(service, BORN)).toContain('reports');
    await operate('POST', `/applicants/${ordinary.applicant_id}/erase`, { environment: 'live', confirm: true });
    await service.settle();
    expect(await tablesWith(service, BORN)).toEqual([]);

    const { report: answer, check, document } = await report();
    expect(answer).toMatchObject({ status: 'complete', result: 'clear', sub_result: 'clear' });
    const { breakdown, properties } = answer;
    expect({ breakdown, properties }).toEqual(answered(true));
    const shown = await operate('GET', `/reports/${answer.id}`);
    expect(JSON.stringify(shown.body)).not.toMatch(/1979|790823|23 Aug|\b46\b|VRTOVEC|P12345678/i);
    for (const text of [BORN, '790823', '1979', 'VRTOVEC', 'P12345678']) {
      expect([text, await tablesWith(service, text)]).toEqual([text, []]);
    }
    // The picture shows the date of birth, so it is erased once the check is complete.
    expect(outcome(await service.get(`/v3.6/documents/${document}`, live()))).toEqual(gone);
    expect(outcome(await service.get(`/v3.6/documents/${document}/download`, live()))).toEqual(gone);
    const sent = receiver.received.map(({ body }) => body.toString()).join();
    expect(sent).toContain(check);
    expect(sent.slice(sent.indexOf(check))).not.toContain(BORN);
    const attempts = await service.get(`/v3.6/repeat_attempts/${answer.id}`, live());
    expect(attempts.body).toMatchObject({ repeat_attempts: [], attempts_count: 1 });

    // Neither the other account nor the other environment sees the report.
    for (const token of [service.other.liveToken, account.sandboxToken]) {
      expect(outcome(await service.get(`/v3.6/reports/${answer.id}`, { token }))).toEqual(
        notFound('Report', answer.id),
      );
    }
  });

  test('says no for a holder who is younger, by the day', async () => {
    born = '2008-01-16';
    const { report: young } = await report();
    expect(young).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'rejected', ...answered(false) });
    const { report: older } = await report({ report_configuration: { document: { age_over: 17 } } });
    expect(older).toMatchObject({ result: 'clear', ...answered(true, 17) });
  });

  test('gives no answer where the age is unsure, or the document is not accepted', async () => {
    await use({ decision_validity: 3, decision_uncertain: 'consider' });
    const { report: unproved } = await report();
    expect(unproved).toMatchObject({ result: 'consider', sub_result: 'caution', ...answered(null) });
    // The holder turns 18 today: somewhere on Earth the day has not begun.
    born = '2008-01-15';
    await use({ decision_validity: 1, decision_uncertain: 'consider' });
    const { report: today } = await report();
    expect(today).toMatchObject({ result: 'consider', sub_result: 'caution', ...answered(null) });
    // The MRZ writes the year with two digits: 1912 or 2012.
    born = '2012-01-20';
    isCenturyPrinted = false;
    const { report: open } = await report();
    expect(open.properties).toEqual({ over_18: null });
  });

  test("says nothing about the client's own data", async () => {
    const applicant_id = await story().applicant(
      { first_name: 'Nobody', last_name: 'Else', dob: '1960-01-01' },
      live(),
    );
    const { report: other } = await report(AGE_ONLY, applicant_id);
    expect(other).toMatchObject({ result: 'clear', ...answered(true) });
  });

  test('goes to a reviewer, whose decision gives the answer, and keeps the picture until then', async () => {
    await use({ decision_validity: 3 });
    const first = await report();
    expect(first.report).toMatchObject({ status: 'awaiting_approval', breakdown: {}, properties: {} });
    expect(await tablesWith(service, BORN)).toEqual([]);
    expect((await service.get(`/v3.6/documents/${first.document}/download`, live())).status).toBe(200);
    const { leaves, age_over } = (await operate('GET', `/reports/${first.report.id}`)).body;
    expect([age_over, leaves[AGE_LEAF].reason]).toEqual([18, 'The holder is 18 or older']);
    const decide = (id: string, json: object) => operate('POST', `/reports/${id}/decide`, { note: 'Seen', ...json });
    expect((await decide(first.report.id, { result: 'clear' })).status).toBe(200);
    await service.settle();
    expect((await service.get(`/v3.6/reports/${first.report.id}`, live())).body).toMatchObject(answered(true));
    expect(outcome(await service.get(`/v3.6/documents/${first.document}`, live()))).toEqual(gone);

    const second = await report();
    const forged = { result: 'consider', sub_result: 'suspected' };
    expect((await decide(second.report.id, forged)).status).toBe(200);
    const body = (await service.get(`/v3.6/reports/${second.report.id}`, live())).body;
    expect(body).toMatchObject({ ...forged, ...answered(null) });
  });

  test('keeps a document that another report was made of', async () => {
    born = '1971-03-04';
    const { applicant_id, document } = await report({});
    const again = { applicant_id, report_names: ['document'], document_ids: [document], ...AGE_ONLY };
    expect((await story().completed(again, live())).reports[0].properties).toEqual({ over_18: true });
    await service.settle();
    expect((await service.get(`/v3.6/documents/${document}/download`, live())).status).toBe(200);
  });

  test('answers from a document of a wallet', async () => {
    await use({});
    const applicant_id = await story().applicant({}, live());
    const sdk = await story().sdk(applicant_id, live());
    const origin = 'https://shop.example';
    const page = { ...sdk, headers: { ...sdk.headers, origin } };
    const asked = await service.get('/v3.6/digital_credentials/request?types=driving_licence', page);
    const answer = await answerOf(asked.body.data, licence, { origin, now: service.clock.now() });
    expect((await service.post('/v3.6/digital_credentials', answer, page)).status).toBe(201);
    const { reports } = await story().completed({ applicant_id, report_names: ['document'], ...AGE_ONLY }, live());
    expect(reports[0]).toMatchObject({ result: 'clear', ...answered(true) });
    expect(await tablesWith(service, BORN)).toEqual([]);
  });

  test('is the only report on documents of its check, for ages of one or two digits', async () => {
    const applicant_id = await story().applicant({}, live());
    await story().document(applicant_id, {}, live());
    const order = (report_names: string[], age_over: unknown = 18) =>
      service.post(
        '/v3.6/checks',
        { applicant_id, report_names, report_configuration: { document: { age_over } } },
        live(),
      );
    const alone = validationError({
      report_configuration: ['age_over needs document as the only report on documents'],
    });
    expect(outcome(await order(['document', 'document_with_driving_licence_information']))).toEqual(alone);
    expect(outcome(await order(['document_with_address_information']))).toEqual(alone);
    for (const age of [0, 100, 17.5, '18']) expect([age, (await order(['document'], age)).status]).toEqual([age, 422]);
    born = '1971-03-04';
    expect((await order(['document'], null)).status).toBe(201);
    await service.settle();
  });
});

describe('in sandbox', () => {
  const inSandbox = async (fields: object, options: object = {}) => {
    const applicant_id = await service.story.applicant(fields);
    await service.story.document(applicant_id);
    const { reports } = await service.story.completed({
      applicant_id,
      report_names: ['document'],
      ...AGE_ONLY,
      ...options,
    });
    const { result, sub_result, breakdown, properties } = reports[0];
    return { result, sub_result, breakdown, properties };
  };

  test("the applicant's date of birth decides, and no other result gives an answer", async () => {
    const yes = { result: 'clear', sub_result: 'clear', ...answered(true) };
    expect(await inSandbox({})).toEqual(yes);
    expect(await inSandbox({ dob: '1990-01-01' })).toEqual(yes);
    const no = { result: 'consider', sub_result: 'rejected', ...answered(false) };
    expect(await inSandbox({ dob: '2015-01-01' })).toEqual(no);
    const unknown = { result: 'consider', sub_result: 'suspected', ...answered(null) };
    expect(await inSandbox({ dob: '2015-01-01' }, { sub_result: 'suspected' })).toEqual(unknown);
    expect(await inSandbox({}, { sub_result: 'suspected' })).toEqual(unknown);
  });
});

test('a run answers in the output of its check, and its decision follows the answer', async () => {
  const run = await service.run(workflowIds.age, {}, live());
  const { task } = (await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, service.sdkOf(run))).body;
  const document = await story().document(run.applicant_id, {}, service.sdkOf(run));
  expect((await service.complete(run, task, [{ id: document }], service.sdkOf(run))).status).toBe(200);
  await service.settle();
  const ended = await service.again(run, live());
  expect(ended).toMatchObject({ status: 'approved', output: { adult: true } });
  expect(await tablesWith(service, BORN)).toEqual([]);
  expect(outcome(await service.get(`/v3.6/documents/${document}`, live()))).toEqual(gone);
  // The evidence of the run leaves the erased picture out.
  expect((await service.get(`/v3.6/workflow_runs/${run.id}/evidence_folder`, live())).status).toBe(200);
  for (const token of [service.other.liveToken, service.sandboxToken]) {
    expect((await service.get(`${service.at}/${run.id}`, { token })).status).toBe(404);
  }
});
