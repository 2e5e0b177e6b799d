import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPassport } from '../../../packages/server/src/demo/specimen.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { until } from '../live/built.ts';
import { addAuthenticator } from '../virtual-authenticator.ts';
import { openPerson } from './member.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe.skipIf(!executablePath)('a newcomer', () => {
  let data: string;
  let npm: ChildProcess;
  let printed = '';
  let browser: Browser;

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'bonafide-'));
    // Ports are the only thing that differs from what the README says: others may be in use.
    const flags = ['--data', data, '--port', '0', '--http-port', '0'];
    npm = spawn('npm', ['start', '--', ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    npm.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await until(() => printed.includes('curl'));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    if (npm.exitCode === null) {
      npm.kill('SIGTERM');
      await once(npm, 'exit');
    }
    // The service ends after npm, which it watches.
    await until(() => !existsSync(join(data, 'server.json')));
    rmSync(data, { recursive: true, force: true });
  });

  /** Text that the terminal shows beside a name. */
  const shown = (name: string): string => new RegExp(`^ +${name} +(\\S+)`, 'm').exec(printed)?.[1] as string;

  test('comes from the printed address to the first decided report', async () => {
    const [welcome = ''] = /http:\S+\/dashboard\/welcome#[\w-]{43}/.exec(printed) ?? [];
    const { origin } = new URL(welcome);
    const api = async (token: string, path: string, body?: object | FormData) => {
      const json = body && !(body instanceof FormData);
      const answer = await fetch(`${origin}/v3.6${path}`, {
        ...(body && { method: 'POST', body: json ? JSON.stringify(body) : (body as FormData) }),
        headers: { authorization: `Token token=${token}`, ...(json && { 'content-type': 'application/json' }) },
      });
      // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes
      return { status: answer.status, body: (await answer.json()) as any };
    };

    const { page, complaints, heading, ...ada } = await openPerson({ baseUrl: origin }, browser);
    await page.goto(welcome);
    await page.getByText('default').first().waitFor();
    // A passkey works on the address that is printed.
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Your name').fill('Ada');
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await ada.look('first-steps');
    await page.getByText('npm run demo -- --fill').waitFor();
    await page.getByRole('link', { name: 'See the test names' }).click();
    await page.getByRole('table', { name: 'Test names' }).waitFor();
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.getByRole('link', { name: 'Review queue' }).click();
    await page.getByText('This account has no checks in this environment yet.').waitFor();

    // The client of the newcomer, with the token that was printed.
    const live = shown('Live token');
    const person = { first_name: 'Maja Elin', last_name: 'Lindqvist', dob: '1990-08-12' };
    const applicant_id = (await api(live, '/applicants', person)).body.id;
    const form = new FormData();
    form.set('applicant_id', applicant_id);
    form.set('type', 'passport');
    const picture = new Uint8Array(await drawPassport({ invented: true }));
    form.set('file', new Blob([picture], { type: 'image/png' }), 'passport.png');
    expect((await api(live, '/documents', form)).status).toBe(201);
    const check = (await api(live, '/checks', { applicant_id, report_names: ['document'] })).body;
    const [report] = check.report_ids;

    // Nothing confirms the passport, so a reviewer decides: the report comes to the open page by itself.
    await page.getByRole('cell', { name: 'Maja Elin Lindqvist', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(/Maja Elin Lindqvist/);
    expect(new URL(page.url()).pathname).toContain(`/live/reports/${report}`);
    await page.getByRole('button', { name: /^1 Clear/ }).click();
    // A choice can be undone until Enter stores it. Before it shows, Enter would go to the button that was clicked.
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No reports to review').waitFor();
    await ada.store();
    expect((await api(live, `/reports/${report}`)).body).toMatchObject({ status: 'complete', result: 'clear' });
    expect((await api(live, `/checks/${check.id}`)).body).toMatchObject({ status: 'complete', result: 'clear' });

    // The other environment and another account know nothing of it, and the address has been used.
    expect((await api(shown('Sandbox token'), `/reports/${report}`)).status).toBe(404);
    const bonafide = (...args: string[]) =>
      execFileSync(
        process.execPath,
        [join(root, 'packages/server/dist/cli/main.js'), ...args, '--data', data, '--json'],
        {
          encoding: 'utf8',
        },
      );
    const other = JSON.parse(bonafide('account', 'create', 'Mallory'));
    const made = JSON.parse(
      bonafide('token', 'create', '--account', 'Mallory', '--environment', 'live', '--name', 'mine'),
    );
    expect((await api(made.token, `/reports/${report}`)).status).toBe(404);
    await page.goto(`${origin}/dashboard/accounts/${other.id}/live/reports/${report}`);
    await page.getByText(`Could not find the following resource: Account with id=${other.id}`).waitFor();
    const stranger = await openPerson({ baseUrl: origin }, browser);
    await stranger.page.goto(welcome);
    await stranger.page.getByText(/This address was used or has expired/).waitFor();
    expect([complaints, stranger.complaints]).toEqual([[], []]);
    await Promise.all([ada.close(), stranger.close()]);
  });
});
