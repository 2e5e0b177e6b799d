import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isolated } from '../../base/bidi.ts';
import { Html, type HtmlPart, html } from '../../base/html.ts';
import { type Branding, logoPath } from '../../context/branding.ts';
import type { Text } from '../../words/types.ts';
import { paletteStyle } from './palette.ts';
import { style } from './style.ts';

/** Header `Permissions-Policy` of pages on which the SDK captures. */
export const CAPTURE_PERMISSIONS = 'camera=(self), microphone=(self), digital-credentials-get=(self)';

/** The capture SDK in a page: its part of the head, and what comes before the content for readers without scripts. */
export interface Mount {
  readonly head: Html;
  readonly body: Html;
}

/** Content of a page besides the parts of every page. */
export interface PageContent {
  readonly text: Text;
  readonly title: string;
  /** Company that asks; null if unknown. */
  readonly brand: Branding | null;
  readonly sandbox: boolean;
  /** Target of `Back`; absent on pages without it. */
  readonly back?: string | undefined;
  /** True if its list of errors is shown, which the title announces first. */
  readonly failed?: boolean;
  /** The capture SDK, which takes the place of `main` where scripts run. */
  readonly mount?: Mount | undefined;
  /** Address of a module of ours that the page runs. */
  readonly module?: string | undefined;
  /** Address that a browser without scripts opens by itself, and the seconds before it. */
  readonly reload?: { readonly seconds: number; readonly href: string } | undefined;
  /** Origin to which the browser is led in the end, besides our own. */
  readonly leadsTo?: string | undefined;
  readonly main: HtmlPart;
}

/** A style, and its hash as a policy names it. */
interface PageStyle {
  readonly markup: Html;
  readonly source: string;
}

const styleOf = (css: string): PageStyle => ({
  markup: new Html(`<style>${css}</style>`),
  source: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
});

const commonStyle = styleOf(style);

/** Colours of accounts: few, and known by their text. */
const paletteStyles = new LRUCache<string, PageStyle>({ max: 200 });

function paletteOf(colour: string): PageStyle {
  const known = paletteStyles.get(colour) ?? styleOf(paletteStyle(colour));
  paletteStyles.set(colour, known);
  return known;
}

/** The styles of a page, the common one first. */
const stylesOf = (brand: Branding | null): readonly PageStyle[] =>
  brand?.colour ? [commonStyle, paletteOf(brand.colour)] : [commonStyle];

interface HeaderFacts {
  readonly brand?: Branding | null;
  readonly leadsTo?: string | undefined;
  readonly captures?: boolean;
  readonly scripts?: boolean;
  /** True if a script of the page asks this service. */
  readonly asks?: boolean;
}

/**
 * Headers of every answer. The address of a page holds the secret that opens it: no other site gets to see it, no cache
 * keeps it, no search engine finds it, no site frames it. Nothing runs, nothing is loaded, unless the page captures or
 * asks for a passkey: then the SDK does, from here, and whatever it sends goes here.
 */
export function pageHeaders({
  brand = null,
  leadsTo,
  captures = false,
  scripts = captures,
  asks = false,
}: HeaderFacts = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${stylesOf(brand)
      .map(({ source }) => source)
      .join(' ')}`,
    ...(scripts ? ["script-src 'self'", "require-trusted-types-for 'script'"] : []),
    ...(captures ? ["img-src 'self' blob: data:", 'media-src blob:'] : ["img-src 'self'"]),
    ...(captures || asks ? ["connect-src 'self'"] : []),
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
    ...(captures ? { 'permissions-policy': CAPTURE_PERMISSIONS } : {}),
  };
}

/** Header with the company: the logo, or the name without one. */
function header({ name, logo }: Branding, text: Text, sandbox: boolean): Html {
  const shown = logo
    ? html`<img class="logo" src="${logoPath(logo)}" alt="${name}" width="${logo.width}" height="${logo.height}">`
    : html`<bdi>${name}</bdi>`;
  return html`<header><div class="wide"><p>${shown}</p></div>
${sandbox && html`<div class="test"><p class="wide">${text.sandbox}</p></div>`}</header>`;
}

/** Footer with help and the privacy notice, at the same place of every page (WCAG 2.2, 3.2.6). */
function footer({ name, support, privacyNoticeUrl }: Branding, text: Text): HtmlPart {
  if (!support && !privacyNoticeUrl) return null;
  return html`<footer><div class="wide">
${support && html`<p>${text.help({ account: isolated(name) })} <a href="${support.href}"><bdi>${support.label}</bdi></a></p>`}
${privacyNoticeUrl && html`<p>${noticeLink(privacyNoticeUrl, text)}</p>`}
</div></footer>`;
}

/** Opens the privacy notice of the account in a new tab, so that nothing typed is lost. */
export function noticeLink(url: string, { notice, newTab }: Pick<Text, 'notice' | 'newTab'>): Html {
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${notice} <span class="hidden">${newTab}</span></a>`;
}

function wholePage({ text, title, brand, sandbox, back, failed, mount, module, reload, main }: PageContent): Html {
  const plain = html`${back && html`<a class="back" href="${back}">${text.back}</a>`}
${main}`;
  return html`<!doctype html>
<html lang="${text.lang}" dir="${text.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${failed && text.errorPrefix}${title}${brand && ` – ${brand.name}`}</title>
${stylesOf(brand).map(({ markup }) => markup)}
${mount?.head}
${reload && html`<noscript><meta http-equiv="refresh" content="${reload.seconds}; url=${reload.href}"></noscript>`}
${module && html`<script type="module" src="${module}"></script>`}
</head>
<body>
<a class="skip" href="#main">${text.skip}</a>
${brand && header(brand, text, sandbox)}
<main class="wide" id="main" tabindex="-1">
${mount ? html`${mount.body}<div id="plain">${plain}</div>` : plain}
</main>
${brand && footer(brand, text)}
</body>
</html>
`;
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, status: number, content: PageContent): FastifyReply {
  const { brand, leadsTo, mount, module, reload } = content;
  const [captures, scripts] = [mount !== undefined, (mount ?? module) !== undefined];
  return reply
    .code(status)
    .headers(pageHeaders({ brand, leadsTo, captures, scripts, asks: reload !== undefined }))
    .header('content-type', 'text/html; charset=utf-8')
    .serializer(String)
    .send(wholePage(content).toString());
}
