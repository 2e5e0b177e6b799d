import { afterEach, describe, expect, it } from 'vitest';
import { Refused } from '../../base/carrier.ts';
import { type SmtpServer, smtpServer } from '../../base/smtp-url.ts';
import type { Message } from './mailer.ts';
import { smtpMailer } from './smtp.ts';
import { type Saying, type SmtpTestServer, startSmtpServer } from './testing/smtp-server.ts';

const message: Message = {
  id: '0199-mail',
  to: 'ada@example.com',
  subject: 'Your check',
  text: 'Hello Ada\n.\nhttps://example.com/form',
  html: '<p>Hello Ada</p>',
};

let server: SmtpTestServer;
afterEach(() => server.close());

async function mailer(saying?: Saying, more: Partial<SmtpServer> = {}, from = 'Acme <noreply@example.org>') {
  server = await startSmtpServer(saying);
  return smtpMailer({ server: { ...(smtpServer(server.url) as SmtpServer), ...more }, from, timeoutMs: 60_000 });
}

/** Lines of the received message's head, unfolded. */
function head(): string[] {
  const [text] = (server.mails[0]?.content ?? '').split('\n\n');
  return (text ?? '').replace(/\n[ \t]+/g, ' ').split('\n');
}

async function failure(promise: Promise<void>): Promise<Error> {
  return promise.then(
    () => Promise.reject(new Error('was taken')),
    (error) => error,
  );
}

describe('what is sent', () => {
  it('both texts, from the sender to the one recipient, under an id that a second sending repeats', async () => {
    const { send, delivers } = await mailer();
    expect(delivers).toBe(true);
    await send(message);
    await send(message);
    const [first, second] = server.mails;
    expect([first?.from, first?.to]).toEqual(['noreply@example.org', 'ada@example.com']);
    expect(head()).toEqual(
      expect.arrayContaining([
        'From: Acme <noreply@example.org>',
        'To: ada@example.com',
        'Subject: Your check',
        'Message-ID: <0199-mail@example.org>',
        'Auto-Submitted: auto-generated',
      ]),
    );
    expect(head().join('\n')).not.toMatch(/mailer|bcc/i);
    expect(first?.content).toContain('Hello Ada\n.\nhttps://example.com/form');
    expect(first?.content).toContain('<p>Hello Ada</p>');
    expect(second?.content).toContain('Message-ID: <0199-mail@example.org>');
  });

  it('in the name of the company, from the address of the settings, with an address for answers', async () => {
    const { send } = await mailer();
    await send({ ...message, from_name: 'Söhne, "A" <x@example.net>', reply_to: 'help@alice.example' });
    const from = head().find((line) => line.startsWith('From: ')) as string;
    expect(server.mails[0]?.from).toBe('noreply@example.org');
    expect(from).toMatch(/^From: (?:=\?UTF-8\?[BQ]\?[^ ]+\?= ?)+<noreply@example\.org>$/);
    expect(head()).toContain('Reply-To: help@alice.example');
    await send({ ...message, from_name: 'Alice\r\nBcc: eve@example.net', reply_to: 'a@b.example, eve@example.net' });
    const second = (server.mails[1]?.content ?? '').split('\n\n')[0] as string;
    expect(second).not.toMatch(/^(?:bcc|reply-to):/im);
    expect(second).toContain('<noreply@example.org>');
  });

  it('with user and password when they are given', async () => {
    const { send } = await mailer(undefined, { auth: { user: 'ada', pass: 'p:s' } });
    await send(message);
    expect(server.commands).toContain(`AUTH PLAIN ${Buffer.from('\0ada\0p:s').toString('base64')}`);
    expect(server.mails).toHaveLength(1);
  });

  it('never with a password where TLS must be and is not', async () => {
    const { send } = await mailer((command) => (command === 'STARTTLS' ? '502 No' : undefined), {
      requireTls: true,
      auth: { user: 'ada', pass: 'secret' },
    });
    expect(await failure(send(message))).not.toBeInstanceOf(Refused);
    expect([server.received('AUTH'), server.received('MAIL')]).toEqual([0, 0]);
  });
});

