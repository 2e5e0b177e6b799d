import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Interleaved rounds of each measurement, and seconds of load for each target in a round. */
  readonly rounds: number;
  readonly seconds: number;
  /** Applicants in the larger of the two lists that are compared; the smaller has 10,000. */
  readonly manyApplicants: number;
  /** Seconds of checks at 50 a second. */
  readonly checkSeconds: number;
  readonly stores: readonly StoreChoice[];
}

/** Where the service keeps its rows: embedded, or the PostgreSQL server of `DATABASE_URL`. */
export type StoreChoice = { readonly name: 'embedded' } | { readonly name: 'PostgreSQL'; readonly server: string };

/** The stores to measure: `--embedded` or `--postgres` alone, else the embedded one and PostgreSQL where there is one. */
export function storesOf(only: { embedded?: boolean; postgres?: boolean }): StoreChoice[] {
  const server = process.env.DATABASE_URL;
  if (only.postgres && !server) throw new Error('--postgres needs the address of a PostgreSQL server in DATABASE_URL');
  const stores: StoreChoice[] = [];
  if (!only.postgres) stores.push({ name: 'embedded' });
  if (server && !only.embedded) stores.push({ name: 'PostgreSQL', server });
  return stores;
}

/** Reads the flags of `npm run bench`: `--quick`, `--embedded`, `--postgres`. */
export function readBenchOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { quick: { type: 'boolean' }, embedded: { type: 'boolean' }, postgres: { type: 'boolean' } },
  });
  const size = values.quick
    ? { rounds: 3, seconds: 1, manyApplicants: 100_000, checkSeconds: 3 }
    : { rounds: 5, seconds: 4, manyApplicants: 1_000_000, checkSeconds: 20 };
  return { ...size, stores: storesOf(values) };
}
