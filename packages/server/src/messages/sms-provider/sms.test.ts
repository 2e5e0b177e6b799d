import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { Refused } from '../../base/carrier.ts';
import { readSettings } from '../../config/settings.ts';
import { offersTextMessages } from '../sms/offered.ts';
import { unreachableCountry } from './countries.ts';
import { openSms, smsRoute } from './open.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const received: Received[] = [];
let answer: [status: number, body: string] = [200, 'queued'];
const provider = createServer(async (request, response) => {
  const { method, url, headers } = request;
  received.push({ method, url, headers, body: await text(request) });
  response.writeHead(answer[0]).end(answer[1]);
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => provider.close());

const message = {
  id: 'the-id',
  to: '+447700900123',
  text: 'Open: "now" & here ÿ {to}\nhttps://id.example.com/13ABCDEF',
};

async function send(settings: Record<string, string>): Promise<Received> {
  await openSms(readSettings(settings, {})).send(message);
  return received.at(-1) as Received;
}

describe('a provider takes a message by POST', () => {
  it('as JSON, unless set otherwise', async () => {
    const { method, url, headers, body } = await send({ smsUrl: `${base}/messages` });
    expect([method, url, headers['content-type']]).toEqual(['POST', '/messages', 'application/json']);
    expect(JSON.parse(body)).toEqual({ to: message.to, text: message.text });
  });

  it('as a form, with headers of its own', async () => {
    const { url, headers, body } = await send({
      smsUrl: `${base}/{number}/send?ref={id}&t={text}`,
      smsHeaders: '{"Authorization":"Basic c2VjcmV0","Content-Type":"application/x-www-form-urlencoded"}',
      smsBody: 'To={to}&Body={text}&{other}=1',
    });
    const asked = new URL(url as string, base);
    expect([asked.pathname, asked.searchParams.get('ref'), asked.searchParams.get('t')]).toEqual([
      '/447700900123/send',
      'the-id',
      message.text,
    ]);
    expect(headers.authorization).toBe('Basic c2VjcmV0');
    const form = new URLSearchParams(body);
    expect([form.get('To'), form.get('Body'), form.get('{other}')]).toEqual([message.to, message.text, '1']);
  });

  it('as plain text', async () => {
    const settings = { smsUrl: base, smsHeaders: '{"content-type":"text/plain"}', smsBody: '{to}: {text}' };
    expect((await send(settings)).body).toBe(`${message.to}: ${message.text}`);
  });

  test.each([
    [400, Refused],
    [401, Refused],
    [404, Refused],
    [408, Error],
    [429, Error],
    [500, Error],
    [302, Error],
  ])('%d says whether it ever will', async (status, kind) => {
    answer = [status, 'because'];
    const failure = await send({ smsUrl: base }).catch((error) => error);
    expect([failure.constructor, failure.message]).toEqual([kind, `${status} because`]);
    answer = [202, ''];
  });

  it('later, when no server answers', async () => {
    const failure = await send({ smsUrl: 'http://127.0.0.1:1/' }).catch((error) => error);
    expect([failure.constructor, failure.message]).toEqual([Error, expect.stringContaining('ECONNREFUSED')]);
  });
});

describe('settings', () => {
  test.each([
    ['smsUrl', 'http://sms.example.com/'],
    ['smsUrl', 'https://key:secret@sms.example.com/'],
    ['smsUrl', 'ftp://sms.example.com/'],
    ['smsUrl', 'sms.example.com'],
    ['smsHeaders', 'authorization: x'],
    ['smsHeaders', '["a"]'],
    ['smsHeaders', '{"a":5}'],
    ['smsHeaders', '{"a b":"c"}'],
    ['smsHeaders', '{"a":"b\\r\\nc: d"}'],
  ])('%s can not be %s, which no message reveals', (name, value) => {
    const read = () => readSettings({ [name]: value }, {});
    expect(read).toThrow(/^--sms-(url|headers) must be /);
    expect(read).not.toThrow(value);
  });

  it('say how messages go', () => {
    const of = (settings: Record<string, string>) => {
      const read = readSettings(settings, {});
      return [offersTextMessages(read), smsRoute(read).detail, openSms(read).delivers];
    };
    expect(of({ smsUrl: 'https://sms.example.com/send?key=secret' })).toEqual([true, 'sent by sms.example.com', true]);
    expect(of({ mode: 'development' })).toEqual([true, 'kept in the outbox: no sms-url is set', false]);
    expect(of({})).toEqual([false, 'not sent: no sms-url is set', false]);
  });
});

test.each([
  ['+5351234567', 'Cuba'],
  ['+50934101234', 'Haiti'],
  ['+8562023123456', 'Laos'],
  ['+263712345678', 'Zimbabwe'],
  ['+211912345678', 'South Sudan'],
  ['+85298765432', undefined],
  ['+5215512345678', undefined],
  ['+12025550123', undefined],
  ['+447700900123', undefined],
])('%s is in %s', (to, country) => {
  expect(unreachableCountry(to)).toBe(country);
});
