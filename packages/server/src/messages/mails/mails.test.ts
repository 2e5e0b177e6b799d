import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unknownId } from '../../api/v3/testing/story.ts';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { countJobs } from '../../store/queries/jobs.ts';
import { mailQueries } from '../../store/queries/mails.ts';
import type { Environment } from '../../store/schema.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { type Saying, type SmtpTestServer, startSmtpServer } from '../mail-transport/testing/smtp-server.ts';
import { queueMail } from './queue.ts';

const link = 'https://verify.example.com/form/secret';

let smtp: SmtpTestServer;
let saying: Saying;
let service: TestService;

beforeEach(async () => {
  saying = () => undefined;
  smtp = await startSmtpServer((command, number) => saying(command, number));
  service = await startService({ settings: { smtpUrl: smtp.url, mailFrom: 'Acme <noreply@example.org>' } });
});
afterEach(async () => {
  await service.close();
  await smtp.close();
});

async function restart(settings: Record<string, string>): Promise<void> {
  await service.close();
  service = await startService({ settings });
}

function operate(method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const sent = json === undefined ? {} : { json };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...sent });
}

const ofAccount = (method: string, path: string, json?: unknown, id = service.account.id) =>
  operate(method, `/accounts/${id}${path}`, json);

interface Awaiting {
  applicant: string;
  check: string;
  mail: string;
  to: string;
}

const ADA = { first_name: 'Ada', last_name: 'Lovelace' };

let people = 0;

/** A check that waits for its applicant, and the mail about it. */
async function queued(
  environment: Environment = 'sandbox',
  of = service.account,
  kind: 'applicant_form' | 'signature_code' = 'applicant_form',
): Promise<Awaiting> {
  people += 1;
  const to = `ada-${people}@example.com`;
  const call = { token: environment === 'live' ? of.liveToken : of.sandboxToken };
  const person = { ...ADA, email: to };
  const applicant = (await service.post('/v3.6/applicants', person, call)).body.id as string;
  const asked = {
    applicant_id: applicant,
    report_names: ['document'],
    applicant_provides_data: true,
    // The mail of the check itself would be a second one.
    suppress_form_emails: true,
  };
  const { status, body } = await service.post('/v3.6/checks', asked, call);
  expect([status, body.status]).toEqual([201, 'awaiting_applicant']);
  const ctx = await ctxIn(service.services, systemPrincipal('worker'), of.id, environment);
  const mail = await ctx.transaction((tx) =>
    queueMail(ctx, tx, {
      applicantId: applicant,
      checkId: body.id,
      kind,
      to,
      subject: 'Acme asks for your details',
      text: `Please go to ${link}`,
      html: `<a href="${link}">Please continue</a>`,
      from_name: 'Acme',
      reply_to: 'help@acme.example',
    }),
  );
  return { applicant, check: body.id, mail, to };
}

const show = async ({ mail }: Awaiting) => (await ofAccount('GET', `/mails/${mail}`)).body;

/** State, attempts and error of a mail, and how many copies of it the server took. */
async function outcome(one: Awaiting) {
  const { state, attempts, error } = await show(one);
  return [state, attempts, error, smtp.mails.filter(({ to }) => to === one.to).length];
}

const mailJobs = async () =>
  (await service.services.store.system.all(countJobs, {})).filter(({ kind }) => kind === 'mail').length;

