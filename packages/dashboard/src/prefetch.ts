// Runs before the script of all pages has come: asks for what the page that opens needs, so that none of it waits for another.
import { type Place, pathOf, prefetch } from './api.ts';
import { pageAt, pages } from './pages.ts';

/** First request of a page: the key of the query, and its answer as the query keeps it. */
interface Prefetched {
  readonly queryKey: readonly unknown[];
  readonly data: Promise<unknown>;
}

const once = (queryKey: readonly unknown[], path: string): Prefetched => ({ queryKey, data: prefetch(path) });

/** The first page of a list. */
const listed = (queryKey: readonly unknown[], path: string): Prefetched => ({
  queryKey,
  data: prefetch(path).then((page) => ({ pages: [page], pageParams: [null] })),
});

/** Requests of each page. Keys and paths equal the page's own, for an address without a filter. */
const dataOf: Readonly<Record<string, (place: Place) => Prefetched[]>> = {
  '/queue': (place) => [
    listed(['queue', place.account, place.environment, {}], `${pathOf(place)}/queue?`),
    listed(['queue', place.account, place.environment, 'runs', undefined], `${pathOf(place)}/queue/workflow_runs?`),
    listed(['queue', place.account, place.environment, 'asked'], `${pathOf(place)}/queue/information_requests?`),
    once(['saved-views', place.account, place.environment, 'queue'], `${pathOf(place)}/saved_views?list=queue`),
  ],
};

const ADDRESS = /^\/dashboard\/accounts\/([^/]+)\/(live|sandbox)(\/.+)$/;

/** Asks for data and script of the page of an address; for nothing if the page does not belong to an account. */
function begin({ pathname, search }: Location): readonly Prefetched[] {
  const [, account, environment, page] = ADDRESS.exec(pathname) ?? [];
  if (account === undefined || page === undefined) return [];
  const requests = [once(['session'], '/session')];
  if (search === '') requests.push(...(dataOf[page]?.({ account, environment } as Place) ?? []));
  const path = pageAt(page);
  // What fails is asked for again by the page.
  if (path) pages[path].load().catch(() => {});
  return requests;
}

export const prefetched = begin(location);
