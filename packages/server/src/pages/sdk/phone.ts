import type { FastifyInstance } from 'fastify';
import { dark, declared, light } from '../../../../web-sdk/src/ui/tokens.ts';
import { problem } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { BRANDING_PATH } from '../../context/branding.ts';
import type { Text } from '../../words/types.ts';
import { CAPTURE_PERMISSIONS } from '../hosted/page.ts';
import { textFor } from '../hosted/text.ts';
import { installedSdk } from './files.ts';

/** Two characters of the generation and six of the room (contract 14.6). */
const LINK = '/:link(^[0-9A-V]{2}[A-Z0-9]{6}$)';

const SCRIPT_PATH = '/sdk/phone/page.js';
const STYLE_PATH = '/sdk/phone/page.css';

/**
 * Everything goes to this service and nowhere else, pictures too: an attacker with a room of their own could else
 * send along a token that has them uploaded somewhere else.
 */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src blob:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'permissions-policy': CAPTURE_PERMISSIONS,
};

const pageIn = ({ lang, dir, phone }: Text): string =>
  html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex, nofollow">
<title>${phone.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body><header></header><main id="sdk-mount"></main><footer hidden></footer></body>
</html>
`.toString();

/**
 * The SDK is the whole page of a phone, and a sheet on the page of a tablet. Where the window has room for more than the SDK
 * needs, it is below the name of the company. Help is below the SDK.
 */
const of = ({ page, text, quiet, line, action }: typeof light | typeof dark) => ({
  page,
  text,
  quiet,
  line,
  link: action,
});

const style = `:root { color-scheme: light dark; ${declared(of(light))} --top: 0px; }
@media (prefers-color-scheme: dark) { :root { ${declared(of(dark))} } }
body { margin: 0; background: var(--page); color: var(--text); font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
main { height: calc(100dvh - var(--top)); }
[hidden] { display: none; }
header { display: none; align-items: center; box-sizing: border-box; height: 48px; padding-inline: 1rem; border-bottom: 1px solid var(--line); font-weight: 600; }
header bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.logo { display: block; width: auto; height: auto; max-width: 100%; max-height: 32px; border-radius: 4px; }
footer { padding: .75rem 1rem 1.5rem; border-top: 1px solid var(--line); color: var(--quiet); }
footer p { margin: 0; }
footer a { display: inline-flex; align-items: center; min-height: 44px; color: var(--link); }
:focus-visible { outline: 3px solid ${light.focus}; outline-offset: 3px; border-radius: 4px; }
@media (min-height: 660px) { .branded { --top: 48px; } .branded header { display: flex; } }
@media (max-width: 600px), (max-height: 480px) { main { --borderWidthSurfaceModal: 0; --borderRadiusSurfaceModal: 0; } }
`;

const script = (version: string) => `import { init } from '/sdk/${version}/Onfido.js';

let isShown = false;

/** Shows whose page this is, as the service says by the token. Older computers send their token late, after the number. */
async function loadBranding(token) {
  if (isShown) return;
  const response = await fetch('${BRANDING_PATH}', { headers: { authorization: 'Bearer ' + token } });
  if (response.ok) showBranding(await response.json());
}

/** Shows whose page this is. Nothing of it comes from the computer. */
function showBranding({ name, logo, support, notice, style }) {
  if (isShown) return;
  isShown = true;
  const made = (tag, more, ...children) => {
    const element = Object.assign(document.createElement(tag), more);
    element.append(...children);
    return element;
  };
  const [header, footer] = ['header', 'footer'].map((tag) => document.querySelector(tag));
  const named = made('bdi', {}, name);
  header.replaceChildren(
    logo ? made('img', { className: 'logo', src: logo.path, alt: name, width: logo.width, height: logo.height }) : named,
  );
  const lines = [];
  if (support) lines.push(made('p', {}, support.words + ' ', made('a', { href: support.href }, support.label)));
  if (notice) {
    const link = { href: notice.href, target: '_blank', rel: 'noopener noreferrer' };
    lines.push(made('p', {}, made('a', link, notice.words + ' ', made('span', { className: 'hidden' }, notice.newTab))));
  }
  footer.replaceChildren(...lines);
  footer.hidden = lines.length === 0;
  document.title += ' – ' + name;
  if (style) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
  }
  document.body.classList.add('branded');
}

init({
  mobileFlow: true,
  containerId: 'sdk-mount',
  showBranding: false,
  _onPhoneBranding: showBranding,
  _onPhoneToken: (token) => void loadBranding(token).catch(() => {}),
});
`;

/** The page that a phone opens by the link of a desktop, to continue there. */
export function phoneRoutes(app: FastifyInstance): void {
  const serve = (path: string, type: string, content: (version: string, accepts: string | undefined) => string) =>
    app.get(path, ({ headers: { 'accept-language': accepts } }, reply) => {
      const sdk = installedSdk();
      if (!sdk) throw problem('resource_not_found');
      return reply
        .headers(headers)
        .header('content-type', `${type}; charset=utf-8`)
        .send(content(sdk.version, accepts));
    });
  serve(LINK, 'text/html', (_, accepts) => pageIn(textFor({ language: null, accepts })));
  serve(SCRIPT_PATH, 'text/javascript', script);
  serve(STYLE_PATH, 'text/css', () => style);
}
