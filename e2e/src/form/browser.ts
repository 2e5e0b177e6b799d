import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations as axeViolations } from '../axe.ts';
import { contextThatAllows } from '../chromium.ts';

/** Branding of the pages' account: a colour that isn't readable on light pages. */
export const branding = {
  privacy_notice_url: 'https://alice.example/privacy',
  support_contact: 'help@alice.example',
  colour: '#ffe600',
};

/** Folder for pictures of every page, for a reviewer of the design. */
const shots = process.env.FORM_SHOTS;

export interface TabOptions extends BrowserContextOptions {
  /** The one origin that anything may be asked of. */
  readonly origin?: string;
  /** Permissions that its pages have without asking; empty: not even the camera. */
  readonly allowed?: string[];
  /** Loads the scripts of a page. In a browser that runs none at all, the pages could not be examined. */
  readonly scripts?: boolean;
}

/** A tab in which every page is examined: by axe, for its width, for the size of controls, and for errors. */
export async function openTab(
  browser: Browser,
  name: string,
  { origin, allowed, scripts = true, ...options }: TabOptions,
) {
  const context = await contextThatAllows(browser, { origin, allowed, ...options });
  if (!scripts) await context.route(/\.js$/, (route) => route.abort());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (origin && !url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)) complaints.push(`asks ${url}`);
  });
  let count = 0;
  let navigations = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) navigations += 1;
  });
  // A listener that starts with the key that opens the dialogue may come too late for it.
  page.on('filechooser', () => {});
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A page of a refused form has a status that the browser reports.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });

  /** Looks at the page that is open, which must have this heading. */
  async function look(heading: string): Promise<void> {
    try {
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    } catch (cause) {
      const seen = await page.locator('body').innerText();
      throw new Error(`No page "${heading}" but, at ${page.url()}: ${seen.slice(0, 500)}`, { cause });
    }
    const begun = navigations;
    try {
      await inspect(heading);
    } catch (error) {
      // A page that was left meanwhile is looked at where it leads: captures continue from page to page by themselves.
      // The error may come before the event that counts the navigation.
      if (navigations === begun && !String(error).includes('Execution context was destroyed')) throw error;
      await look(heading);
    }
  }

  async function inspect(heading: string): Promise<void> {
    count += 1;
    const file = `${name}-${String(count).padStart(2, '0')}-${heading.toLowerCase().replaceAll(/\W+/g, '-')}.png`;
    if (shots) await page.screenshot({ path: join(shots, file), fullPage: true });
    expect(await violations(page), `${name}: ${heading}`).toEqual([]);
    expect(await page.evaluate(beyondFold), `${name}: ${heading} shows its first action`).toBe(null);
    expect(await page.evaluate(tooSmall), `${name}: ${heading}`).toEqual([]);
    const [inner, scroll] = await page.evaluate<number[]>(widths);
    expect(scroll, `${name}: ${heading} is wider than the window`).toBeLessThanOrEqual(inner as number);
    expect(complaints).toEqual([]);
  }

  return {
    context,
    page,
    complaints,
    keyboard: keyboardOf(page),
    look,
    /** Clicks what leads to another page, and waits for that: it may look like the previous one. */
    async follow(role: 'button' | 'link', name: string): Promise<void> {
      await Promise.all([page.waitForEvent('load'), page.getByRole(role, { name }).click()]);
    },
    /** The list of errors, which must have the focus. */
    async errors(): Promise<string[]> {
      expect(await page.evaluate('document.activeElement.className')).toBe('summary');
      return page.locator('.summary li').allInnerTexts();
    },
    button: (label: string) => page.getByRole('button', { name: label }),
    close: () => context.close(),
  };
}

/** Actions stay at the foot of a window; what lies beneath is judged as if it had been scrolled up. */
const flat = (is: boolean) =>
  `for (const one of document.querySelectorAll('.actions')) one.style.position = ${is ? "'static'" : "''"};`;

/** Faults that axe finds in a page of the service. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(flat(true));
  const found = await axeViolations(page);
  await page.evaluate(flat(false));
  return found;
}

/*
 * What runs in the page, as text: the rest of the project knows no browser.
 */

const widths = '[innerWidth, document.documentElement.scrollWidth]';

/**
 * Position of the primary action if it is out of view; null if it is fully visible, or a page has none. On a page that captures,
 * it is the SDK's.
 */
export const beyondFold = `(() => {
  const sdk = document.querySelector('.bonafide-sdk')?.shadowRoot;
  const root = sdk?.querySelector('.sdk') ?? document.querySelector('main');
  const first = root.querySelector('.shutter, .button:not(.second)') ?? (sdk && root.querySelector('.choice'));
  if (!first || !first.checkVisibility() || innerHeight < 390) return null;
  const { left, top, right, bottom } = first.getBoundingClientRect();
  const seen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return seen ? null : first.innerText + ' at ' + [left, top, right, bottom].map(Math.round) + ' of ' + [innerWidth, innerHeight];
})()`;

/** Controls lower than 44 pixels; a box to tick counts with its label, and the links of a text don't count. */
const tooSmall = `[document, document.querySelector('.bonafide-sdk')?.shadowRoot].flatMap((root) => [...root?.querySelectorAll(
  'button, a.button, a.back, .below a, .summary a, select, .choice, input:not([type=radio], [type=checkbox], [hidden])'
) ?? []]).filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width > 0 && height < 44;
}).map((one) => one.outerHTML.slice(0, 200))`;

/** Element with the focus, in the SDK too. */
const deepest = '((one) => { while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement; return one; })';

/** Name of the control that has the focus; for one of several choices, with the name of the group. */
const focused = `(({ activeElement: one }) => {
  const label = (one.ariaLabel ?? (one.labels?.[0] ?? one).innerText).replaceAll(/\\s+/g, ' ');
  return one.type === 'radio' ? one.name + ' ' + label : label;
})({ activeElement: ${deepest}(document.activeElement) })`;

const outline = `getComputedStyle(${deepest}(document.activeElement)).outlineStyle`;

/** An applicant without a mouse. */
function keyboardOf(page: Page) {
  return {
    /** Presses Tab until what begins with these words has the focus, which must be seen. */
    async to(words: string): Promise<void> {
      for (let i = 0; i < 40; i += 1) {
        await page.keyboard.press('Tab');
        if (!(await page.evaluate<string>(focused)).startsWith(words)) continue;
        expect(await page.evaluate(outline), `${words} shows that it has the focus`).toBe('solid');
        return;
      }
      throw new Error(`Tab never gets to ${words}`);
    },
    async type(words: string, text: string): Promise<void> {
      await this.to(words);
      await page.keyboard.type(text);
    },
    async press(words: string, key = 'Enter'): Promise<void> {
      await this.to(words);
      await page.keyboard.press(key);
    },
    /** Presses Enter on what leads to another page, and waits for that: it may look like the previous one. */
    async follow(words: string): Promise<void> {
      await this.to(words);
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    },
    /** Chooses a file by the key that opens the system's own dialogue. */
    async file(words: string, name: string, buffer: Buffer): Promise<void> {
      await this.to(words);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles({ name, mimeType: 'image/png', buffer });
    },
  };
}
