import { Command, InvalidArgumentError } from 'commander';
import { positive } from './numbers.ts';

const measurements = [
  'queries',
  'rate-limiter',
  'watchlist-imports',
  'requests',
  'request-log',
  'generations',
  'uploads',
  'checks',
  'listen',
  'live',
  'verdicts',
  'judged-uploads',
  'crowding',
  'first-screen',
  'starts',
  'new-database',
  'lists',
  'known-faces',
  'applicant-search',
  'monitors',
  'screening',
  'dashboard-pages',
  'redis',
  'processes',
  'growth',
  'backlog',
  'restore',
  'memory',
] as const;
export type Measurement = (typeof measurements)[number];

export interface BenchOptions {
  readonly measurements: ReadonlySet<Measurement>;
  /** Interleaved rounds of each measurement, and seconds of load for each target in a round. */
  readonly rounds: number;
  readonly extent: { readonly seconds: number };
  /** Interleaved rounds of uploads, which take longer. */
  readonly uploadRounds: number;
  /** Applicants in the larger of the two lists that are compared; the smaller has 10,000. */
  readonly manyApplicants: number;
  /** Applicants in the databases that are compared on PostgreSQL, the fewest first. */
  readonly grownApplicants: readonly number[];
  /** Checks of one account that wait beside the check of another one. */
  readonly backlog: number;
  /** Seconds of checks at 50 a second. */
  readonly checkSeconds: number;
  /** Monitors that follow a list. */
  readonly monitors: number;
  /** Names in the lists that are searched. */
  readonly screenedNames: readonly number[];
  /** Checks in the list of the dashboard that is scrolled. */
  readonly scrolledChecks: number;
  /** Seconds in which a new database fills. */
  readonly fillSeconds: number;
  /** Applicants, and bytes of their media, that are restored. */
  readonly applicants: number;
  readonly mediaBytes: number;
  /** Minutes of load under which the memory of a process is watched. */
  readonly minutes: number;
  readonly stores: readonly StoreChoice[];
  /** Working copy with another build, whose service is loaded in turn with this one; undefined: no other. */
  readonly against: string | undefined;
}

/** Store of the service: embedded, or the PostgreSQL server of `DATABASE_URL`. */
export type StoreChoice = { readonly name: 'embedded' } | { readonly name: 'PostgreSQL'; readonly server: string };

/** The stores to measure: `--embedded` or `--postgres` alone, else the embedded one and PostgreSQL, if available. */
function storesOf(only: { embedded?: boolean; postgres?: boolean }): StoreChoice[] {
  const server = process.env.DATABASE_URL;
  if (only.postgres && !server) program.error('--postgres needs the address of a PostgreSQL server in DATABASE_URL');
  const stores: StoreChoice[] = [];
  if (!only.postgres) stores.push({ name: 'embedded' });
  if (server && !only.embedded) stores.push({ name: 'PostgreSQL', server });
  return stores;
}

function measurementsOf(text: string): ReadonlySet<Measurement> {
  const names = text.split(',');
  const unknown = names.filter((name) => !measurements.includes(name as Measurement));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(', ')}: unknown. Choose from ${measurements.join(', ')}.`);
  return new Set(names as Measurement[]);
}

interface Values {
  readonly quick?: true;
  readonly embedded?: true;
  readonly postgres?: true;
  readonly only?: ReadonlySet<Measurement>;
  readonly applicants?: number;
  readonly mediaGb?: number;
  readonly minutes?: number;
  readonly against?: string;
}

const program = new Command('npm run bench --')
  .description('Measures speed. Prints each figure beside its target.')
  .option('--quick', 'a tenth of the time')
  .option('--embedded', 'the embedded store alone')
  .option('--postgres', 'PostgreSQL alone, whose address is in DATABASE_URL')
  .option('--only <names>', `measurements, separated by commas: ${measurements.join(', ')}`, measurementsOf)
  .option('--applicants <number>', 'applicants that are restored', positive)
  .option('--media-gb <number>', 'gigabytes of media that are restored', positive)
  .option('--minutes <number>', 'minutes for which the memory of a process is watched', positive)
  .option('--against <folder>', 'working copy with another build, which is loaded in turn with this one');

/** Reads the flags of `npm run bench`. Ends the process with a message where one is wrong, and with the list of flags for `--help`. */
export function readBenchOptions(argv: readonly string[]): BenchOptions {
  const values = program.parse(argv, { from: 'user' }).opts<Values>();
  const size = values.quick
    ? {
        rounds: 3,
        extent: { seconds: 1 },
        uploadRounds: 1,
        manyApplicants: 100_000,
        grownApplicants: [10_000, 200_000],
        backlog: 10_000,
        checkSeconds: 3,
        fillSeconds: 15,
        scrolledChecks: 2_000,
        monitors: 5_000,
        screenedNames: [100_000, 1_000_000],
        applicants: 2_000,
        mediaBytes: 0.2e9,
        minutes: 2,
      }
    : {
        rounds: 5,
        extent: { seconds: 4 },
        uploadRounds: 3,
        manyApplicants: 1_000_000,
        grownApplicants: [10_000, 1_000_000, 5_000_000],
        backlog: 100_000,
        checkSeconds: 20,
        fillSeconds: 60,
        scrolledChecks: 10_000,
        monitors: 100_000,
        screenedNames: [100_000, 1_000_000, 5_000_000],
        applicants: 100_000,
        mediaBytes: 10e9,
        minutes: 20,
      };
  const given = {
    minutes: values.minutes ?? size.minutes,
    applicants: values.applicants ?? size.applicants,
    mediaBytes: values.mediaGb === undefined ? size.mediaBytes : values.mediaGb * 1e9,
  };
  return {
    ...size,
    ...given,
    stores: storesOf(values),
    measurements: values.only ?? new Set(measurements),
    against: values.against,
  };
}
