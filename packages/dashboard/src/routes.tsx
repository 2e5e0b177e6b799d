import {
  createRootRoute,
  createRoute,
  Link,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { Alone } from './parts.tsx';
import { Found, Home, Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { Welcome } from './welcome.tsx';
import { words } from './words.ts';

const NotFound = () => (
  <Alone title={words.notFound}>
    <p>
      <Link to="/">{words.home}</Link>
    </p>
  </Alone>
);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const shell = createRoute({ getParentRoute: () => root, path: '/accounts/$account/$environment', component: Shell });

/** A page of its own, outside of any account. */
const alone = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** A page of an account and environment, which is loaded when it is opened. */
const page = <P extends string>(path: P, load: () => Promise<{ default: RouteComponent }>) =>
  createRoute({ getParentRoute: () => shell, path, component: lazyRouteComponent(load) });

/** Every page; those that the navigation names are in `navigation.ts`. */
export const routes = root.addChildren([
  alone('/', Home),
  alone('/sign-in', SignIn),
  alone('/welcome', Welcome),
  alone('/checks/$id', () => <Found kind="checks" page="checks" />),
  alone('/results/$id', () => <Found kind="workflow_runs" page="workflow-runs" />),
  shell.addChildren([
    page('/overview', () => import('./overview/page.tsx')),
    page('/queue', () => import('./queue.tsx')),
    page('/reports/$id', () => import('./review/page.tsx')),
    page('/checks', () => import('./checks/page.tsx')),
    page('/checks/$id', () => import('./checks/check.tsx')),
    page('/applicants', () => import('./applicants/page.tsx')),
    page('/applicants/$id', () => import('./applicants/applicant.tsx')),
    page('/workflows', () => import('./workflows/page.tsx')),
    page('/workflow-runs/$id', () => import('./workflows/run.tsx')),
    page('/developers', () => import('./developers/page.tsx')),
    page('/me', () => import('./people/me.tsx')),
    page('/developers/requests', () => import('./requests/page.tsx')),
    page('/developers/requests/$id', () => import('./requests/entry.tsx')),
    page('/settings', () => import('./settings/page.tsx')),
    page('/members', () => import('./people/members.tsx')),
    page('/audit', () => import('./people/audit.tsx')),
    page('/screening', () => import('./screening/page.tsx')),
  ]),
]);
