import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { sampleWorkflow } from '../../../packages/server/src/workflows/sample.ts';
import { executablePath } from '../chromium.ts';
import { violations } from '../form/browser.ts';
import { firstInvitation, onStage, openPerson } from './member.ts';

/** Paths that a file of the dashboard names by a pattern. The file itself is only for browsers. */
function pathsIn(file: string, pattern: RegExp): string[] {
  const text = readFileSync(new URL(`../../../packages/dashboard/src/${file}`, import.meta.url), 'utf8');
  return [...text.matchAll(pattern)].map(([, path]) => path as string);
}

/** Paths of the pages outside of any account. */
const alone = pathsIn('routes.tsx', /\balone\(\s*'([^']+)'/g);

/** Paths of the pages of an account. */
const pages = pathsIn('pages.ts', /^ {2}'(\/[^']+)': \{/gm);

const widths = [390, 1280, 1920];

/** Widths at which pages must only fit: the narrowest phone, and the narrowest table. */
const edges = [360, 768];

/** Long names and tags must not change the width of a page. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafewarenwohlgepflege';

/** Chips without room beside their word, which other rules of the style sheet may take. */
const bareChips =
  "[...document.querySelectorAll('.chip')].filter((one) => getComputedStyle(one).paddingLeft === '0px').length";

/** Words of at most eight letters that a cell breaks: `Docume` and `nt`. */
const brokenWords = `[...document.querySelectorAll('.stacked td')].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: word, index } of text.data.matchAll(/(?<![\\w-])[a-z]{2,8}(?![\\w-])/gi)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
})`;

/** Ids of the objects that pages with `$id` show. */
interface Shown {
  readonly applicant: string;
  readonly check: string;
  readonly report: string;
  readonly run: string;
  readonly request: string;
  /** A check whose applicant fills in a form. */
  readonly form: string;
}

/** A page for each path of the table: a new page without a line here fails the test. */
const addressesOf = ({ applicant, check, report, run, request, form }: Shown): Readonly<Record<string, string>> => ({
  '/overview': '/overview',
  '/insights': '/insights',
  '/quality': '/quality',
  '/queue': '/queue',
  '/second-looks': '/second-looks',
  '/reports/$id': `/reports/${report}`,
  '/checks': '/checks',
  '/checks/$id': `/checks/${check}`,
  '/applicants': '/applicants',
  '/applicants/new': '/applicants/new',
  '/applicants/import': '/applicants/import',
  '/start/$id': `/start/${applicant}`,
  '/check-links/$id': `/check-links/${form}`,
  '/run-links/$id': `/run-links/${run}`,
  '/applicants/$id': `/applicants/${applicant}`,
  '/workflows': '/workflows',
  '/workflows/$id': `/workflows/${sampleWorkflow.id}`,
  '/workflow-runs/$id': `/workflow-runs/${run}`,
  '/developers': '/developers',
  '/me': '/me',
  '/mentions': '/mentions',
  '/developers/requests': '/developers/requests',
  '/developers/requests/$id': `/developers/requests/${request}`,
  '/settings': '/settings',
  '/members': '/members',
  '/automation': '/automation',
  '/audit': '/audit',
  '/screening': '/screening',
  '/lists': '/lists',
});

