import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import { Html } from '../../base/html.ts';
import { sendDevelopersPage } from './page.ts';

/** Where the documents of the repository are shown. */
export const GUIDES_PATH = '/docs';

interface Guide {
  /** One line about it, for lists. */
  readonly about: string;
  readonly load: () => Promise<{ title: string; markup: string }>;
}

/** The documents by the last part of their path, in the order of the list. */
export const guides: Readonly<Record<string, Guide>> = {
  operating: {
    about: 'Operating the service: production, PostgreSQL, probes, backup',
    load: () => import('../../../../../docs/operating.md'),
  },
  settings: {
    about: 'Settings of the service and of an account',
    load: () => import('../../../../../docs/settings.md'),
  },
  errors: { about: 'Errors of the API, and how to reach each', load: () => import('../../../../../docs/errors.md') },
  'web-sdk': {
    about: 'The browser SDK, which captures documents and faces',
    load: () => import('../../../../web-sdk/README.md'),
  },
  branding: { about: 'What applicants see of your company', load: () => import('../../../../../docs/branding.md') },
  capture: { about: 'What capture SDKs call', load: () => import('../../../../../docs/capture.md') },
  workflows: { about: 'Workflows, their runs and their links', load: () => import('../../../../../docs/workflows.md') },
  signatures: {
    about: 'Electronic signatures: what applicants sign, and what it proves',
    load: () => import('../../../../../docs/signatures.md'),
  },
  contract: {
    about: 'The wire contract: the rules that the service keeps',
    load: () => import('../../../../../docs/contract.md'),
  },
  analysis: { about: 'What bounds an analysis', load: () => import('../../../../../docs/analysis.md') },
  benchmarks: {
    about: 'Measured: speed, and how right live analysis is',
    load: () => import('../../../../../docs/benchmarks.md'),
  },
  evidence: {
    about: 'What a document needs to be clear',
    load: () => import('../../../../../docs/evidence.md'),
  },
  screening: {
    about: 'Watchlists: how to load them, and how reports are decided',
    load: () => import('../../../../../docs/screening.md'),
  },
  'data-sources': {
    about: 'Data sources: registers that live reports ask',
    load: () => import('../../../../../docs/data-sources.md'),
  },
  design: {
    about: 'Type, colours, spacing and words of the pages',
    load: () => import('../../../../../docs/design.md'),
  },
  asvs: {
    about: 'The dashboard against OWASP ASVS 5.0: what holds, and what does not',
    load: () => import('../../../../../docs/asvs.md'),
  },
  dashboard: {
    about: 'Members of the dashboard, their roles and how they sign in',
    load: () => import('../../../../../docs/dashboard.md'),
  },
  review: { about: 'Manual review', load: () => import('../../../../../docs/review.md') },
};

/** Shows the documents; each is loaded when it is first asked for. */
export function guideRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(
    `${GUIDES_PATH}/:name`,
    { schema: { hide: true } as object },
    async ({ params }, reply) => {
      if (!Object.hasOwn(guides, params.name)) throw problem('resource_not_found');
      const { title, markup } = await (guides[params.name] as Guide).load();
      const back = { href: '/', text: 'Bonafide' };
      return sendDevelopersPage(reply, { title: `${title} – Bonafide`, back, main: new Html(markup) });
    },
  );
}
