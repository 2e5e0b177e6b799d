import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
  const account = {
    display_name: 'Alice & Söhne',
    privacy_notice_url: 'https://alice.example/privacy',
    colour: '#ffe600',
    support_contact: 'tel:+44 20 7946 0123',
  };
  service = await startService({ account });
});
afterAll(() => service.close());

async function ask(token: string) {
  const call = { token };
  const applicant = (await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' }, call)).body.id;
  const sdk = (await service.post('/v3.6/sdk_token', { applicant_id: applicant, referrer: '*://*/*' }, call)).body
    .token;
  return service.get('/v4/sdk/branding', {
    token: null,
    headers: { authorization: `Bearer ${sdk}`, origin: service.baseUrl },
  });
}

describe('the branding for the page of a phone', () => {
  it('belongs to the account of the token, in both environments', async () => {
    for (const token of [service.sandboxToken, service.liveToken]) {
      const { status, body } = await ask(token);
      expect([status, body]).toEqual([
        200,
        {
          name: 'Alice & Söhne',
          logo: null,
          support: {
            words: 'Questions? Contact Alice & Söhne:',
            href: 'tel:+44 20 7946 0123',
            label: '+44 20 7946 0123',
          },
          notice: {
            words: 'Privacy notice',
            newTab: '(opens in a new tab)',
            href: 'https://alice.example/privacy',
          },
          style: expect.stringContaining('--action: #ffe600; --on-action: #000000;'),
        },
      ]);
    }
  });

  it('is asked for by the page of a phone also with a token for pages of a customer', async () => {
    const { id } = (await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' })).body;
    const pages = { applicant_id: id, referrer: 'https://bank.example/*' };
    const { token } = (await service.post('/v3.6/sdk_token', pages)).body;
    // A browser sends no Origin when a page reads from its own origin.
    const from = (referer: string) =>
      service.get('/v4/sdk/branding', { token: null, headers: { authorization: `Bearer ${token}`, referer } });
    expect((await from(`${service.baseUrl}/13ABCDEF`)).body.name).toBe('Alice & Söhne');
    expect((await from('https://bank.example/verify')).status).toBe(200);
    const { status, body } = await from('https://mallory.example/13ABCDEF');
    expect([status, body.error.type]).toEqual([401, 'bad_referrer']);
  });

  it('never belongs to another account', async () => {
    const { body } = await ask(service.other.sandboxToken);
    expect(body).toEqual({ name: 'Mallory Ltd', logo: null, support: null, notice: null, style: null });
  });

  it('is for SDK tokens alone', async () => {
    expect((await service.get('/v4/sdk/branding')).status).toBe(401);
    expect((await service.get('/v4/sdk/branding', { token: null })).status).toBe(401);
  });

  it('is on a page that takes styles and scripts from the service alone', async () => {
    const page = await service.get('/13ABCDEF', { token: null });
    expect(page.body).toContain('<header></header><main id="sdk-mount"></main><footer hidden></footer>');
    expect(page.headers['content-security-policy']).toContain("style-src 'self'; img-src 'self'");
  });
});
