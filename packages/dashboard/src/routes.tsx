import {
  createRootRoute,
  createRoute,
  Link,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { CenteredCard } from './page-layout.tsx';
import { type PagePath, pageTable } from './pages.ts';
import { useMay } from './session.ts';
import { Found, Home, Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
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

const States = lazyRouteComponent(() => import('./states.tsx'));

/** The component of a page; for roles that see no personal data, the states of its object. */
function componentOf(path: PagePath): RouteComponent {
  const { load, states } = pageTable[path];
  const Whole = lazyRouteComponent(load);
  if (!states) return Whole;
  const ByRole = () => (useMay()('data.see') ? <Whole /> : <States kind={states} />);
  return Object.assign(ByRole, { preload: Whole.preload });
}

/** A page of an account and environment, which is loaded when it is opened. */
const page = <P extends PagePath>(path: P) =>
  createRoute({ getParentRoute: () => shell, path, component: componentOf(path) });

type PageRoutes = { [P in PagePath]: ReturnType<typeof page<P>> };

// The types of the keys are lost on the way through `fromEntries`.
const pageRoutes = Object.fromEntries(
  Object.keys(pageTable).map((path) => [path, page(path as PagePath)]),
) as unknown as PageRoutes;

/** Routes of the pages outside of any account, and of the pages in `pages.ts`. */
export const routes = root.addChildren([
  alone('/', Home),
  alone('/sign-in', SignIn),
  alone('/welcome', Welcome),
  alone('/checks/$id', () => <Found kind="checks" page="checks" />),
  alone('/results/$id', () => <Found kind="workflow_runs" page="workflow-runs" />),
  shell.addChildren(pageRoutes),
]);
