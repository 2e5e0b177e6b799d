import { analyseSelfie, cosineOfScore, FACE_THRESHOLDS, type FaceDistribution } from '@bonafide/verification';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { card, clip, face, facialStory, hasFfmpeg } from '../../../packages/server/src/api/v3/testing/facial.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('The dashboard is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('the page of a report that compares faces', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  /** A reviewer at the page of a report. */
  async function reviewer(name: string, report: string) {
    const person = await openPerson(service, browser);
    await person.open(await invite(service, name, 'reviewer'));
    await person.accept();
    const path = `/accounts/${service.account.id}/live/reports/${report}`;
    await person.page.goto(`${service.baseUrl}/dashboard${path}`);
    const ask = <T>(of: string) =>
      person.page.evaluate<T>(`fetch('/dashboard/api${of}').then((answer) => answer.json())`);
    return { ...person, path, ask };
  }

  test('shows both at one eye height and distance, and where the score stands among measured ones', async () => {
    const story = facialStory(service);
    // A telephone that was held aslant, and a face that is small in its picture.
    const held = await sharp(face('018')).rotate(14, { background: '#808080' }).jpeg({ quality: 90 }).toBuffer();
    const { document_id, photo_id, report } = await story.photoReport({ document: await card('036'), photo: held });
    const { page, complaints, look, path, ask, ...member } = await reviewer('Rita', report.id);

    const { faces } = await ask<{ faces: Faces }>(path);
    expect([faces.portrait.media_id, faces.captured.map(({ media_id }) => media_id)]).toEqual([
      document_id,
      [photo_id],
    ]);
    expect(faces.compared).toBe(0);
    expect(faces.signals.map(({ name }) => name)).toEqual([
      'moire',
      'frame',
      'skin_warmth',
      'glare_on_face',
      'sharper_surroundings',
      'face_share',
      'device_frame',
    ]);
    const { match, mismatch, cosine, distribution } = faces.likeness;
    expect([match, mismatch]).toEqual([cosineOfScore(FACE_THRESHOLDS.match), cosineOfScore(0.5)]);

    // The eyes on the screen, found by the analyser in pictures of the screen.
    const [document, selfie] = await Promise.all(
      ['Portrait on the document', 'Captured face'].map((name) => eyesOn(page, page.getByRole('img', { name }))),
    );
    if (!document || !selfie) throw new Error('A face was not found');
    expect(Math.abs(selfie.y - document.y)).toBeLessThan(0.015 * document.frame);
    expect(Math.abs(selfie.apart - document.apart)).toBeLessThan(0.02 * document.frame);
    expect(document.apart).toBeGreaterThan(0.27 * document.frame);
    expect([document.slope, selfie.slope].every((slope) => Math.abs(slope) < 0.06)).toBe(true);

    // As the table counts: bins from that of these faces on are as alike or more.
    const bin = Math.floor((cosine - distribution.from) / distribution.step);
    const alike = distribution.different.slice(bin).reduce((a, b) => a + b, 0);
    const share = Math.round((100 * alike) / distribution.different.reduce((a, b) => a + b, 0));
    expect(share).toBeGreaterThan(1);
    await page
      .getByText(`${share} % of image pairs of different people are at least as similar as these faces.`)
      .waitFor();
    await page.getByText('0 % of image pairs of the same person are less similar.').waitFor();
    await page.getByRole('heading', { name: `Face similarity: ${report.properties.score}` }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Screen pattern' }).innerText()).toMatch(
      /Screen pattern\s+The strongest pattern is [\d.]+ times the usual strength \(live images: at most 63 times\)\s+Normal/,
    );
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    await look('faces');

    const elsewhere = `/accounts/${service.other.id}/live/reports/${report.id}`;
    expect(await ask(elsewhere)).toMatchObject({ error: { type: 'resource_not_found' } });
    expect(await ask(path.replace('/live/', '/sandbox/'))).toMatchObject({ error: { type: 'resource_not_found' } });
    expect(complaints).toEqual([]);
    await member.close();
  });

  test.skipIf(!hasFfmpeg)('shows the pictures of a film in which a face was seen', async () => {
    const story = facialStory(service);
    const call = { token: service.liveToken };
    const { applicant_id } = await story.withDocument({ document: await card('018') }, call);
    const bytes = await clip('018', [0, 0, 8, 16, 24, 30, 24, 16, 8, 0]);
    const motion = await story.motionCapture(applicant_id, bytes, call);
    const report = await story.report('facial_similarity_motion', applicant_id);
    const { page, complaints, path, ask, ...member } = await reviewer('Rosa', report.id);

    const { faces } = await ask<{ faces: Faces }>(path);
    expect(new Set(faces.captured.map(({ media_id }) => media_id))).toEqual(new Set([motion]));
    expect(faces.captured.map(({ at }) => at)).toEqual([...faces.captured.map(({ at }) => at)].sort((a, b) => a - b));
    const compared = faces.compared as number;
    const of = faces.captured.length;
    await page.getByText(`Image ${compared + 1} of ${of}, compared`).waitFor();
    const shown = page.getByRole('img', { name: 'Captured face' }).locator('image');
    const first = await shown.getAttribute('href');
    expect(first).toMatch(new RegExp(`/media/${motion}\\?at=${faces.captured[compared]?.at}$`));
    await page.getByRole('button', { name: compared === 0 ? 'Later' : 'Earlier' }).click();
    const next = compared === 0 ? 1 : compared - 1;
    await page.getByText(`Image ${next + 1} of ${of}`).waitFor();
    expect(await shown.getAttribute('href')).toContain(`?at=${faces.captured[next]?.at}`);
    const eyes = await eyesOn(page, page.getByRole('img', { name: 'Captured face' }));
    expect(eyes?.apart).toBeGreaterThan(0.2 * (eyes?.frame ?? 0));
    expect(complaints).toEqual([]);
    await member.close();
  });
});

interface Faces {
  readonly portrait: { readonly media_id: string };
  readonly captured: readonly { readonly media_id: string; readonly at: number }[];
  readonly compared: number | null;
  readonly signals: readonly { readonly name: string }[];
  readonly likeness: { cosine: number; match: number; mismatch: number; distribution: FaceDistribution };
}

/** Positions of a face's eyes on the screen, in pixels: height, distance, slope, and the width of the frame. */
async function eyesOn(page: Page, frame: Locator) {
  await frame.waitFor();
  await page.waitForLoadState('networkidle');
  const box = await frame.boundingBox();
  const eyes = (await analyseSelfie(await frame.screenshot())).person?.eyes;
  if (!eyes || !box) return null;
  const [left, right] = [eyes.left, eyes.right].map(({ x, y }) => ({ x: x * box.width, y: box.y + y * box.height }));
  if (!left || !right) return null;
  return {
    y: (left.y + right.y) / 2,
    apart: right.x - left.x,
    slope: (right.y - left.y) / (right.x - left.x),
    frame: box.width,
  };
}
