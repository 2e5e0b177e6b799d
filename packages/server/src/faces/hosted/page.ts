import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, type HtmlPart, html } from '../../base/html.ts';
import type { Mount } from './mount.ts';
import { style } from './style.ts';
import type { Text } from './text.ts';

/** What is on a page besides what every page has. */
export interface PageContent {
  readonly text: Text;
  readonly title: string;
  /** Who asks; null where that isn't known. */
  readonly account: string | null;
  readonly sandbox: boolean;
  /** Where `Back` leads; absent on pages from which nothing goes back. */
  readonly back?: string | undefined;
  /** Whether its list of errors is shown, which the title tells first. */
  readonly failed?: boolean;
  /** The capture SDK, which takes the place of `main` where scripts run. */
  readonly mount?: Mount | undefined;
  readonly main: HtmlPart;
}

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Headers of every answer. The address of a page holds the secret that opens it: no other site gets to see it, no cache
 * keeps it, no search engine finds it, nobody frames it. Nothing runs, nothing is loaded, unless the page captures: then the
 * SDK does, from here, and whatever it sends goes here.
 *
 * @param leadsTo origin to which the browser is led in the end, besides our own
 */
export function pageHeaders(leadsTo?: string, { captures = false } = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(captures
      ? [
          "script-src 'self'",
          "require-trusted-types-for 'script'",
          "img-src 'self' blob: data:",
          'media-src blob:',
          "connect-src 'self'",
        ]
      : ["img-src 'self'"]),
    `form-action ${["'self'", leadsTo].filter(Boolean).join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(captures ? { 'permissions-policy': 'camera=(self), microphone=(self)' } : {}),
  };
}

const styleMarkup = new Html(`<style>${style}</style>`);

function wholePage({ text, title, account, sandbox, back, failed, mount, main }: PageContent): Html {
  const plain = html`${back && html`<a class="back" href="${back}">${text.back}</a>`}
${main}`;
  return html`<!doctype html>
<html lang="${text.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${failed && text.errorPrefix}${title}${account && ` – ${account}`}</title>
${styleMarkup}
${mount?.head}
</head>
<body>
<a class="skip" href="#main">${text.skip}</a>
${
  account &&
  html`<header><div class="wide"><p>${account}</p></div>
${sandbox && html`<div class="test"><p class="wide">${text.sandbox}</p></div>`}</header>`
}
<main class="wide" id="main" tabindex="-1">
${mount ? html`${mount.body}<div id="plain">${plain}</div>` : plain}
</main>
</body>
</html>
`;
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, status: number, content: PageContent): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .serializer(String)
    .send(wholePage(content).toString());
}