describe.skipIf(!executablePath)('every page of the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('of the route table has a heading, fits its window and passes axe, light and dark, narrow and wide', async () => {
    const call = { token: service.liveToken };
    const person = { first_name: 'Ada', last_name: LONG, dob: '1985-12-10' };
    const applicant = (await service.post('/v3.6/applicants', person, call)).body.id;
    await storyOf(service, 'v3.6').document(applicant, {}, call);
    // The overview plots a refused upload.
    const text = { name: 'a.png', bytes: Buffer.from('Dear Sir or Madam') };
    const refused = await storyOf(service, 'v3.6').upload('documents', { applicant_id: applicant }, text, call);
    expect(refused.status).toBe(422);
    const tags = [LONG.replaceAll('e', '_')];
    const asked = { applicant_id: applicant, report_names: ['document', 'watchlist_standard'], tags };
    const made = (await service.post('/v3.6/checks', asked, call)).body;
    const byForm = { applicant_id: applicant, report_names: ['identity_enhanced'], applicant_provides_data: true };
    const form = (await service.post('/v3.6/checks', { ...byForm, suppress_form_emails: true }, call)).body.id;
    await service.mint(service.account.id, 'live', { name: LONG });
    const begun = { workflow_id: sampleWorkflow.id, applicant_id: applicant };
    const run = (await service.post('/v3.6/workflow_runs', begun, call)).body.id;
    await service.settle();

    const ada = await openPerson(service, browser);
    const { page, complaints } = ada;
    /** Looks at the page that is open, in every width and both schemes. */
    const look = async (path: string) => {
      await page.locator('h1').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      for (const width of [...edges, ...widths]) {
        await page.setViewportSize({ width, height: 800 });
        const [inner, scroll] = await page.evaluate<number[]>('[innerWidth, document.documentElement.scrollWidth]');
        expect(scroll, `${path}, ${width}`).toBeLessThanOrEqual(inner as number);
        expect(await page.evaluate(bareChips), `${path}, ${width}`).toBe(0);
        expect(await page.evaluate(brokenWords), `${path}, ${width}`).toEqual([]);
        if (edges.includes(width)) continue;
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page), `${path}, ${width}, ${colorScheme}`).toEqual([]);
        }
      }
    };
    const open = (path: string) => page.goto(`${service.baseUrl}/dashboard${path}`);

    const seen = new Set<string>();
    await open('/sign-in');
    await look('/sign-in');
    await ada.open(await firstInvitation(service));
    await look('/welcome');
    await ada.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    for (const path of ['/sign-in', '/welcome']) seen.add(path);

    const base = `/accounts/${service.account.id}/live`;
    const entry = { list: 'block', kind: 'document_number', value: LONG, reason: LONG };
    const listed = await page.evaluate<number>(
      `fetch('/dashboard/api${base}/list_entries', { method: 'POST', body: ${JSON.stringify(JSON.stringify(entry))},
        headers: { 'content-type': 'application/json', 'x-bonafide-dashboard': '1' } }).then((answer) => answer.status)`,
    );
    expect(listed).toBe(201);
    const requests = await page.evaluate<{ requests: { id: string }[] }>(
      `fetch('/dashboard/api${base}/requests').then((answer) => answer.json())`,
    );
    const shown = {
      applicant,
      check: made.id,
      report: made.report_ids[1],
      run,
      request: requests.requests[0]!.id,
      form,
    };
    const addresses = addressesOf(shown);
    expect(Object.keys(addresses).sort()).toEqual(pages.sort());
    for (const [path, address] of Object.entries(addresses)) {
      await open(base + address);
      await look(path);
    }
    // The navigation is as narrow while the next report loads as beside one.
    const side = () => page.evaluate<number>("document.querySelector('.shell > header').getBoundingClientRect().width");
    await page.setViewportSize({ width: 1280, height: 800 });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/dashboard.api.*live.reports/, (route) => held.then(() => route.continue()));
    await open(`${base}/reports/${shown.report}`);
    await page.locator('.loading').waitFor();
    const loading = await side();
    release();
    await page.locator('h1').first().waitFor();
    expect([loading, await side()]).toEqual([72, 72]);
    await page.unroute(/dashboard.api.*live.reports/);
    // Those that find account and environment open a page that was seen above.
    for (const [path, id] of [
      ['/', ''],
      ['/checks/$id', made.id],
      ['/results/$id', run],
    ] as const) {
      await open(path.replace('$id', id));
      await page.waitForURL(`**/dashboard${base}/**`);
      seen.add(path);
    }
    expect([...seen].sort()).toEqual(alone.sort());
    expect(complaints).toEqual([]);
    await ada.close();
  }, 600_000);
});
