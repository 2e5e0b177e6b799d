import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import { Html, type HtmlPart, html } from '../../base/html.ts';
import { GUIDES_PATH, type GuideContent, guideSections, guides } from './guides.ts';
import { type DevelopersPage, sendDevelopersPage } from './page.ts';
import { LONGEST_QUERY, type SearchResult, searchGuides } from './search.ts';

const title = 'Documentation';
const back = { href: GUIDES_PATH, text: title };

/** Lets a reader search without a script: the answer is a page. */
const searchForm = (query: string) => html`<form class="search" role="search" action="${GUIDES_PATH}">
<label class="hidden" for="q">Search the documentation</label>
<input id="q" name="q" type="search" value="${query}" maxlength="${LONGEST_QUERY}" autocomplete="off">
<button class="button second">Search</button>
</form>`;

/** Links to all pages by section; `current` is the name of the page on which they are. */
const contents = (current?: string) =>
  Object.entries(guideSections).map(
    ([section, pages]) => html`<h2>${section}</h2>
<ul>${Object.entries(pages).map(
      ([name, { about }]) =>
        html`<li><a href="${GUIDES_PATH}/${name}"${name === current && new Html(' aria-current="page"')}>${about}</a></li>
`,
    )}</ul>
`,
  );

const aside = (current?: string) => html`<nav class="contents" aria-label="${title}">${contents(current)}</nav>`;

const resultOf = ({ path, title: page, heading, excerpt }: SearchResult) => html`<li><a href="${path}">${heading}</a>
<p class="hint">${page !== heading && html`${page}: `}${excerpt}</p></li>
`;

async function resultsPage(query: string) {
  const results = await searchGuides(query);
  const found = results.length === 0 ? 'Nothing matches' : `Results for`;
  return html`<h1>Search</h1>
${searchForm(query)}
<p role="status">${found} “${query}”.${results.length === 0 && ' Try fewer or other words, or look through the pages.'}</p>
<ul class="links">${results.map(resultOf)}</ul>
${results.length === 0 && html`<p><a href="${GUIDES_PATH}">All pages</a></p>`}`;
}

/** The list of all pages. @param search a form above the list */
const contentsPage = (search?: HtmlPart) => html`<h1>${title}</h1>
${search}
<div class="all">${contents()}</div>
<p class="quiet">For programs: every page is Markdown when <code>.md</code> is added to its address, and
<a href="/llms.txt">llms.txt</a> lists them.</p>`;

/** The list of all pages, as a page without a search. */
export const contentsAlone = (): DevelopersPage => ({ title: `${title} – Bonafide`, main: contentsPage() });

/** A page of the documentation. @param name last part of its path */
export function guidePage(name: string, guide: GuideContent): DevelopersPage {
  const main = html`${new Html(guide.markup)}
<p class="quiet"><a href="${GUIDES_PATH}/${name}.md">This page as Markdown</a></p>`;
  return { title: `${guide.title} – Bonafide`, back, main, aside: aside(name) };
}

/** The list of all pages for programs, see https://llmstxt.org. @param newest name of the newest API version */
export function llmsText(newest: string): string {
  const sections = Object.entries(guideSections).map(([section, pages]) => {
    const links = Object.entries(pages).map(([name, { about }]) => `- [${name}](${GUIDES_PATH}/${name}.md): ${about}`);
    return `## ${section}\n\n${links.join('\n')}\n`;
  });
  const about =
    '> An identity verification service. Clients create applicants, upload media and request checks; results come by webhook.';
  return `# Bonafide\n\n${about}\n\nThe OpenAPI document of the newest API version is at /openapi/${newest}.json.\n\n${sections.join('\n')}`;
}

/**
 * Serves the documentation: its list with the search, the pages, and the pages as Markdown. Each page is loaded with its first request.
 * @param newest name of the newest API version
 */
export function guideRoutes(app: FastifyInstance, newest: string): void {
  const hidden = { schema: { hide: true } as object };
  app.get<{ Querystring: { q?: string | string[] } }>(GUIDES_PATH, hidden, async ({ query }, reply) => {
    const words = String(query.q ?? '')
      .trim()
      .slice(0, LONGEST_QUERY);
    const main = words ? await resultsPage(words) : contentsPage(searchForm(''));
    const page = words
      ? { title: `${words} – ${title}`, back }
      : { title: `${title} – Bonafide`, back: { href: '/', text: 'Bonafide' } };
    return sendDevelopersPage(reply, { ...page, main });
  });

  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/:name`, hidden, async ({ params }, reply) => {
    const name = params.name.replace(/\.md$/, '');
    if (!Object.hasOwn(guides, name)) throw problem('resource_not_found');
    const guide = await (guides[name] as (typeof guides)[string]).load();
    if (name !== params.name) {
      return reply.header('x-content-type-options', 'nosniff').type('text/markdown; charset=utf-8').send(guide.source);
    }
    return sendDevelopersPage(reply, guidePage(name, guide));
  });

  app.get('/llms.txt', hidden, async (_, reply) => reply.type('text/plain; charset=utf-8').send(llmsText(newest)));
}
