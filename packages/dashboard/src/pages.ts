import type { RouteComponent } from '@tanstack/react-router';

type Loaded = Promise<{ readonly default: RouteComponent }>;

/** The pages of an account and environment, each with its script, which is loaded when the page is opened. */
export const pages = {
  '/overview': (): Loaded => import('./overview/page.tsx'),
  '/queue': (): Loaded => import('./queue.tsx'),
  '/reports/$id': (): Loaded => import('./review/page.tsx'),
  '/checks': (): Loaded => import('./checks/page.tsx'),
  '/checks/$id': (): Loaded => import('./checks/check.tsx'),
  '/applicants': (): Loaded => import('./applicants/page.tsx'),
  '/applicants/$id': (): Loaded => import('./applicants/applicant.tsx'),
  '/workflows': (): Loaded => import('./workflows/page.tsx'),
  '/workflow-runs/$id': (): Loaded => import('./workflows/run.tsx'),
  '/developers': (): Loaded => import('./developers/page.tsx'),
  '/me': (): Loaded => import('./people/me.tsx'),
  '/developers/requests': (): Loaded => import('./requests/page.tsx'),
  '/developers/requests/$id': (): Loaded => import('./requests/entry.tsx'),
  '/settings': (): Loaded => import('./settings/page.tsx'),
  '/members': (): Loaded => import('./people/members.tsx'),
  '/audit': (): Loaded => import('./people/audit.tsx'),
  '/screening': (): Loaded => import('./screening/page.tsx'),
};
