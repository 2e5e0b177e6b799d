import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { MasterKey } from '../crypto/keys.ts';
import type { Query } from '../store/query.ts';
import type { ScopedReader, Store, SystemReader, SystemTx } from '../store/store.ts';

/** The work of a request, counted instead of timed. */
export interface Work {
  /**
   * Transactions, and the queries inside and outside of them. `begin`, `commit` and the looks of workers for jobs are not counted: how many
   * share a commit or a look depends on time.
   */
  transactions: number;
  statements: number;
  /** Rows that were inserted, changed or deleted. */
  rows: number;
  /** HMACs, and hashes without a key. */
  hmacs: number;
  hashes: number;
  /** Texts that were sealed and opened. */
  seals: number;
  opened: number;
  /** Jobs that were queued. */
  jobs: number;
}

interface CountedServices {
  readonly store: Store;
  readonly master: MasterKey;
}

type Asked = Query<never, unknown>;
type Reader = SystemReader & ScopedReader;
type Ask = (query: Asked, params: unknown) => Promise<unknown>;

/** Returns whether a statement is a worker's search for jobs, or for the time of the next one. */
const isLook = (sql: string): boolean =>
  /^\s*(with recursive lanes|select .*min\("run_at"\)|select kind from \()/.test(sql);

const crypto = createRequire(import.meta.url)('node:crypto') as Record<string, (...given: unknown[]) => unknown>;

/** The functions of `node:crypto` that are counted, and as what. */
const counted = {
  createHmac: 'hmacs',
  createHash: 'hashes',
  hash: 'hashes',
  createCipheriv: 'seals',
  createDecipheriv: 'opened',
} as const satisfies Record<string, keyof Work>;

/**
 * Counts the work of a service of this process from here on. `take` answers what was done since it was last called; `stop` ends the
 * counting, for the tests that share the process.
 */
export function countWork({ store, master }: CountedServices): { take(): Work; stop(): void } {
  let work = nothing();
  const readers = (reader: Reader, asked = () => {}): Reader => {
    const { first, all } = reader as { first: Ask; all: Ask };
    const counting =
      (ask: Ask): Ask =>
      (query, params) => {
        if (!isLook(query.compiled(store.dialect).sql)) {
          work.statements += 1;
          asked();
        }
        return ask(query, params);
      };
    return { first: counting(first.bind(reader)), all: counting(all.bind(reader)) } as Reader;
  };
  const run = async (query: Asked, done: Promise<number>): Promise<number> => {
    work.statements += 1;
    const rows = await done;
    work.rows += rows;
    if (query.compiled(store.dialect).sql.startsWith('insert into "jobs"')) work.jobs += rows;
    return rows;
  };
  const within = (tx: SystemTx, asked: () => void): SystemTx => {
    const countedRun = (query: Asked, done: Promise<number>) => {
      asked();
      return run(query, done);
    };
    const locked = (wanted: object) => {
      work.statements += Object.keys(wanted).length;
      asked();
    };
    const system: SystemTx = {
      signal: (topic, id) => tx.signal(topic, id),
      atEnd: (key, task) => tx.atEnd(key, task),
      ...readers(tx as Reader, asked),
      run: (query, params) => countedRun(query as Asked, tx.run(query, params)),
      lock: (wanted) => {
        locked(wanted);
        return tx.lock(wanted);
      },
      within: (scope) => {
        const scoped = tx.within(scope);
        return {
          ...readers(scoped as Reader, asked),
          run: (query, params) => countedRun(query as Asked, scoped.run(query, params)),
          lock: (wanted) => {
            locked(wanted);
            return scoped.lock(wanted);
          },
          system,
        };
      },
    };
    return system;
  };

  const undo = [
    replace(store, 'system', readers(store.system as Reader)),
    ...(['within', 'committed'] as const).map((name) =>
      replace(
        store,
        name,
        (
          (given) => (scope) =>
            readers(given.call(store, scope) as Reader)
        )(store[name]),
      ),
    ),
    replace(
      store,
      'transaction',
      ((given) => (task) => {
        let asked = false;
        const count = () => {
          if (!asked) work.transactions += 1;
          asked = true;
        };
        return given.call(store, (tx) => task(within(tx, count))) as never;
      })(store.transaction),
    ),
    replace(
      master,
      'hash',
      ((given) => (purpose, text) => {
        work.hmacs += 1;
        // An HMAC is made of two hashes.
        work.hashes -= 2;
        return given(purpose, text);
      })(master.hash),
    ),
    ...Object.entries(counted).map(([name, as]) => {
      const given = crypto[name]!;
      return replace(crypto, name, (...args: unknown[]) => {
        work[as] += 1;
        return given(...args);
      });
    }),
  ];
  syncBuiltinESMExports();
  return {
    take() {
      const taken = work;
      work = nothing();
      return taken;
    },
    stop() {
      for (const one of undo) one();
      syncBuiltinESMExports();
    },
  };
}

const nothing = (): Work => ({
  transactions: 0,
  statements: 0,
  rows: 0,
  hmacs: 0,
  hashes: 0,
  seals: 0,
  opened: 0,
  jobs: 0,
});

/** Puts a value in place of a property, whether its object or the class of its object has it; the answer undoes it. */
function replace<T extends object, K extends keyof T>(object: T, name: K, value: T[K]): () => void {
  const own = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(object, name, own);
    else delete object[name];
  };
}
