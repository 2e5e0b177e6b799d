import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { FormData } from 'undici';
import { describe, expect, test } from 'vitest';
import { card, facialStory } from '../../../packages/server/src/api/v3/testing/facial.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';
import { passportApplicant } from './passport-applicant.ts';

if (!executablePath) console.warn('The dashboard is not tried in a browser: there is no Chromium');

const LIST = join(process.cwd(), 'packages/server/demo/invented-people.csv');
const REPORTS = 20;
const FACES = ['018', '024', '036'];
const DOCUMENTS = 6;

/** The button of the queue, whose text ends with its key. */
const TAKE = 'Review the next report';

/** The part of a page that a reviewer doesn't see without scrolling, in pixels: of the page, and of the findings. */
const HIDDEN = `({
  page: document.documentElement.scrollHeight - innerHeight,
  facts: document.querySelector('.facts').scrollHeight - document.querySelector('.facts').clientHeight,
  decide: Math.max(0, document.querySelector('.decide').getBoundingClientRect().bottom - innerHeight),
})`;

interface Hidden {
  readonly page: number;
  readonly facts: number;
  readonly decide: number;
}

describe.skipIf(!executablePath)('a reviewer with a keyboard alone', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  const call = () => ({ token: service.liveToken });

  async function loadList(): Promise<void> {
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const form = new FormData();
    form.append('list', 'demo');
    form.append('published', '2026-01-15');
    form.append('file', new Blob([readFileSync(LIST)]), 'people.csv');
    const { body } = await service.call('POST', '/operator/v1/watchlists/imports', { ...operator, form });
    const ended = await service.get(`/operator/v1/watchlists/imports/${body.id}?wait=30`, operator);
    expect(ended.body.state).toBe('succeeded');
  }

  async function applicant(person: object): Promise<string> {
    return (await service.post('/v3.6/applicants', person, call())).body.id;
  }

  async function waiting(applicant_id: string, name: string): Promise<string> {
    const order = { applicant_id, report_names: [name] };
    const { body } = await service.post('/v3.6/checks', order, call());
    await service.settle();
    const report = (await service.get(`/v3.6/reports/${body.report_ids[0]}`, call())).body;
    expect([report.name, report.status]).toEqual([name, 'awaiting_approval']);
    service.clock.advance(1000);
    return report.id;
  }

  /** Every eighth of the demo's live cases. */
  async function documentReport(index: number): Promise<string> {
    const { id } = await passportApplicant(service, 8 * index);
    return waiting(id, 'document');
  }

  /** The portrait of the document in place of the applicant's face. */
  async function faceReport(person: string): Promise<string> {
    const document = await card(person);
    const portrait = { left: 40, top: 120, width: 300, height: 300 };
    const photo = await sharp(document).extract(portrait).resize(900).jpeg({ quality: 97 }).toBuffer();
    const { report } = await facialStory(service).photoReport({ document, photo });
    expect(report.status).toBe('awaiting_approval');
    service.clock.advance(1000);
    return report.id;
  }

  /** A namesake of a listed person, born in another year. */
  async function watchlistReport(index: number): Promise<string> {
    const dob = `${1980 + index}-05-17`;
    const id = await applicant({ first_name: 'Bor', last_name: 'Zaletelj', dob });
    return waiting(id, 'watchlist_sanctions_only');
  }

  test('empties a queue of twenty with four keystrokes a decision at most', async () => {
    await loadList();
    const reports: string[] = [];
    for (const person of FACES) reports.push(await faceReport(person));
    for (let index = 0; index < DOCUMENTS; index++) reports.push(await documentReport(index));
    for (let index = 0; reports.length < REPORTS; index++) reports.push(await watchlistReport(index));

    const { page, complaints, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await member.accept();
    let strokes = 0;
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) {
        strokes += 1;
        await page.keyboard.press(key);
      }
    };
    // The button has the focus after a few tabs, as every control does.
    const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''");
    for (let tabs = 0; tabs < 30 && !(await focused()).startsWith(TAKE); tabs++) await press('Tab');
    expect(await focused()).toContain(TAKE);
    await press('Enter');

    const counts: number[] = [];
    const results: Record<string, string> = {};
    for (const [index, id] of reports.entries()) {
      // Those that have waited longest come first.
      await page.waitForURL(`**/live/reports/${id}`);
      const choices = page.locator('.decide button.clear, .decide button.consider');
      await choices.first().waitFor();
      await page.waitForLoadState('networkidle');
      const hidden = await page.evaluate<Hidden>(HIDDEN);
      expect({ id, page: hidden.page <= 0, decide: hidden.decide }).toEqual({ id, page: true, decide: 0 });
      // A hit beside the applicant is an ordinary doubt: all of it is seen at once.
      if (index === REPORTS - 1) expect(hidden.facts).toBe(0);
      strokes = 0;
      const choice = index % 3 === 0 ? 'consider' : 'clear';
      // One in four is thought over, and one has a note of its own.
      if (index % 4 === 3) await press('1', 'z');
      if (index === 5) await press('n', ...'Seen by hand', 'Escape');
      // The birth dates differ: that it is the listed person all the same needs a reason of the reviewer's own.
      const own = choice === 'consider' && index >= FACES.length + DOCUMENTS;
      if (own) await press('n', ...'Same', 'Escape');
      await press(choice === 'clear' ? '1' : '2');
      await page.getByText('Decided:').waitFor();
      await press('Enter');
      counts.push(strokes);
      results[id] = choice;
    }
    await page.getByText('No reports to review').waitFor();
    await member.store();

    const median = counts.toSorted((a, b) => a - b)[REPORTS / 2] as number;
    expect(median).toBeLessThanOrEqual(4);
    const decided = await Promise.all(
      reports.map(async (id) => (await service.get(`/v3.6/reports/${id}`, call())).body),
    );
    expect(Object.fromEntries(decided.map(({ id, result }) => [id, result]))).toEqual(results);
    expect(new Set(decided.map(({ name }) => name))).toEqual(
      new Set(['document', 'watchlist_sanctions_only', 'facial_similarity_photo']),
    );
    const notes = `/operator/v1/accounts/${service.account.id}/reports/${reports[5]}`;
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    expect((await service.get(notes, operator)).body.decisions[0].note).toBe('Seen by hand');
    // Of a namesake who was cleared, the decision says on which point they differ.
    const cleared = decided.find(({ name, result }) => name.startsWith('watchlist') && result === 'clear');
    const path = `/operator/v1/accounts/${service.account.id}/reports/${cleared?.id}`;
    expect((await service.get(path, operator)).body.decisions[0].hits[0]).toMatchObject({
      decision: 'false_match',
      reason: 'different_birth_date',
    });
    // Another account has none of them.
    expect((await service.get(`/v3.6/reports/${reports[0]}`, { token: service.other.liveToken })).status).toBe(404);
    expect((await service.get(`/v3.6/reports/${reports[0]}`, { token: service.sandboxToken })).status).toBe(404);
    expect(complaints).toEqual([]);
    await member.close();
  });
});
