import type { Browser, Locator, Page } from 'playwright-core';
import { FormData } from 'undici';
import { describe, expect, test } from 'vitest';
import { liveCase } from '../../../packages/server/src/demo/fill-people.ts';
import { drawPassport } from '../../../packages/server/src/demo/specimen.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('Reports on documents are not tried in a browser: there is no Chromium');

/** The width of the picture as it is shown. */
const widthOf = async (picture: Locator) => (await picture.boundingBox())?.width ?? 0;

/** Waits until as many pictures have come. */
const loaded = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate("[...document.querySelectorAll('.picture img')].filter((one) => one.naturalWidth > 0).length"),
    )
    .toBe(count);

/** Moves two fingers apart on a picture, to twice their distance. */
async function pinch(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const touches = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null) =>
    touches.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === null ? [] : [-1, 1].map((side, id) => ({ x: x + (side * apart) / 2, y, id })),
    });
  await send('touchStart', 80);
  for (const apart of [100, 120, 140, 160]) await send('touchMove', apart);
  await send('touchEnd', null);
  await touches.detach();
}

describe.skipIf(!executablePath)('a report on a document', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  /** A report on pictures of one document, by side. */
  async function reported(person: object, sides: Readonly<Record<string, Buffer | Uint8Array>>): Promise<string> {
    const call = { token: service.liveToken };
    const { body: applicant } = await service.post('/v3.6/applicants', person, call);
    for (const [side, picture] of Object.entries(sides)) {
      const form = new FormData();
      form.append('applicant_id', applicant.id);
      form.append('type', 'passport');
      form.append('side', side);
      form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'passport.png');
      await service.call('POST', '/v3.6/documents', { ...call, form });
    }
    const order = { applicant_id: applicant.id, report_names: ['document'] };
    const { body: check } = await service.post('/v3.6/checks', order, call);
    await service.settle();
    return `/dashboard/accounts/${service.account.id}/live/reports/${check.report_ids[0]}`;
  }

  test('draws what analysers found where they found it, and zooms', async () => {
    const person = { first_name: 'Maja Elin', last_name: 'Lindqvist', dob: '1985-08-12' };
    const path = await reported(person, { front: await drawPassport({}) });
    const { page, complaints, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await member.accept();
    await page.goto(service.baseUrl + path);
    const compared = page.locator('section.compare').filter({ hasText: 'Date of birth' });
    await compared.waitFor();
    // The applicant gave another year than the document has, in its MRZ and in print.
    expect(await compared.locator('mark').allInnerTexts()).toEqual(['8', '5', '9', '0', '9', '0']);

    // Pointing at a value marks its place in the picture.
    await expect.poll(() => page.evaluate("document.querySelector('.picture img').naturalWidth")).toBeGreaterThan(0);
    const picture = await page.locator('.picture img').boundingBox();
    await page.getByRole('row', { name: /^Date of birth/ }).hover();
    // The date stands in print and, below it, in the MRZ.
    const boxes = await Promise.all((await page.locator('.box.pointed').all()).map((box) => box.boundingBox()));
    const [born, ...others] = boxes.toSorted((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
    expect(others.length).toBe(1);
    if (!picture || !born) throw new Error('Nothing is drawn');
    const drawn = [(born.x - picture.x) / picture.width, (born.y - picture.y) / picture.height];
    // The text starts at 520 of 1,500, and stands on the line 630 of 1,056.
    expect(drawn[0]).toBeCloseTo(520 / 1500, 1);
    expect(drawn[1]).toBeCloseTo(600 / 1056, 1);
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    await look('document');

    // The table has a column for each source that was read.
    const row = page.getByRole('row', { name: /^Date of birth/ });
    expect(await page.locator('table.read thead th').allInnerTexts()).toEqual(['Printed', 'MRZ', 'Applicant data']);
    expect(await row.locator('mark').allInnerTexts()).toEqual(['9', '0', '9', '0', '8', '5']);
    expect(
      await page
        .getByRole('row', { name: /^Last name/ })
        .locator('mark')
        .count(),
    ).toBe(0);

    // The page doesn't scroll here, so the wheel is the picture's; what lies at the pointer stays there.
    const shown = page.locator('.picture img');
    const before = await shown.boundingBox();
    if (!before) throw new Error('There is no picture');
    const spot = { x: before.x + before.width / 4, y: before.y + before.height / 4 };
    await page.mouse.move(spot.x, spot.y);
    await page.mouse.wheel(0, -120);
    await expect.poll(() => widthOf(shown)).toBeGreaterThan(before.width * 1.2);
    const zoomed = await shown.boundingBox();
    expect((spot.x - (zoomed?.x ?? 0)) / (zoomed?.width ?? 1)).toBeCloseTo(1 / 4, 2);
    // What is zoomed is dragged, as far as its edge.
    await page.mouse.down();
    await page.mouse.move(spot.x + 20, spot.y, { steps: 4 });
    await page.mouse.up();
    expect((await shown.boundingBox())?.x).toBeCloseTo((zoomed?.x ?? 0) + 20, 0);
    for (let notch = 0; notch < 3; notch++) await page.mouse.wheel(0, 120);
    await expect.poll(async () => (await shown.boundingBox())?.x).toBeCloseTo(before.x, 0);
    // A picture that is turned fits its stage.
    await page.keyboard.press('r');
    const stage = await page.locator('.stage').boundingBox();
    expect((await shown.boundingBox())?.height).toBeLessThanOrEqual((stage?.height ?? 0) + 1);
    for (let quarter = 0; quarter < 3; quarter++) await page.keyboard.press('r');

    await pinch(page, spot);
    await expect.poll(() => widthOf(shown)).toBeCloseTo(before.width * 2, -1);
    await page.reload();
    // On a phone the page scrolls: the wheel scrolls it, and two fingers zoom the picture.
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => widthOf(shown)).toBeGreaterThan(300);
    const narrow = await shown.boundingBox();
    if (!narrow) throw new Error('There is no picture');
    await page.mouse.move(narrow.x + 100, narrow.y + 50);
    await page.mouse.wheel(0, 60);
    await expect.poll(() => page.evaluate('scrollY')).toBe(60);
    expect(await widthOf(shown)).toBe(narrow.width);
    await pinch(page, { x: narrow.x + 150, y: narrow.y - 60 + 80 });
    await expect.poll(() => widthOf(shown)).toBeCloseTo(narrow.width * 2, -1);
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('shows what each source says, and both sides, side by side in a wide window', async () => {
    const { applicant, passport } = liveCase(0);
    const picture = await drawPassport(passport);
    const path = await reported({ ...applicant, dob: '1986-09-25' }, { front: picture, back: picture });
    const { page, complaints, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Otto', 'reviewer'));
    await member.accept();
    const stages = page.locator('.stage');
    await page.setViewportSize({ width: 1920, height: 900 });
    await page.goto(service.baseUrl + path);
    await stages.nth(1).waitFor();
    await loaded(page, 2);
    const [left, right] = await Promise.all([stages.nth(0).boundingBox(), stages.nth(1).boundingBox()]);
    // What print, zone and applicant have of a field, with the letters that differ.
    expect(await page.locator('table.read thead th').allInnerTexts()).toEqual([
      ...['Printed', 'MRZ', 'Applicant data'],
    ]);
    const row = page.getByRole('row', { name: /^Date of birth/ });
    expect(await row.locator('td').allTextContents()).toEqual(['1985-09-25', '1985-09-25', '1986-09-25']);
    expect(await row.locator('mark').allTextContents()).toEqual(['5', '5', '6']);
    expect(
      await page
        .getByRole('row', { name: /^Last name/ })
        .locator('td')
        .allTextContents(),
    ).toEqual([...['DALGAARD', 'DALGAARD', 'Dalgaard']]);

    expect(right?.y).toBe(left?.y);
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await stages.first().waitFor();
    expect(await stages.count()).toBe(1);
    await page.keyboard.press('b');
    await expect.poll(() => stages.count()).toBe(2);
    await loaded(page, 2);
    const [upper, lower] = await Promise.all([stages.nth(0).boundingBox(), stages.nth(1).boundingBox()]);
    expect([lower?.x, lower?.y]).toEqual([upper?.x, expect.closeTo((upper?.y ?? 0) + (upper?.height ?? 0) + 8, 0)]);
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    // The keys change the side that was pointed at.
    await stages.nth(1).hover();
    await page.keyboard.press('+');
    const [first, second] = [0, 1].map((nth) => page.locator('.picture img').nth(nth)) as [Locator, Locator];
    await expect.poll(async () => (await widthOf(second)) / (await widthOf(first))).toBeCloseTo(1.5, 2);
    await look('document-both');
    await page.keyboard.press('b');
    await expect.poll(() => stages.count()).toBe(1);
    expect(complaints).toEqual([]);
    await member.close();
  });
});
