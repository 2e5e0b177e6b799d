import type { FastifyInstance } from 'fastify';
import { html } from '../../base/html.ts';
import { GUIDES_PATH } from './guides.ts';
import { sendDevelopersPage } from './page.ts';
import { REFERENCE_PATH } from './reference.ts';

/** The page at the root: describes the service, and leads to the rest. `demoPath` gives the demonstration, null without one. */
export function homeRoute(app: FastifyInstance, versions: readonly string[], demoPath: () => string | null): void {
  app.get('/', { schema: { hide: true } as object }, async (_, reply) => {
    const demo = demoPath();
    const links = [
      { href: GUIDES_PATH, name: 'Documentation', about: 'Guides, reference and operation, with a search' },
      {
        href: REFERENCE_PATH,
        name: 'API reference',
        about: 'Every request, which you can send to the sandbox from the page',
      },
      {
        href: '/dashboard',
        name: 'Dashboard',
        about: 'Review reports, search checks and applicants, manage members and tokens',
      },
      ...(demo !== null
        ? [{ href: demo, name: 'Demo', about: 'Verify a made-up applicant and see what an applicant sees' }]
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
<h2>OpenAPI documents</h2>
<p class="inline">${versions.map((version) => html`<a href="/openapi/${version}.json">${version}</a> `)}</p>
<h2>Postman collections</h2>
<p class="inline">${versions.map((version) => html`<a href="/openapi/${version}.postman.json">${version}</a> `)}</p>`,
    });
  });
}
