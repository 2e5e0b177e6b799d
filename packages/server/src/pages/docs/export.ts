import { contentsAlone, guidePage, llmsText } from './guide-pages.ts';
import { GUIDES_PATH, guides } from './guides.ts';
import { developersPage } from './page.ts';

const INDEX = 'index.html';

/** Lets the links of a page lead to files beside it, so that the files work in any folder and without a server. */
const withRelativeLinks = (page: string) =>
  page
    .replaceAll(`href="${GUIDES_PATH}"`, `href="${INDEX}"`)
    .replaceAll('href="/llms.txt"', 'href="llms.txt"')
    .replace(new RegExp(`href="${GUIDES_PATH}/([a-z-]+)(\\.md)?(#[^"]*)?"`, 'g'), (_, name, md, anchor = '') => {
      return `href="${name}${md ?? '.html'}${anchor}"`;
    });

/** The same for links of Markdown. */
const besides = (markdown: string) => markdown.replaceAll(`](${GUIDES_PATH}/`, '](');

/**
 * The documentation as files for any web server, by their names: each page as HTML and as Markdown, the list of all pages, and
 * `llms.txt`. They have no search, which needs the service.
 * @param newest name of the newest API version
 */
export async function docsFiles(newest: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map([
    [INDEX, withRelativeLinks(developersPage(contentsAlone()))],
    ['llms.txt', besides(llmsText(newest))],
  ]);
  for (const [name, { load }] of Object.entries(guides)) {
    const guide = await load();
    files.set(`${name}.html`, withRelativeLinks(developersPage(guidePage(name, guide))));
    files.set(`${name}.md`, besides(guide.source));
  }
  return files;
}
