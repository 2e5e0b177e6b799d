// What axe finds wrong with a page. One look at a page takes a third of a second of a core, and stories come by the same
// screens many times: what has the same markup, styles and window as an earlier page is judged once.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Appearances that axe found nothing wrong with. */
const clean = new Set<string>();

/**
 * Faults that axe finds in a page: a line for each element that breaks a rule of WCAG 2.2 AA or a best practice.
 * @param off rules that don't apply there
 */
export async function violations(page: Page, off: readonly string[] = []): Promise<string[]> {
  const seen = createHash('sha256')
    .update(`${off} ${await page.evaluate<string>(appearance)}`)
    .digest('hex');
  if (clean.has(seen)) return [];
  // Straight into the page: its policy lets no script in by any other way.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    runOnly: { type: 'tag', values: rules },
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
  });
  const results = await page.evaluate<AxeResults>(`axe.run(${options})`);
  const found = results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
  if (found.length === 0) clean.add(seen);
  return found;
}

/**
 * Markup, styles, focus and window of a page and its shadow roots, as text to run there. Addresses of blobs, ids and hidden
 * values differ from page to page, and nobody sees them.
 */
const appearance = `(() => {
  const styles = (root) => [...root.styleSheets, ...root.adoptedStyleSheets].flatMap((sheet) => {
    try { return [...sheet.cssRules].map((rule) => rule.cssText); } catch { return [sheet.href]; }
  });
  const media = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(forced-colors: active)', 'print'];
  const look = (root, markup) => [
    markup, styles(root), root.activeElement?.outerHTML,
    [...root.querySelectorAll('*')].filter((one) => one.shadowRoot).map((one) => look(one.shadowRoot, one.shadowRoot.innerHTML)),
  ];
  return JSON.stringify([
    innerWidth, innerHeight, devicePixelRatio, media.map((one) => matchMedia(one).matches),
    look(document, document.documentElement.outerHTML),
  ]).replaceAll(/blob:[^"\\\\]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '').replaceAll(/<input type=\\\\?"hidden\\\\?"[^>]*>/g, '');
})()`;
