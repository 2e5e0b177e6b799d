import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { brandingOf, readLogo } from '../../context/branding.ts';
import { useService } from '../../testing/service.ts';

const service = useService();
let at: string;
let headers: Record<string, string>;

beforeAll(async () => {
  at = `/operator/v1/accounts/${service.account.id}`;
  headers = { authorization: `Bearer ${service.operatorKey}` };
});

const operate = (method: string, path: string, json?: unknown) =>
  service.call(method, path, { token: null, headers, ...(json === undefined ? {} : { json }) });
const upload = (raw: Buffer, type = 'image/png', path = `${at}/logo`) =>
  service.call('PUT', path, { token: null, raw, headers: { ...headers, 'content-type': type } });
const picture = (width = 120, height = 40, background = '#14508c') =>
  sharp({ create: { width, height, channels: 3, background } });

describe('what applicants see of an account', () => {
  test('is nothing but its name at first, and is set, shown and removed', async () => {
    const before = (await operate('GET', at)).body;
    const none = { display_name: null, privacy_notice_url: null, support_contact: null, colour: null, logo: null };
    expect(before).toMatchObject(none);
    const account = () => service.services.accounts.find(service.account.id);
    expect(brandingOf((await account())!)).toEqual({
      name: 'Alice Ltd',
      privacyNoticeUrl: null,
      support: null,
      colour: null,
      logo: null,
    });

    const branding = {
      display_name: '  Alice &  Söhne 🦊 ',
      privacy_notice_url: 'https://alice.example/privacy?lang=en#top',
      support_contact: 'help@alice.example',
      colour: '#FFE600',
    };
    const kept = { ...branding, display_name: 'Alice & Söhne 🦊', colour: '#ffe600' };
    const changed_by = { kind: 'operator', id: expect.any(String) };
    const changed = await operate('PATCH', at, branding);
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...before, ...kept, changed_by: { kind: 'operator', id: expect.any(String) } },
    ]);
    expect(brandingOf((await account())!)).toEqual({
      name: 'Alice & Söhne 🦊',
      privacyNoticeUrl: 'https://alice.example/privacy?lang=en#top',
      support: { href: 'mailto:help@alice.example', label: 'help@alice.example', email: 'help@alice.example' },
      colour: '#ffe600',
      logo: null,
    });
    expect((await operate('GET', `/operator/v1/accounts/${service.other.id}`)).body).toMatchObject(none);

    const removed = { display_name: null, privacy_notice_url: null, support_contact: null, colour: null };
    expect((await operate('PATCH', at, removed)).body).toEqual({ ...before, changed_by });
  });

  test('may be written in any language, with 80 characters of any kind', async () => {
    for (const display_name of [
      'شركة أليس',
      'אליס בע״מ',
      '爱丽丝有限公司',
      '👩‍👩‍👧 Family',
      'x'.repeat(80),
      '🦊'.repeat(80),
    ]) {
      const { body } = await operate('PATCH', at, { display_name });
      expect(body.display_name).toBe(display_name);
    }
    await operate('PATCH', at, { display_name: null });
  });

  test.each([
    ['mailto:help@alice.example', 'mailto:help@alice.example', 'help@alice.example', 'help@alice.example'],
    ['tel:+44 20 7946 0123', 'tel:+44 20 7946 0123', '+44 20 7946 0123', null],
    ['https://alice.example/', 'https://alice.example/', 'alice.example', null],
    ['https://alice.example/help?a=1', 'https://alice.example/help?a=1', 'alice.example/help', null],
    ['http://localhost:8080/help', 'http://localhost:8080/help', 'localhost:8080/help', null],
  ])('has a contact such as %s', async (support_contact, href, label, email) => {
    const { status } = await operate('PATCH', at, { support_contact });
    expect(status).toBe(200);
    const account = await service.services.accounts.find(service.account.id);
    expect(brandingOf(account!).support).toEqual({ href, label, email });
    await operate('PATCH', at, { support_contact: null });
  });

  test.each([
    [{ display_name: '' }, "can't be blank"],
    [{ display_name: ' \u200b ' }, "can't be blank"],
    [{ display_name: 'x'.repeat(81) }, 'is too long (maximum is 80 characters)'],
    [{ display_name: 'Alice\u0000' }, 'must not contain control characters'],
    [{ display_name: 'Alice\r\nBcc: eve@example.net' }, 'must not contain control characters'],
    [
      { display_name: 'Alice \u202egnp.exe' },
      'must not contain line breaks or characters that change the writing direction',
    ],
    [{ display_name: 5 }, /is invalid|must be a string/],
    [{ privacy_notice_url: 'alice.example/privacy' }, 'must be a web address that begins with https://'],
    [{ privacy_notice_url: 'javascript:alert(1)' }, 'must be a web address that begins with https://'],
    [{ privacy_notice_url: 'data:text/html,x' }, 'must be a web address that begins with https://'],
    [{ privacy_notice_url: 'https://alice:secret@alice.example' }, 'must not contain a user name or password'],
    [
      { privacy_notice_url: 'http://alice.example/privacy' },
      'must begin with https:// (http:// is accepted for this machine only)',
    ],
    [{ privacy_notice_url: `https://alice.example/${'x'.repeat(2100)}` }, /is too long/],
    [{ colour: 'red' }, 'must be a colour such as #14508c'],
    [{ applicant_language: 'tlh' }, /^must be one of en, en_US, ar, bg, .*, pt, pt_BR, ro, .*, zh_CN, zh_TW$/],
    // An id, not a tag.
    [{ applicant_language: 'pt-BR' }, /^must be one of en, /],
    [{ colour: '#fff' }, 'must be a colour such as #14508c'],
    [{ colour: '#14508c;}' }, /must be a colour|too long/],
    [{ support_contact: 'call us' }, 'must be an e-mail address, or begin with https://, mailto: or tel:'],
    [{ support_contact: 'mailto:a@b.example?bcc=e@x.example' }, /must be an e-mail address/],
    [{ support_contact: 'tel:javascript' }, /must be an e-mail address/],
    [{ support_contact: 'a@b.example, e@x.example' }, /must be an e-mail address/],
  ])('is refused as %j', async (change, message) => {
    const answer = await operate('PATCH', at, change);
    expect([answer.status, answer.body.error.type]).toEqual([422, 'validation_error']);
    const [field, messages] = Object.entries(answer.body.error.fields)[0] as [string, string[]];
    expect(field).toBe(Object.keys(change)[0]);
    if (typeof message === 'string') expect(messages).toEqual([message]);
    else expect(messages[0]).toMatch(message);
    const made = await operate('POST', '/operator/v1/accounts', { name: 'Eve', ...change });
    expect(made.status).toBe(422);
  });

  test('is held to https in production', async () => {
    const { brandingErrors } = await import('../../accounts/branding-rules.ts');
    const input = { privacy_notice_url: 'http://localhost/privacy', support_contact: 'http://127.0.0.1/help' };
    expect(brandingErrors(input, { development: true })).toBeNull();
    expect(brandingErrors(input, { development: false })).toEqual({
      privacy_notice_url: ['must begin with https://'],
      support_contact: ['must begin with https://'],
    });
  });
});

