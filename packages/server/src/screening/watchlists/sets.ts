import { type NameIndex, NotANameIndex, openNameIndex } from '@bonafide/verification';
import type { Logger } from 'pino';
import { activeScreeningSet, replaceScreeningIndex } from '../../store/queries/watchlists.ts';
import { type IndexServices, storeIndex } from './index-of-set.ts';
import { type ScreeningSet, toSet } from './version.ts';

/** Milliseconds for which a process may search the set before, where it can't load the active one. */
export const STRAGGLE_MS = 60_000;

/** A set with its index in memory; null where no list is active. */
export interface LoadedSet extends ScreeningSet {
  readonly index: NameIndex | null;
}

interface Parts extends IndexServices {
  /** Processes of an earlier release, which may run beside this one. */
  readonly earlierReleases: { readonly mayRun: boolean };
  readonly log: Logger;
}

/**
 * The set of watchlists that this process searches. It is loaded with the first search, and again as soon as another set is
 * active; the new index takes the place of the old one as a whole, so that no search mixes two.
 */
export class ScreeningSets {
  readonly #parts: Parts;
  #loaded: LoadedSet | undefined;
  #loading: Promise<LoadedSet> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    // Only where something was searched before: a service without live checks never loads an index.
    parts.store.onSignal('screening_set', () => {
      if (this.#loaded)
        void this.active().catch((err) => parts.log.error({ err }, 'the active watchlists do not load'));
    });
  }

  /** Number of the set in memory; null before the first search. */
  get loadedNumber(): number | null {
    return this.#loaded?.number ?? null;
  }

  /**
   * The active set, loaded; undefined before the first list was activated. If the active set can't be loaded, this is the previous set
   * for a minute. After that it throws, so that no report is decided by outdated lists.
   */
  async active(): Promise<LoadedSet | undefined> {
    const row = await this.#parts.store.system.first(activeScreeningSet, {});
    if (!row) return undefined;
    const set = toSet(row);
    if (this.#loaded?.number === set.number) return this.#loaded;
    try {
      return await this.#load(set);
    } catch (error) {
      const before = this.#loaded;
      if (!before || this.#parts.clock.now() - set.created_at >= STRAGGLE_MS) throw error;
      this.#parts.log.warn({ err: error, set: set.number }, 'the set of watchlists before is searched');
      return before;
    }
  }

  /** Loads a set, unless it is being loaded, or a later one was. */
  async #load(set: ScreeningSet): Promise<LoadedSet> {
    while (this.#loading) await this.#loading.catch(() => undefined);
    if (this.#loaded && this.#loaded.number >= set.number) return this.#loaded;
    this.#loading = this.#read(set);
    try {
      this.#loaded = await this.#loading;
      return this.#loaded;
    } finally {
      this.#loading = undefined;
    }
  }

  async #read(set: ScreeningSet): Promise<LoadedSet> {
    if (set.storage_key === null) return { ...set, index: null };
    const bytes = new Uint8Array(new SharedArrayBuffer(set.size));
    let at = 0;
    for await (const chunk of await this.#parts.storage.get(set.storage_key)) {
      bytes.set(chunk as Buffer, at);
      at += (chunk as Buffer).length;
    }
    if (at !== set.size) throw new Error(`The index of set ${set.number} has ${at} of ${set.size} bytes`);
    try {
      return { ...set, index: openNameIndex(bytes) };
    } catch (error) {
      if (error instanceof NotANameIndex && error.isOtherVersion) return this.#buildAgain(set);
      throw error;
    }
  }

  /** Builds the index of a set that another release has built in its own way. */
  async #buildAgain(set: ScreeningSet): Promise<LoadedSet> {
    const { earlierReleases, log, store } = this.#parts;
    log.info({ set: set.number }, 'another release has built the index of the watchlists: it is built again');
    const index = await storeIndex(this.#parts, set.members);
    // A process of an earlier release needs the index that the row names.
    if (!earlierReleases.mayRun) {
      const replaced = { number: set.number, from: set.storage_key as string, ...index };
      await store.transaction((tx) => tx.run(replaceScreeningIndex, replaced));
    }
    return this.#read({ ...set, ...index });
  }
}

declare module '../../context/services.ts' {
  interface Services {
    /** The watchlists that this process searches. */
    readonly screeningSets: ScreeningSets;
  }
}