describe('with a mail server', () => {
  it('a mail is sent once, and the operator sees it', async () => {
    const ada = await queued();
    await service.settle();
    service.clock.advance(4 * DAY_MS);
    await service.settle();
    expect(await outcome(ada)).toEqual(['sent', 1, null, 1]);
    expect(smtp.mails.find(({ to }) => to === ada.to)?.from).toBe('noreply@example.org');
    expect(smtp.mails.find(({ to }) => to === ada.to)?.content).toContain(link);
    expect((await ofAccount('GET', `/mails/${ada.mail}`)).headers['cache-control']).toBe('no-store');
    expect(await show(ada)).toEqual({
      id: ada.mail,
      account_id: service.account.id,
      environment: 'sandbox',
      applicant_id: ada.applicant,
      check_id: ada.check,
      kind: 'applicant_form',
      to: ada.to,
      subject: 'Acme asks for your details',
      state: 'sent',
      attempts: 1,
      error: null,
      created_at: '2026-01-15T09:30:00Z',
      finished_at: '2026-01-15T09:30:00Z',
      text: `Please go to ${link}`,
      html: `<a href="${link}">Please continue</a>`,
      from_name: 'Acme',
      reply_to: 'help@acme.example',
    });
    expect(await mailJobs()).toBe(0);
    expect((await ofAccount('POST', `/mails/${ada.mail}/retry`)).body.error).toMatchObject({
      type: 'validation_error',
      fields: { state: ["a mail with the state sent can't be sent again"] },
    });
  });

  it('is queued with what asks for it, or not at all', async () => {
    const ada = await queued();
    const ctx = await ctxIn(service.services, systemPrincipal('worker'), service.account.id, 'sandbox');
    const undone = ctx.transaction(async (tx) => {
      const { applicant: applicantId, check: checkId } = ada;
      const from = { from_name: 'Acme', reply_to: null };
      const texts = { to: 'undone@example.com', subject: 'x', text: 'x', html: 'x', ...from };
      await queueMail(ctx, tx, { applicantId, checkId, kind: 'applicant_form', ...texts });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await service.settle();
    expect(smtp.mails.map(({ to }) => to)).not.toContain('undone@example.com');
  });

  it('is tried again after 451, later each time, until it is taken', async () => {
    let tries = 0;
    saying = (command) => {
      if (!command.startsWith('RCPT')) return undefined;
      tries += 1;
      return tries < 3 ? '451 4.7.1 Greylisted' : undefined;
    };
    const ada = await queued();
    await service.settle();
    const error = expect.stringContaining('451 4.7.1 Greylisted');
    expect(await outcome(ada)).toEqual(['pending', 1, error, 0]);
    // 240 s doubled each time, and half of the 5 % jitter: the test's random number is 0.5.
    for (const [delay, after] of [
      [246_000, ['pending', 2, error, 0]],
      [492_000, ['sent', 3, null, 1]],
    ] as const) {
      const before = await outcome(ada);
      service.clock.advance(delay - 1);
      await service.settle();
      expect(await outcome(ada)).toEqual(before);
      service.clock.advance(1);
      await service.settle();
      expect(await outcome(ada)).toEqual(after);
    }
  });

  it('fails when nobody takes it for three days, and can be sent again', async () => {
    saying = (command) => (command.startsWith('RCPT') ? '451 4.3.0 Not now' : undefined);
    const ada = await queued();
    await service.settle();
    for (let retry = 1; retry <= 10; retry++) {
      service.clock.advance(246_000 * 2 ** (retry - 1));
      await service.settle();
    }
    expect(await outcome(ada)).toEqual(['failed', 11, expect.stringContaining('451 4.3.0 Not now'), 0]);
    const { finished_at } = await show(ada);
    expect(Date.parse(finished_at) - Date.UTC(2026, 0, 15, 9, 30)).toBe(246_000 * 1023);
    expect(Date.parse(finished_at) - Date.UTC(2026, 0, 15, 9, 30)).toBeLessThan(3 * DAY_MS);
    expect(await mailJobs()).toBe(0);

    saying = () => undefined;
    const retried = await ofAccount('POST', `/mails/${ada.mail}/retry`);
    expect([retried.status, retried.body.state, retried.body.finished_at]).toEqual([200, 'pending', null]);
    expect(retried.body.text).toBeUndefined();
    await service.settle();
    expect(await outcome(ada)).toEqual(['sent', 1, null, 1]);
  });

  it('fails at once on 550', async () => {
    saying = (command) => (command.startsWith('RCPT') ? '550 5.1.1 Nobody here' : undefined);
    const ada = await queued();
    await service.settle();
    expect(await outcome(ada)).toEqual(['failed', 1, expect.stringContaining('550 5.1.1 Nobody here'), 0]);
    service.clock.advance(4 * DAY_MS);
    await service.settle();
    expect(smtp.commands.filter((line) => line === `RCPT TO:<${ada.to}>`)).toHaveLength(1);
  });

  it('holds nobody else up, and is sent after the server was away', async () => {
    await smtp.close();
    const ada = await queued();
    await service.settle();
    expect(await outcome(ada)).toEqual(['pending', 1, expect.stringContaining('ECONNREFUSED'), 0]);
    smtp = await startSmtpServer(undefined, smtp.port);
    const bob = await queued();
    await service.settle();
    expect(await outcome(bob)).toEqual(['sent', 1, null, 1]);
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
    expect(await outcome(ada)).toEqual(['sent', 2, null, 1]);
  });
});

describe('an e-mail address that changes before the mail is sent', () => {
  const refuseOnce = () => {
    saying = (command) => (command.startsWith('RCPT') ? '451 Later' : undefined);
  };
  const change = async ({ applicant }: Awaiting, email: string | null) => {
    expect((await service.put(`/v3.6/applicants/${applicant}`, { email })).status).toBe(200);
    saying = () => undefined;
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
  };

  it('gets the mail, and the previous one never the link', async () => {
    refuseOnce();
    const ada = await queued();
    await service.settle();
    await change(ada, 'ada@example.org');
    expect(smtp.mails.map(({ to }) => to)).toEqual(['ada@example.org']);
    expect(await show(ada)).toMatchObject({ state: 'sent', to: 'ada@example.org' });
  });

  it('gets no code that was meant for the previous one', async () => {
    refuseOnce();
    const ada = await queued('sandbox', service.account, 'signature_code');
    await service.settle();
    await change(ada, 'ada@example.org');
    expect(smtp.mails).toEqual([]);
    expect(await show(ada)).toMatchObject({ state: 'dropped', to: ada.to });
    refuseOnce();
    const same = await queued('sandbox', service.account, 'signature_code');
    await service.settle();
    await change(same, same.to);
    expect(await show(same)).toMatchObject({ state: 'sent', to: same.to });
  });

  it('is gone: nothing is sent', async () => {
    refuseOnce();
    const ada = await queued();
    await service.settle();
    await change(ada, null);
    expect(smtp.mails).toEqual([]);
    expect(await show(ada)).toMatchObject({ state: 'dropped', to: ada.to });
  });
});

describe('what is out of date is dropped', () => {
  it.each([
    { when: 'the check moved on', change: ({ check }: Awaiting) => ofAccount('POST', `/checks/${check}/withdraw`) },
    {
      when: 'the applicant is to be erased',
      change: ({ applicant }: Awaiting) => service.del(`/v3.6/applicants/${applicant}`),
    },
  ])('before the next attempt: $when', async ({ change }) => {
    saying = (command) => (command.startsWith('RCPT') ? '451 Later' : undefined);
    const tried = await queued();
    await service.settle();
    expect([200, 204]).toContain((await change(tried)).status);
    saying = () => undefined;
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
    expect(smtp.mails.filter(({ to }) => to === tried.to)).toEqual([]);
    expect((await outcome(tried))[0]).toBe('dropped');
    expect((await show(tried)).finished_at).toBe('2026-01-15T09:35:00Z');
    expect(await mailJobs()).toBe(0);
  });

  it('and stays so', async () => {
    saying = (command) => (command.startsWith('RCPT') ? '451 Later' : undefined);
    const ada = await queued();
    await service.settle();
    await ofAccount('POST', `/checks/${ada.check}/withdraw`);
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
    const { status, body } = await ofAccount('POST', `/mails/${ada.mail}/retry`);
    expect([status, body.error.fields]).toEqual([
      422,
      { state: ["a mail with the state dropped can't be sent again"] },
    ]);
  });
});

it('whose applicant is restored sends the form again', async () => {
  saying = (command) => (command.startsWith('RCPT') ? '451 Later' : undefined);
  const { body: ada } = await service.post('/v3.6/applicants', { ...ADA, email: 'ada@example.com' });
  const asked = { applicant_id: ada.id, report_names: ['document'], applicant_provides_data: true };
  const { body: check } = await service.post('/v3.6/checks', asked);
  await service.settle();
  await service.del(`/v3.6/applicants/${ada.id}`);
  saying = () => undefined;
  service.clock.advance(5 * MINUTE_MS);
  await service.settle();
  expect(smtp.mails).toEqual([]);
  expect((await service.post(`/v3.6/applicants/${ada.id}/restore`)).status).toBe(204);
  await service.settle();
  expect(smtp.mails.map(({ to }) => to)).toEqual(['ada@example.com']);
  const { body } = await operate('GET', '/mails');
  const states = body.mails.map(({ check_id, state }: { check_id: string; state: string }) => [check_id, state]);
  expect(states).toEqual([
    [check.id, 'sent'],
    [check.id, 'dropped'],
  ]);
});

describe('without a mail server', () => {
  beforeEach(() => restart({}));

  it('mail lies in the outbox until the operator has one', async () => {
    const ada = await queued();
    await service.settle();
    expect(await outcome(ada)).toEqual(['kept', 0, null, 0]);
    expect((await show(ada)).text).toContain(link);
    expect((await ofAccount('POST', `/mails/${ada.mail}/retry`)).body.state).toBe('pending');
    await service.settle();
    expect((await show(ada)).state).toBe('kept');
    await service.del(`/v3.6/applicants/${ada.applicant}`);
    expect((await ofAccount('POST', `/mails/${ada.mail}/retry`)).status).toBe(410);
  });

  it('of two who retry at once, one does', async () => {
    const ada = await queued();
    await service.settle();
    const answers = await Promise.all([1, 2, 3].map(() => ofAccount('POST', `/mails/${ada.mail}/retry`)));
    // The worker may have kept it again before the last of them came.
    for (const { status } of answers) expect([200, 422]).toContain(status);
    await service.settle();
    expect([(await show(ada)).state, await mailJobs()]).toEqual(['kept', 0]);
  });
});

describe('an applicant that is erased', () => {
  it('leaves no mail and no job, and the receipt counts them', async () => {
    saying = (command) => (command.startsWith('RCPT') ? '451 Later' : undefined);
    const neighbour = await queued();
    const ada = await queued();
    await service.settle();
    const { body } = await ofAccount('POST', `/applicants/${ada.applicant}/erase`, {
      environment: 'sandbox',
      force: true,
    });
    expect(body.counts.mail).toBe(1);
    expect((await ofAccount('GET', `/mails/${ada.mail}`)).status).toBe(404);
    saying = () => undefined;
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
    expect(smtp.mails.map(({ to }) => to)).not.toContain(ada.to);
    expect(await outcome(neighbour)).toEqual(['sent', 2, null, 1]);
  });

  it('while its mail is under way: what comes of that is not written', async () => {
    let arrived = () => {};
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    saying = (command) => {
      if (!command.startsWith('RCPT')) return undefined;
      arrived();
      return 'silent';
    };
    const ada = await queued();
    await asked;
    const erased = await ofAccount('POST', `/applicants/${ada.applicant}/erase`, {
      environment: 'sandbox',
      force: true,
    });
    expect(erased.body.counts.mail).toBe(1);
    await smtp.close();
    await service.settle();
    smtp = await startSmtpServer();
    expect((await ofAccount('GET', `/mails/${ada.mail}`)).status).toBe(404);
    expect(await mailJobs()).toBe(0);
  });
});

describe('the outbox', () => {
  const ids = ({ body }: { body: { mails: { id: string }[] } }) => body.mails.map(({ id }) => id);

  it('is listed newest first, narrowed and paged', async () => {
    saying = (command) => (command.startsWith('RCPT') && command.includes('refuse') ? '550 No' : undefined);
    const sandbox = [await queued(), await queued()];
    const live = await queued('live');
    const other = await queued('sandbox', service.other);
    await service.settle();
    const mine = [live, ...sandbox.toReversed()].map(({ mail }) => mail);
    const list = (query = '') => operate('GET', `/mails?${query}`);
    const account = `account=${service.account.id}`;

    expect(ids(await list())).toEqual([other.mail, ...mine]);
    expect(ids(await list(account))).toEqual(mine);
    expect(ids(await list(`${account}&environment=live`))).toEqual([live.mail]);
    expect(ids(await list(`${account}&environment=sandbox`))).toEqual(mine.slice(1));
    expect(ids(await list('environment=sandbox&state=sent'))).toEqual([other.mail, ...mine.slice(1)]);
    expect(ids(await list(`${account}&state=kept`))).toEqual([]);

    const second = await list('page=2&per_page=3');
    expect([ids(second), second.headers['x-total-count']]).toEqual([[mine[2]], '4']);
    expect(ids(await list('page=3&per_page=3'))).toEqual([]);
    const [first] = (await list(account)).body.mails;
    expect([first.to, first.subject, first.state]).toEqual([live.to, 'Acme asks for your details', 'sent']);
    expect([first.text, first.html]).toEqual([undefined, undefined]);
  });

  it.each([
    ['page=0', { page: ['must be greater than 0'] }],
    ['per_page=x', { per_page: ['must be an integer'] }],
    ['state=lost', { state: ['is not included in the list'] }],
    ['environment=test', { environment: ['is not included in the list'] }],
  ])('refuses %s', async (query, fields) => {
    const { status, body } = await operate('GET', `/mails?${query}`);
    expect([status, body.error.fields]).toEqual([422, fields]);
  });

  it('lets an account have its own mail only, and nobody without the operator key any', async () => {
    const ada = await queued();
    await service.settle();
    const { id } = service.other;
    expect((await ofAccount('GET', `/mails/${ada.mail}`, undefined, id)).status).toBe(404);
    expect((await ofAccount('POST', `/mails/${ada.mail}/retry`, undefined, id)).status).toBe(404);
    expect(ids(await operate('GET', `/mails?account=${id}`))).toEqual([]);
    expect((await ofAccount('GET', `/mails/${unknownId}`)).status).toBe(404);
    expect((await operate('GET', `/mails?account=${unknownId}`)).status).toBe(404);
    expect((await service.get('/operator/v1/mails')).status).toBe(401);
    expect((await service.get(`/operator/v1/accounts/${service.account.id}/mails/${ada.mail}`)).status).toBe(401);
    const live = await ctxIn(service.services, systemPrincipal('worker'), service.account.id, 'live');
    expect(await live.read.first(mailQueries.find, { id: ada.mail })).toBeUndefined();
  });

  it('lies sealed in the store', async () => {
    const ada = await queued();
    const ctx = await ctxIn(service.services, systemPrincipal('worker'), service.account.id, 'sandbox');
    const row = await ctx.read.first(mailQueries.find, { id: ada.mail });
    for (const text of [ada.to, link, 'Acme asks']) expect(row?.data.toString('latin1')).not.toContain(text);
  });
});
