import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Place } from './api.ts';

/** A change that the service announces; null if everything may have changed. */
interface Update {
  readonly account: string | null;
  readonly environment: string | null;
  readonly kind: string;
  readonly id: string | null;
}

/** `lost`: no updates arrive at the moment, so pages poll until they arrive again. */
type StreamState = 'opening' | 'open' | 'lost';

/** Data that a change of a kind outdates, by the first part of its key. */
const outdatedBy: Readonly<Record<string, readonly string[]>> = {
  report: ['queue', 'second-looks', 'overview', 'checks', 'check', 'proposals'],
  claim: ['queue', 'second-looks'],
  check: ['checks', 'check', 'overview', 'applicant', 'applicant-progress', 'workflow-run', 'workflow-runs'],
  run: ['applicant-progress', 'workflow-run', 'workflow-runs'],
  delivery: ['webhooks', 'deliveries', 'events', 'overview'],
  watchlist: ['watchlists', 'overview'],
  mention: ['mentions'],
};

/** Milliseconds between two readings of the same data at least, however much changes. */
const CALM_MS = 3_000;

/** Milliseconds without a sign of life after which the stream is lost: three beats of the service. */
const SILENCE_MS = 60_000;

/** Milliseconds before the first and the later attempts to open the stream again. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** Pages of a list that are read again at once; a longer one is read again when its page is opened. */
const MOST_PAGES = 3;

/** The connection by which the service says what changes. One serves the whole tab, and none a tab in the background. */
class UpdateStream {
  state: StreamState = 'opening';
  #source: EventSource | undefined;
  #queries: QueryClient | undefined;
  #placeOf: () => Place | undefined = () => undefined;
  readonly #listeners = new Set<() => void>();
  /** Time of the last read by the first part of a key; the next field holds the pending reads. */
  readonly #read = new Map<string, number>();
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #opened = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(queries: QueryClient, placeOf: () => Place): void {
    this.#queries = queries;
    this.#placeOf = placeOf;
    this.#opened = false;
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#onVisibility();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#hangUp();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#queries = undefined;
    this.#become('opening');
  }

  /** Closes the stream of a hidden tab: a browser opens few connections to one service, which visible tabs need. */
  readonly #onVisibility = (): void => {
    if (document.hidden) this.#hangUp();
    else if (!this.#source) this.#open();
  };

  #open(): void {
    this.#hangUp();
    const source = new EventSource('/dashboard/api/events');
    this.#source = source;
    const on = (event: string, act: (data: unknown) => void) =>
      source.addEventListener(event, (message) => {
        this.#listen();
        act(JSON.parse((message as MessageEvent<string>).data));
      });
    on('ready', () => this.#onReady());
    on('updates', (data) => this.#take(data as readonly Update[]));
    on('session', () => this.#look('session'));
    on('gap', () => this.#lookAtAll());
    on('beat', () => {});
    on('end', () => {
      this.#hangUp();
      // Where the session has ended, the page of sign-in opens.
      this.#look('session');
      this.#retryAfter(FIRST_RETRY_MS);
    });
    source.addEventListener('error', () => this.#onLost());
    this.#listen();
  }

  #hangUp(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#source?.close();
    this.#source = undefined;
  }

  #onReady(): void {
    this.#attempts = 0;
    this.#become('open');
    // What was read before the stream began may be older than its first message.
    this.#lookAtAll({ cancelRefetch: this.#opened });
    this.#opened = true;
  }

  #onLost(): void {
    this.#hangUp();
    this.#become('lost');
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.#attempts, LAST_RETRY_MS);
    this.#attempts += 1;
    // Not all pages at once, when a service is back.
    this.#retryAfter(delay * (0.5 + Math.random() / 2));
  }

  #retryAfter(ms: number): void {
    if (!this.#queries) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#onVisibility(), ms);
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#onLost(), SILENCE_MS);
  }

  #become(state: StreamState): void {
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.#listeners) listener();
  }

  #take(updates: readonly Update[]): void {
    const place = this.#placeOf();
    const outdated = new Set<string>();
    for (const { account, environment, kind, id } of updates) {
      if (account !== null && account !== place?.account) continue;
      if (environment !== null && environment !== place?.environment) continue;
      for (const name of outdatedBy[kind] ?? []) outdated.add(name);
      if (id !== null && (kind === 'report' || kind === 'claim')) this.#lookAtReport(id, kind);
    }
    for (const name of outdated) this.#lookCalmly(name);
  }

  /** A report changes beneath the eyes of its reviewer only where it was decided; its claims matter to the others. */
  #lookAtReport(id: string, kind: string): void {
    const claim = this.#queries?.getQueryCache().find({ queryKey: ['claim'], exact: false, predicate: isOf(id) });
    const mine = claim !== undefined && claim.state.status !== 'error' && claim.isActive() && !claim.isDisabled();
    if (kind === 'claim' && mine) return;
    void this.#queries?.invalidateQueries({ queryKey: ['report'], predicate: isOf(id) });
  }

  #lookCalmly(name: string): void {
    if (this.#waiting.has(name)) return;
    const wait = Math.max(0, (this.#read.get(name) ?? 0) + CALM_MS - Date.now());
    const timer = setTimeout(() => {
      this.#waiting.delete(name);
      this.#read.set(name, Date.now());
      this.#look(name);
    }, wait);
    this.#waiting.set(name, timer);
  }

  #look(name: string): void {
    void this.#queries?.invalidateQueries({ queryKey: [name], predicate: isShort });
  }

  #lookAtAll({ cancelRefetch = true } = {}): void {
    const names = new Set(['session', 'report', ...Object.values(outdatedBy).flat()]);
    const predicate = (query: Query) => names.has(String(query.queryKey[0])) && isShort(query);
    void this.#queries?.invalidateQueries({ predicate }, { cancelRefetch });
  }
}

const isOf =
  (id: string) =>
  ({ queryKey }: Query): boolean =>
    queryKey.at(-1) === id;

const isShort = ({ state: { data } }: Query): boolean =>
  ((data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) <= MOST_PAGES;

const stream = new UpdateStream();

/** State of the stream of changes; while it is down, pages poll. `lost`: the service did not answer. */
export const useUpdateState = (): StreamState => useSyncExternalStore(stream.subscribe, () => stream.state);

/** Milliseconds after which a query is asked again: never, while the service says what changes. */
export const useLookEvery = (ms: number): number | false => (useUpdateState() === 'open' ? false : ms);

/** Reads again what changes, as long as the page is open and a member is signed in. The answer stops it, before they sign out. */
export function useUpdates(place: Place, signedIn: boolean): () => void {
  const queries = useQueryClient();
  const latest = useRef(place);
  latest.current = place;
  useEffect(() => {
    if (!signedIn) return;
    stream.start(queries, () => latest.current);
    return () => stream.stop();
  }, [queries, signedIn]);
  return () => stream.stop();
}
