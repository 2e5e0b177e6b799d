import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { installedSdk } from './files.ts';

/** Two characters of the generation and six of the room (section 5.3 of the browser SDK's contract). */
const LINK = '/:link(^[0-9A-V]{2}[A-Z0-9]{6}$)';

const SCRIPT_PATH = '/sdk/phone/page.js';
const STYLE_PATH = '/sdk/phone/page.css';

/**
 * Everything goes to this service and nowhere else, pictures too: whoever sends a link of a room of their own could else
 * send along a token that has them uploaded somewhere else.
 */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src blob:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'permissions-policy': 'camera=(self), microphone=(self)',
};

const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex, nofollow">
<title>Identity check</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body><main id="sdk-mount"></main></body>
</html>
`.toString();

/** The SDK is the whole page of a phone, and a sheet on that of a tablet. */
const style = `:root { color-scheme: light dark; } body { margin: 0; } main { height: 100dvh; }
@media (max-width: 600px), (max-height: 480px) { main { --borderWidthSurfaceModal: 0; --borderRadiusSurfaceModal: 0; } }
`;

const script = (version: string) =>
  `import { init } from '/sdk/${version}/Onfido.js';\ninit({ mobileFlow: true, containerId: 'sdk-mount' });\n`;

/** The page that a phone opens by the link of a desktop, to go on there. */
export function phoneRoutes(app: FastifyInstance): void {
  const serve = (path: string, type: string, content: (version: string) => string) =>
    app.get(path, (_, reply) => {
      const sdk = installedSdk();
      if (!sdk) throw problem('resource_not_found');
      return reply.headers(headers).header('content-type', `${type}; charset=utf-8`).send(content(sdk.version));
    });
  serve(LINK, 'text/html', () => page);
  serve(SCRIPT_PATH, 'text/javascript', script);
  serve(STYLE_PATH, 'text/css', () => style);
}