describe('no stranger slips in', () => {
  it.each([
    'ada@example.com, eve@example.net',
    'ada@example.com\r\nBcc: eve@example.net',
    'ada@example.com>\r\nRCPT TO:<eve@example.net',
    'Ada <ada@example.com>',
    'team: ada@example.com;',
    'ada@eve@example.com',
    'ada',
    '',
  ])('as the recipient %j', async (to) => {
    const { send } = await mailer();
    expect(await failure(send({ ...message, to }))).toBeInstanceOf(Refused);
    expect(server.commands).toEqual([]);
  });

  it('through the subject', async () => {
    const { send } = await mailer();
    await send({ ...message, subject: 'Hello\r\nBcc: eve@example.net\r\n\r\n<b>Body</b>' });
    expect(head().filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(head().map((line) => line.replace(/ +/g, ' '))).toContain('Subject: Hello Bcc: eve@example.net <b>Body</b>');
    expect(server.received('RCPT')).toBe(1);
  });

  it('as an attachment, a file or an address to fetch', async () => {
    const { send } = await mailer();
    const attachments = [{ filename: 'key', path: '/etc/hostname' }];
    const more = { attachments, cc: 'eve@example.net', bcc: 'eve@example.net', raw: 'x', headers: { 'X-Eve': '1' } };
    await send({ ...message, ...more });
    expect(server.mails[0]?.content).toContain('Hello Ada');
    expect(server.mails[0]?.content).not.toMatch(/attachment|eve/i);
    expect(server.received('RCPT')).toBe(1);
    for (const evil of [{ path: '/etc/hostname' }, { href: `http://127.0.0.1:${server.port}/` }]) {
      await failure(send({ ...message, text: evil as never }));
    }
    expect(server.mails).toHaveLength(1);
  });
});

describe('what the server says', () => {
  const saying = (verb: string, said: string) => (command: string) => (command.startsWith(verb) ? said : undefined);

  it.each([
    ['RCPT', '550 5.1.1 Nobody here'],
    ['DATA', '554 5.7.1 Not from you'],
    ['.', '552 5.3.4 Too large'],
  ])('%s: %s is permanent', async (verb, said) => {
    const { send } = await mailer(saying(verb, said));
    const error = await failure(send(message));
    expect(error).toBeInstanceOf(Refused);
    expect(error.message).toContain(said);
  });

  it.each([
    ['greeting', '554 Closed'],
    ['EHLO', '421 Busy'],
    ['MAIL', '550 5.7.1 Sender refused'],
    ['RCPT', '451 4.7.1 Greylisted'],
    ['DATA', '421 Bye'],
    ['.', '452 4.2.2 Full'],
  ])('%s: %s may change', async (verb, said) => {
    const { send } = await mailer(saying(verb, said));
    expect(await failure(send(message))).not.toBeInstanceOf(Refused);
  });

  it('a wrong password is ours to correct', async () => {
    const { send } = await mailer(saying('AUTH', '535 5.7.8 Wrong'), { auth: { user: 'ada', pass: 'wrong-secret' } });
    const error = await failure(send(message));
    expect(error).not.toBeInstanceOf(Refused);
    expect(error.message).not.toContain('wrong-secret');
  });

  it('nothing: it is given up in time', async () => {
    server = await startSmtpServer(saying('greeting', 'silent'));
    const { send } = smtpMailer({
      server: smtpServer(server.url) as SmtpServer,
      from: 'noreply@example.org',
      timeoutMs: 50,
    });
    expect(await failure(send(message))).toMatchObject({ name: 'AbortError' });
  });

  it('no server is there', async () => {
    const { send } = await mailer();
    await server.close();
    expect(await failure(send(message))).not.toBeInstanceOf(Refused);
  });
});
