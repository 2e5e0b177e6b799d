import type { FastifyInstance } from 'fastify';
import { Html, html } from '../../base/html.ts';
import { pageHeaders } from '../hosted/page.ts';
import { style } from '../hosted/style.ts';

/** Path of the demonstration's privacy notice, in development. */
export const DEMO_NOTICE_PATH = '/demo/privacy-notice';

const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Privacy notice – Bonafide demo</title>
<link rel="icon" href="data:,">
${new Html(`<style>${style}</style>`)}
</head>
<body>
<main class="wide">
<h1>Privacy notice of the demonstration</h1>
<p>This page takes the place of the privacy notice of your company. Set its address with
<code>bonafide account set ACCOUNT privacy_notice_url=https://…</code>.</p>
<h2>What is stored</h2>
<p>What you enter and upload is stored by this service, in its data directory, encrypted. It is sent nowhere else.</p>
<h2>For how long</h2>
<p>Until the applicant is deleted, and then for the days that the account’s setting <code>deletion_delay_days</code> names.</p>
<h2>Please use no real data</h2>
<p>Any picture and any name will do in the sandbox.</p>
</main>
</body>
</html>
`.toString();

/** The privacy notice of the account that a first start in development makes. */
export function demoNoticeRoute(app: FastifyInstance): void {
  app.get(DEMO_NOTICE_PATH, { schema: { hide: true } as object }, (_, reply) =>
    reply.headers(pageHeaders()).header('content-type', 'text/html; charset=utf-8').send(page),
  );
}
