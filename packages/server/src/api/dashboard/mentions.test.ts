import { beforeAll, expect, test } from 'vitest';
import { startSmtpServer } from '../../messages/mail-transport/testing/smtp-server.ts';
import { startService, useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { accept, type Browser, signedIn } from './testing/browser.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

type Member = Browser & { readonly id: string };
let adam: Member;
let rita: Member;
let otto: Member;
let auditor: Member;
let dev: Member;
let stranger: Member;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const person = (token = service.account.liveToken) =>
  story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, { token });
const write = (who: Browser, applicant: string, note: string, place = at()) =>
  who.post(`${place}/applicants/${applicant}/case_entries`, { note });
const unread = async (who: Browser, place = at()) => (await who.get(`${place}/mentions/unread`)).body.unread;
const mentions = async (who: Browser, place = at()) => (await who.get(`${place}/mentions`)).body.mentions;
const read = (who: Browser, applicant: string, place = at()) =>
  who.post(`${place}/applicants/${applicant}/mentions/read`);
const mentionedIn = (answer: { body: { entries: { mentions: { name: string }[] }[] } }) =>
  answer.body.entries[0]?.mentions.map(({ name }) => name);

beforeAll(async () => {
  adam = await signedIn(service, 'admin', { name: 'Adam' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Rita Smith' });
  auditor = await signedIn(service, 'auditor', { name: 'Audrey' });
  dev = await signedIn(service, 'developer', { name: 'Devin' });
  stranger = await signedIn(service, 'admin', { account: service.other.id, name: 'Sam' });
});

test('a note mentions members who see the case, who find it under their mentions until they read it', async () => {
  const ada = await person();
  const noted = await write(adam, ada, 'Look at the selfie, @rita smith. @Audrey: sampled? Not rita@audrey.');
  expect([noted.status, noted.body.entries[0].mentions]).toEqual([
    201,
    [
      { id: otto.id, name: 'Rita Smith' },
      { id: auditor.id, name: 'Audrey' },
    ],
  ]);
  expect([await unread(otto), await unread(auditor), await unread(rita), await unread(adam)]).toEqual([1, 1, 0, 0]);
  expect(await mentions(otto)).toEqual([
    {
      id: expect.any(String),
      applicant_id: ada,
      applicant_name: 'Ada Lovelace',
      author: 'Adam',
      note: 'Look at the selfie, @rita smith. @Audrey: sampled? Not rita@audrey.',
      created_at: noted.body.entries[0].created_at,
      read: false,
    },
  ]);
  expect(await mentions(rita)).toEqual([]);
  // Another member reading the case leaves it unread.
  expect((await read(rita, ada)).status).toBe(204);
  expect(await unread(otto)).toBe(1);
  expect((await read(otto, ada)).status).toBe(204);
  expect([await unread(otto), await unread(auditor)]).toEqual([0, 1]);
  expect((await mentions(otto)).map((mention: { read: boolean }) => mention.read)).toEqual([true]);

  const audit = (await adam.get(`/accounts/${service.account.id}/audit?object=${ada}`)).body.entries;
  expect(audit.find(({ action }: { action: string }) => action === 'case_note_added').details).toEqual({
    mentioned: [otto.id, auditor.id],
  });
  expect((await adam.post(`${at()}/applicants/${ada}/erase`, { force: true })).body.counts).toMatchObject({
    case_entry: 1,
    case_mention: 2,
  });
  expect([await mentions(otto), await unread(auditor)]).toEqual([[], 0]);
});

test('a name counts whole, for members of the same name together, and never for the author', async () => {
  const ada = await person();
  const twin = await signedIn(service, 'reviewer', { name: 'Rita' });
  expect(mentionedIn(await write(adam, ada, 'Ask @Rita, then @Rita again'))).toEqual(['Rita', 'Rita']);
  expect([await unread(rita), await unread(twin)]).toEqual([1, 1]);
  for (const note of ['@Ritalin', 'x@Rita', '@ Rita', '@Adam, to myself', '@Devin', '@Sam', '@']) {
    expect([note, mentionedIn(await write(adam, ada, note))]).toEqual([note, []]);
  }
  // A developer sees no case in live. In the sandbox everybody does.
  expect([(await dev.get(`${at()}/mentions`)).status, (await dev.get(`${at()}/mentions/unread`)).status]).toEqual([
    ...[403, 403],
  ]);
  const names = async (who: Browser, place = at()) =>
    (await who.get(`${place}/mentionable_members`)).body.members.map(({ name }: { name: string }) => name);
  expect(await names(rita)).toEqual(['Adam', 'Rita', 'Rita Smith', 'Audrey', 'Rita']);
  expect(await names(rita, at('sandbox'))).toEqual(['Adam', 'Rita', 'Rita Smith', 'Audrey', 'Devin', 'Rita']);
  const eva = await person(service.account.sandboxToken);
  expect(mentionedIn(await write(adam, eva, '@Devin, @Sam', at('sandbox')))).toEqual(['Devin']);
  expect([await unread(dev, at('sandbox')), await unread(rita, at('sandbox'))]).toEqual([1, 0]);
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const disabled = { token: null, headers, json: { disabled: true } };
  expect((await service.call('PATCH', `/operator/v1/members/${twin.id}`, disabled)).status).toBe(204);
  expect(await names(rita)).toEqual(['Adam', 'Rita', 'Rita Smith', 'Audrey']);
});

test('another account can neither be mentioned nor learn anything', async () => {
  const ada = await person();
  expect(mentionedIn(await write(rita, ada, '@Sam, is she yours?'))).toEqual([]);
  const other = at('live', service.other.id);
  expect([await unread(stranger, other), await mentions(stranger, other)]).toEqual([0, []]);
  for (const path of ['mentions', 'mentions/unread', 'mentionable_members']) {
    expect((await stranger.get(`${at()}/${path}`)).status).toBe(404);
  }
  expect((await read(stranger, ada)).status).toBe(404);
  const eva = await person(service.other.liveToken);
  expect(mentionedIn(await write(stranger, eva, '@Adam, @Rita', other))).toEqual([]);
  expect((await write(stranger, ada, '@Rita', other)).status).toBe(404);
  expect((await read(stranger, ada, other)).status).toBe(204);
  expect(await unread(rita)).toBe(1);
});

test('with a mail server, the member gets a mail that says neither whose case it is nor what the note says', async () => {
  const server = await startSmtpServer();
  const mailing = await startService({
    settings: { smtpUrl: `smtp://127.0.0.1:${server.port}`, mailFrom: 'id@example.com' },
  });
  try {
    const headers = { authorization: `Bearer ${mailing.operatorKey}` };
    const path = `/operator/v1/accounts/${mailing.account.id}/members`;
    const inviteTo = async (email: string, name: string) => {
      await mailing.post(path, { email, name, role: 'reviewer' }, { token: null, headers });
      await expect.poll(() => server.mails.some(({ to }) => to === email)).toBe(true);
      const content = server.mails.find(({ to }) => to === email)?.content.replaceAll(/=\r?\n/g, '') ?? '';
      return accept(mailing, /http:\S+#[\w-]+/.exec(content)?.[0] as string, { name });
    };
    const ann = await inviteTo('ann@example.com', 'Ann');
    const ben = await inviteTo('ben@example.com', 'Ben');
    const call = { token: mailing.account.liveToken };
    const applicant = await storyOf(mailing, 'v3.6').applicant({ first_name: 'Ada', last_name: 'Lovelace' }, call);
    const place = `/accounts/${mailing.account.id}/live`;
    expect((await write(ann, applicant, '@Ben: the passport is odd', place)).status).toBe(201);
    const mails = () =>
      server.mails.filter(({ to, content }) => to === 'ben@example.com' && content.includes('mentioned'));
    await expect.poll(() => mails().length).toBe(1);
    const content = mails()[0]?.content.replaceAll(/=\r?\n/g, '') ?? '';
    expect(content).toContain('Subject: Ann mentioned you in a case');
    expect(content).toContain(`/dashboard${place}/applicants/${applicant}`);
    for (const personal of ['Ada', 'Lovelace', 'passport', 'odd']) expect(content).not.toContain(personal);
    // The list of mail about signing in stays readable, however often a member is mentioned.
    const notices = (await ben.get('/notices')).body.notices.map(({ subject }: { subject: string }) => subject);
    expect(notices.filter((subject: string) => subject.includes('mentioned'))).toEqual([]);
  } finally {
    await mailing.close();
    await server.close();
  }
});
