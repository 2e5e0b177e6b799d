import { describe, expect, it } from 'vitest';
import { smtpServer } from './smtp-url.ts';

describe('the address of a mail server', () => {
  it('is a host, with the ports of submission when it names none', () => {
    const plain = { secure: false, requireTls: false, auth: null };
    expect(smtpServer('smtp://mail.example.com')).toEqual({ host: 'mail.example.com', port: 587, ...plain });
    expect(smtpServer('smtp://mail.example.com:25/')).toEqual({ host: 'mail.example.com', port: 25, ...plain });
    expect(smtpServer('smtp://[2001:db8::1]:25')).toEqual({ host: '2001:db8::1', port: 25, ...plain });
    expect(smtpServer('smtps://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 465,
      ...plain,
      secure: true,
    });
  });

  it('holds user and password, percent encoded', () => {
    expect(smtpServer('smtps://ada%40example.com:p%3As%2Fs@mail.example.com:2465')).toEqual({
      host: 'mail.example.com',
      port: 2465,
      secure: true,
      requireTls: false,
      auth: { user: 'ada@example.com', pass: 'p:s/s' },
    });
  });

  it.each([
    ['smtp://ada:secret@mail.example.com', true],
    ['smtp://ada:secret@192.0.2.7', true],
    ['smtp://ada:secret@localhost', false],
    ['smtp://ada:secret@127.0.0.2', false],
    ['smtp://ada:secret@[::1]', false],
    ['smtps://ada:secret@mail.example.com', false],
    ['smtp://mail.example.com', false],
  ])('%s: a password goes nowhere without TLS (must be asked for: %s)', (url, requireTls) => {
    expect(smtpServer(url)?.requireTls).toBe(requireTls);
  });

  it.each([
    '',
    'mail.example.com',
    'mail.example.com:587',
    'https://mail.example.com',
    'smtp:',
    'smtp://',
    'smtp://:587',
    'smtp://mail.example.com:0',
    'smtp://mail.example.com:65536',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?tls.rejectUnauthorized=false',
    'smtp://mail.example.com#x',
    'smtp://ada@mail.example.com',
    'smtp://:secret@mail.example.com',
    'smtp://ada:100%@mail.example.com',
  ])('is not %j', (text) => expect(smtpServer(text)).toBeUndefined());
});
