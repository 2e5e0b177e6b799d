import {
  createRootRoute,
  createRoute,
  Link,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { pages } from './pages.ts';
import { CenteredCard } from './parts.tsx';
import { useMay } from './people/names.tsx';
import { Found, Home, Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import type { StatesKind } from './states.tsx';
import { Welcome } from './welcome.tsx';
import { words } from './words.ts';

const NotFound = () => (
  <CenteredCard title={words.notFound}>
    <p>
      <Link to="/">{words.home}</Link>
    </p>
  </CenteredCard>
);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const shell = createRoute({ getParentRoute: () => root, path: '/accounts/$account/$environment', component: Shell });

/** A page of its own, outside of any account. */
const alone = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** Pages of one object, with the replacement for a role without personal data. */
const stated: Readonly<Partial<Record<keyof typeof pages, StatesKind>>> = {
  '/reports/$id': 'reports',
  '/checks/$id': 'checks',
  '/applicants/$id': 'applicants',
};

const States = lazyRouteComponent(() => import('./states.tsx'));

/** The page of a path; for roles that see no personal data, the states of its object. */
function componentOf(path: keyof typeof pages): RouteComponent {
  const Whole = lazyRouteComponent(pages[path]);
  const kind = stated[path];
  if (!kind) return Whole;
  const ByRole = () => (useMay()('data.see') ? <Whole /> : <States kind={kind} />);
  return Object.assign(ByRole, { preload: Whole.preload });
}

/** A page of an account and environment, which is loaded when it is opened. */
const page = <P extends keyof typeof pages>(path: P) =>
  createRoute({ getParentRoute: () => shell, path, component: componentOf(path) });

/** Every page; those that the navigation names are in `navigation.ts`. */
export const routes = root.addChildren([
  alone('/', Home),
  alone('/sign-in', SignIn),
  alone('/welcome', Welcome),
  alone('/checks/$id', () => <Found kind="checks" page="checks" />),
  alone('/results/$id', () => <Found kind="workflow_runs" page="workflow-runs" />),
  shell.addChildren([
    page('/overview'),
    page('/queue'),
    page('/reports/$id'),
    page('/checks'),
    page('/checks/$id'),
    page('/applicants'),
    page('/applicants/$id'),
    page('/workflows'),
    page('/workflow-runs/$id'),
    page('/developers'),
    page('/me'),
    page('/developers/requests'),
    page('/developers/requests/$id'),
    page('/settings'),
    page('/members'),
    page('/audit'),
    page('/screening'),
  ]),
]);
