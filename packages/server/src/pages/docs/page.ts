import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, type HtmlPart, html } from '../../base/html.ts';
import { style as hostedStyle } from '../hosted/style.ts';

/** Style of pages for developers, in addition to the style of hosted pages. */
const style = `${hostedStyle}
.wide { max-width: 46rem; }
.table, pre { overflow-x: auto; margin: 0 0 1rem; }
table { border-collapse: collapse; font-size: 0.925rem; }
th, td { border: 1px solid var(--line); padding: 0.4rem 0.6rem; text-align: start; vertical-align: top; min-width: 6rem; overflow-wrap: normal; }
th { background: var(--soft); }
pre { background: var(--soft); border-radius: 6px; padding: 0.85rem; line-height: 1.45; }
code { font-size: 0.9em; }
.links { list-style: none; padding: 0; }
.links li { border-top: 1px solid var(--line); margin: 0; padding: 0.5rem 0; }
.links a { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600; }
.links .hint { margin: 0; }
.inline a { display: inline-flex; align-items: center; min-height: 44px; margin-inline-end: 1rem; }
h2 { margin-top: 2rem; }
.search { display: flex; gap: 0.5rem; margin-bottom: 1.5rem; }
.search input { min-width: 0; }
.search button { width: auto; min-width: 6rem; }
.all ul { list-style: none; padding: 0; }
.all a { display: inline-flex; align-items: center; min-height: 44px; }
.contents { display: none; }
@media (min-width: 72rem) {
  .beside { display: grid; grid-template-columns: 17rem minmax(0, 46rem); gap: 3rem; justify-content: center; padding-inline: 1rem; }
  .beside .wide { max-width: none; margin: 0; padding: 1.25rem 0 4rem; }
  .contents { display: block; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding-block: 1.5rem; font-size: 0.9rem; }
  .contents h2 { font-size: 0.9rem; margin: 1.25rem 0 0.25rem; }
  .contents ul { list-style: none; padding: 0; margin: 0; }
  .contents a { display: block; padding-block: 0.3rem; text-decoration: none; }
  .contents [aria-current] { font-weight: 600; color: inherit; }
}
`;

const headers = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export interface DevelopersPage {
  readonly title: string;
  /** Leads to the page before it. */
  readonly back?: { readonly href: string; readonly text: string };
  readonly main: HtmlPart;
  /** Shown beside the page where there is room. */
  readonly aside?: HtmlPart;
}

/** A page for developers: no script, nothing from elsewhere. */
export function developersPage({ title, back, main, aside }: DevelopersPage): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${new Html(`<style>${style}</style>`)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${new Html(aside ? '<div class="beside">' : '')}${aside}
<main class="wide" id="main" tabindex="-1">
${back && html`<a class="back" href="${back.href}">${back.text}</a>`}
${main}
</main>${new Html(aside ? '</div>' : '')}
</body>
</html>
`;
  return page.toString();
}

/** Sends a page for developers. */
export function sendDevelopersPage(reply: FastifyReply, page: DevelopersPage): FastifyReply {
  return reply.headers(headers).serializer(String).send(developersPage(page));
}
