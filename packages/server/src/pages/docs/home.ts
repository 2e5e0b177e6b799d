import type { FastifyInstance } from 'fastify';
import { html } from '../../base/html.ts';
import type { Services } from '../../core/services.ts';
import { DEMO_PATH } from '../sdk/demo.ts';
import { installedSdk } from '../sdk/files.ts';
import { GUIDES_PATH, guides } from './guides.ts';
import { sendDevelopersPage } from './page.ts';
import { REFERENCE_PATH } from './reference.ts';

/** The page at the root: says what runs here, and leads to the rest. In production it names no demonstration. */
export function homeRoute(app: FastifyInstance, { settings }: Services, versions: readonly string[]): void {
  app.get('/', { schema: { hide: true } as object }, async (_, reply) => {
    const demo = settings.mode === 'development' && installedSdk() !== undefined;
    const links = [
      {
        href: REFERENCE_PATH,
        name: 'API reference',
        about: 'Every request, which you can send to the sandbox from the page',
      },
      ...(demo
        ? [{ href: DEMO_PATH, name: 'Demo', about: 'Verify a made-up applicant and see what an applicant sees' }]
        : []),
    ];
    return sendDevelopersPage(reply, {
      title: 'Bonafide',
      main: html`<h1>Bonafide</h1>
<p>This is an identity verification service. A client creates an applicant, uploads documents and photos, and requests a
check. The service runs the reports of the check and sends the result to a webhook.</p>
<ul class="links">${links.map(
        ({ href, name, about }) => html`<li><a href="${href}">${name}</a><span class="hint">${about}</span></li>
`,
      )}</ul>
<h2>Documentation</h2>
<ul class="links">${Object.entries(guides).map(
        ([name, { about }]) => html`<li><a href="${GUIDES_PATH}/${name}">${about}</a></li>
`,
      )}</ul>
<h2>OpenAPI documents</h2>
<p class="inline">${versions.map((version) => html`<a href="/openapi/${version}.json">${version}</a> `)}</p>`,
    });
  });
}
