import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Failure } from './api.ts';
import { prefetched } from './prefetch.ts';
import { routes } from './routes.tsx';

const router = createRouter({ routeTree: routes, basepath: '/dashboard' });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Decides on retries. The service would refuse a refused request again. */
const retry = (count: number, error: Error): boolean =>
  count < 2 && error instanceof Failure && (error.status === 0 || error.status >= 500);

/** Errors after which the session is read again: an open page loses the controls that its member may not use any more. */
const REFUSALS = ['sign_in_needed', 'not_permitted', 'second_factor_needed'];
const lookAgain = (error: Error): void => {
  if (error instanceof Failure && REFUSALS.includes(error.type)) {
    void queries.invalidateQueries({ queryKey: ['session'] }, { cancelRefetch: false });
  }
};

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== 'session' && lookAgain(error) }),
  mutationCache: new MutationCache({ onError: lookAgain }),
  // Changes wait for the connection by themselves: see `ask`.
  defaultOptions: { queries: { retry }, mutations: { networkMode: 'always' } },
});

// Where an answer is there before its page, the page is drawn with it at once.
for (const { queryKey, data } of prefetched) {
  data.then(
    (given) => queries.setQueryData(queryKey, given),
    () => {},
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
