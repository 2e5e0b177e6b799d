import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuthenticator } from '../../api/dashboard/testing/authenticator.ts';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { browserOf } from '../form/testing/form.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());

async function opened(workflow: string, customer_user_id: string) {
  const run = await service.run(workflow, { customer_user_id });
  const browser = browserOf(service, run.link.url);
  await browser.post('');
  const { origin } = new URL(run.link.url);
  return { run, browser, origin };
}

/** Options that the page gives its script. */
function optionsIn(body: string) {
  const [, text = 'null'] = /data-options="([^"]*)"/.exec(body) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

test('the page of a passkey makes one, uses it, and continues without', async () => {
  const device = openAuthenticator();
  const { run, browser, origin } = await opened(workflowIds.passkeyMadeByDevice, 'ida');
  const path = 'passkey-enrollment';
  const page = await browser.get(path);
  expect([page.status, page.headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining(
      "script-src 'self'; require-trusted-types-for 'script'; img-src 'self'; form-action 'self'",
    ),
  ]);
  // The button is there before its script, so that a slow line doesn't make the other one the only choice.
  expect(page.body).toContain('<button class="button" type="button" id="go" disabled>Create a passkey</button>');
  expect(page.body).toContain('<p id="not-here" hidden>');
  for (const words of ['Create a passkey', 'Continue without a passkey', 'This browser can’t use passkeys here'])
    expect(page.body).toContain(words);
  const { challenge, rp } = optionsIn(page.body);
  expect(rp.id).toBe(new URL(origin).hostname);
  for (const response of ['', '{', 'null', '[]', '{"id":"x"}']) {
    const refused = await browser.post(path, { response });
    expect([response, refused.status]).toEqual([response, 422]);
    expect(refused.body).toContain('That didn’t work. Try again, or continue without a passkey.');
  }
  const made = await browser.post(path, { response: JSON.stringify(device.register({ challenge, origin })) });
  expect(made.status).toBe(303);
  expect((await service.again(run)).output.passkey).toMatchObject({ enrolled: true, username: 'ida' });
  // Another tab was slower.
  expect((await browser.post(path, { do: 'skip' })).status).toBe(303);

  const back = await opened(workflowIds.passkeyUsedByDevice, 'ida');
  const asked = optionsIn((await back.browser.get('passkey-authentication')).body);
  const response = JSON.stringify(device.assert({ challenge: asked.challenge, origin }));
  expect((await back.browser.post('passkey-authentication', { response })).status).toBe(303);
  expect((await service.again(back.run)).output.passkey).toMatchObject({ authenticated: true, username: 'ida' });

  const stranger = await opened(workflowIds.passkeyUsedByDevice, 'stranger');
  const nothing = await stranger.browser.get('passkey-authentication');
  expect(nothing.body).toContain('You have no passkey for this page. Continue without one.');
  expect([optionsIn(nothing.body), nothing.body.includes('<script')]).toEqual([null, false]);
  expect((await stranger.browser.post('passkey-authentication', { response })).status).toBe(422);
  expect((await stranger.browser.post('passkey-authentication', { do: 'skip' })).status).toBe(303);
  const { status, output } = await service.again(stranger.run);
  expect([status, output.passkey.reason]).toEqual(['declined', 'no_passkey']);
});