describe('the logo of an account', () => {
  test('is redrawn, served under the hash of its bytes, replaced and removed', async () => {
    const sent = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET-WORDS' } })
      .toBuffer();
    // The content type claims what it likes: the bytes decide.
    const { status, body } = await upload(sent, 'image/webp');
    expect([status, body.logo.width, body.logo.height]).toEqual([200, 120, 40]);
    const path = new URL(body.logo.url).pathname;
    expect(path).toMatch(/^\/logos\/[0-9a-f]{64}\.png$/);

    const served = await service.get(path, { token: null });
    expect([served.status, served.headers['content-type']]).toEqual([200, 'image/png']);
    expect(served.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(served.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(served.bytes.includes('SECRET-WORDS')).toBe(false);
    const account = await service.services.accounts.find(service.account.id);
    expect(await readLogo(service.services, account!.logo!)).toEqual(served.bytes);
    expect((await operate('GET', `/operator/v1/accounts/${service.other.id}`)).body.logo).toBeNull();

    const second = await upload(await picture(200, 100, '#ff0000').webp().toBuffer());
    expect(second.body.logo.url).not.toBe(body.logo.url);
    expect((await service.get(path, { token: null })).status).toBe(404);
    expect((await service.get(new URL(second.body.logo.url).pathname, { token: null })).status).toBe(200);

    const gone = await operate('DELETE', `${at}/logo`);
    expect([gone.status, gone.body.logo]).toEqual([200, null]);
    expect((await service.get(new URL(second.body.logo.url).pathname, { token: null })).status).toBe(404);
  });

  test.each([
    ['nothing', async () => Buffer.alloc(0), 'must not be empty'],
    [
      'SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'must be a PNG, JPEG or WebP file',
    ],
    [
      'half a picture',
      async () => (await picture(300, 300).png().toBuffer()).subarray(0, 100),
      'is corrupt or incomplete',
    ],
    ['257 KB', async () => Buffer.alloc(257 * 1024, 1), 'must be at most 256 KB'],
    ['a bomb', () => picture(9000, 9000).png({ palette: true }).toBuffer(), 'must have at most 4 megapixels'],
  ])('is refused: %s', async (_, make, message) => {
    const { status, body } = await upload(await make());
    expect([status, body.error.type]).toEqual([422, 'validation_error']);
    expect(body.error.fields).toEqual({ logo: [message] });
  });

  test('is a body of its own, for operators alone', async () => {
    const png = await picture().png().toBuffer();
    expect((await operate('PUT', `${at}/logo`, { logo: png.toString('base64') })).status).toBe(415);
    expect((await upload(Buffer.alloc(2 * 1024 * 1024, 1))).body.error.type).toBe('payload_too_large');
    expect((await upload(png, 'image/png', `/operator/v1/accounts/${crypto.randomUUID()}/logo`)).status).toBe(404);
    const asClient = { raw: png, headers: { 'content-type': 'image/png' } };
    expect((await service.call('PUT', `${at}/logo`, asClient)).status).toBe(401);
    for (const name of ['x', '0'.repeat(64), '../secret', `${'0'.repeat(64)}.svg`]) {
      expect((await service.get(`/logos/${name}.png`, { token: null })).status).toBe(404);
    }
  });
});

test('every branding setting is explained where operators look', () => {
  const document = readFileSync(new URL('../../../../../docs/reference/settings.md', import.meta.url), 'utf8');
  for (const name of ['display_name', 'privacy_notice_url', 'support_contact', 'applicant_language', 'colour']) {
    expect(document).toMatch(new RegExp(`^\\| \`${name}\` \\| \`null\` \\|`, 'm'));
  }
});
