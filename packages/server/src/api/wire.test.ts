import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';
import { bytesOf, type Fill, matcherOf, readExchange, send } from './testing/exchange.ts';
import { greyJpeg, greyPng } from './v3/testing/files.ts';
import { form, unknownId } from './v3/testing/story.ts';

const folder = new URL('./testing/wire/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));

const service = useService();
let picture: Buffer;
beforeAll(async () => {
  picture = await greyPng();
});

/** An applicant with everything that a check may need. */
const jane = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane@example.com',
  dob: '1990-02-03',
  addresses: [{ street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' }],
};

/** Makes what the placeholders of a file name, each once, in an account of its own. */
function worldOf(token: string, version: string): Fill {
  const made = new Map<string, Promise<string>>();
  const post = async (path: string, body: object, status = 201) => {
    const answer = await service.post(`/v2/${path}`, body, { token });
    expect(answer.status, answer.bytes.toString()).toBe(status);
    return answer.body;
  };
  const upload = async (path: string, fields: Record<string, string>) => {
    const isPhoto = path === 'live_photos';
    const file = isPhoto ? { name: 'face.jpg', bytes: await greyJpeg() } : { name: 'passport.png', bytes: picture };
    const answer = await service.call('POST', `/v2/${path}`, { token, form: form(fields, file) });
    expect(answer.status, answer.bytes.toString()).toBe(201);
    return answer.body.id as string;
  };
  const makers: Record<string, () => Promise<string>> = {
    version: async () => version,
    token: async () => token,
    'unknown id': async () => unknownId,
    'new applicant': async () => (await post('applicants', { first_name: 'Jane', last_name: 'Doe' })).id,
    applicant: async () => {
      const { id } = await post('applicants', jane);
      await upload(`applicants/${id}/documents`, { type: 'passport' });
      await upload('live_photos', { applicant_id: id });
      return id;
    },
    'deleted applicant': async () => {
      const { id } = await post('applicants', jane);
      expect((await service.del(`/v2/applicants/${id}`, { token })).status).toBe(204);
      return id;
    },
    document: async () => upload(`applicants/${await fill('applicant')}/documents`, { type: 'passport' }),
    'live photo': async () => upload('live_photos', { applicant_id: await fill('applicant') }),
    check: async () => {
      const body = { type: 'express', reports: [{ name: 'identity', variant: 'kyc' }] };
      return (await post(`applicants/${await fill('applicant')}/checks`, body)).id;
    },
    report: async () =>
      (await service.get(`/v2/checks/${await fill('check')}/reports`, { token })).body.reports[0].id as string,
    webhook: async () => (await post('webhooks', { url: 'https://alice.example/hook' })).id,
    'sdk token': async () => (await post('sdk_token', { applicant_id: await fill('applicant') }, 200)).token,
  };
  const fill: Fill = (name) => {
    const make = makers[name];
    if (!make) throw new Error(`Nothing is called {{${name}}}`);
    if (!made.has(name)) made.set(name, make());
    return made.get(name)!;
  };
  return fill;
}

/** `v1-v2-….txt` holds for both. */
const versionsOf = (name: string) =>
  name
    .match(/^(v\d(\.\d)?-)+/)?.[0]
    .split('-')
    .filter(Boolean) ?? [];

const cases = files.flatMap((name) => versionsOf(name).map((version) => [version, name] as const));

it.each(cases)('%s: %s', async (version, name) => {
  const { sandboxToken } = await service.makeAccount('Wire Ltd');
  const text = readFileSync(new URL(name, folder), 'utf8');
  const exchange = await readExchange(text, worldOf(sandboxToken, version));
  const { status, headers, body } = await send(service, exchange, sandboxToken, picture);
  expect([status, body], exchange.title).toEqual([exchange.status, expect.anything()]);
  for (const [header, value] of Object.entries(exchange.answerHeaders)) {
    expect(headers[header.toLowerCase()], header).toBe(value);
  }
  if (exchange.answer !== undefined) expect(body).toMatchObject(matcherOf(exchange.answer) as object);
});

it('has a version in the name of every file, and a sentence at its head', () => {
  expect(cases.length).toBeGreaterThan(30);
  for (const name of files) {
    expect(versionsOf(name), name).not.toEqual([]);
    expect(readFileSync(new URL(name, folder), 'utf8'), name).toMatch(/^[A-Z][^{}]+\.\n\n[A-Z]+ \//);
  }
});

it('puts the line ends of HTTP and the bytes of a picture into multipart bodies, and joins the lines of a form', () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const body = '--x\nContent-Disposition: form-data; name="file"; filename="a.png"\n\n{{picture}}\n--x--';
  expect(bytesOf({ headers, body }, Buffer.from([0, 255])).toString('latin1')).toBe(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\0\xff\r\n--x--\r\n',
  );
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(bytesOf({ headers: type, body: 'a=1\n&b=2' }, Buffer.alloc(0)).toString()).toBe('a=1&b=2');
});
