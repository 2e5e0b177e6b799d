import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it, test } from 'vitest';
import { shownSettings } from '../../api/operator/shown-settings.ts';
import { startService } from '../../app.ts';
import { readSettings } from '../../config/settings.ts';
import { mailRoute, openMailer } from './open.ts';

const smtpUrl = 'smtps://ada:very-secret@mail.example.com';
const mailFrom = 'Acme <noreply@example.org>';

describe('the settings', () => {
  it('a sender and a server make a mailer that delivers', () => {
    expect(openMailer(readSettings({ smtpUrl, mailFrom }, {})).delivers).toBe(true);
    expect(openMailer(readSettings({ mailFrom }, {})).delivers).toBe(false);
    expect(openMailer(readSettings({}, { BONAFIDE_SMTP_URL: '' })).delivers).toBe(false);
  });

  it('a server needs a sender', () => {
    expect(() => readSettings({ smtpUrl }, {})).toThrow('--smtp-url needs --mail-from, the sender of mail');
  });

  it('what is not an address of a server is refused without repeating it', () => {
    const wrong = 'smtp://ada:very-secret@mail.example.com/path';
    for (const read of [
      () => readSettings({ smtpUrl: wrong, mailFrom }, {}),
      () => readSettings({ mailFrom }, { BONAFIDE_SMTP_URL: wrong }),
    ]) {
      expect(read).toThrow(/^(--smtp-url|BONAFIDE_SMTP_URL) must be smtp:\/\/host, /);
      expect(read).not.toThrow(/very-secret/);
    }
  });

  it.each([
    'noreply@example.org',
    'Acme <noreply@example.org>',
    '"Acme, Inc." <noreply@example.org>',
    '<a@example.org>',
  ])('the sender can be %s', (from) => expect(readSettings({ mailFrom: from }, {}).mailFrom).toBe(from));

  it.each([
    'noreply',
    'Acme noreply@example.org',
    'Acme, Inc. <noreply@example.org>',
    'noreply@example.org, eve@example.net',
    'Acme <noreply@example.org>, <eve@example.net>',
    'noreply@example.org\r\nBcc: eve@example.net',
    'Acme\r\nBcc: eve@example.net\r\nX: <noreply@example.org>',
    '"Acme\n" <noreply@example.org>',
  ])('but not %j', (from) => expect(() => readSettings({ mailFrom: from }, {})).toThrow('--mail-from must be'));

  it('are shown without user and password', () => {
    const shown = shownSettings(readSettings({ smtpUrl, mailFrom }, {}));
    expect([shown.smtpUrl, shown.mailFrom]).toEqual(['smtps://mail.example.com', mailFrom]);
    expect(JSON.stringify(shown)).not.toMatch(/ada|very-secret/);
    expect(shownSettings(readSettings({}, {})).smtpUrl).toBeNull();
  });
});

test('the doctor warns of a production service without a mail server', () => {
  const route = (flags: object) => mailRoute(readSettings(flags, {}));
  const kept = 'kept in the outbox: no smtp-url is set';
  expect(route({ smtpUrl, mailFrom })).toEqual({ state: 'ok', detail: 'sent over smtps through mail.example.com:465' });
  expect(route({ smtpUrl: 'smtp://[::1]:25', mailFrom })).toEqual({
    state: 'ok',
    detail: 'sent over smtp through [::1]:25',
  });
  expect(route({ mode: 'development' })).toEqual({ state: 'ok', detail: kept });
  expect(route({ mode: 'production' })).toEqual({ state: 'warning', detail: kept });
});

test('the log says at start how mail goes, and never a password', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bonafide-'));
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const flags = { mode: 'development', data, port: '0', httpPort: '0', role: 'api' };
  const service = await startService(readSettings({ ...flags, smtpUrl, mailFrom }, {}), { log });
  await service.close();
  rmSync(data, { recursive: true, force: true });
  expect(lines.join('')).toContain('"msg":"mail is sent over smtps through mail.example.com:465"');
  expect(lines.join('')).not.toContain('very-secret');
});
