import { cpus } from 'node:os';
import { measureApplicantSearch } from './applicant-search.ts';
import { type BenchOptions, type Measurement, readBenchOptions, type StoreChoice } from './arguments.ts';
import { measureBacklog } from './backlog.ts';
import { serveBare } from './bare-server.ts';
import { type Baseline, startPrism } from './baselines.ts';
import type { Bench } from './bench.ts';
import { serveCeiling } from './ceiling-server.ts';
import { measureChecks } from './checks.ts';
import { serveCrowd } from './crowd.ts';
import { measureCrowding } from './crowding.ts';
import { measureDashboardPages } from './dashboard-pages.ts';
import { freshPlace } from './database.ts';
import { documentedRatios } from './documented.ts';
import { measureFirstScreen } from './first-screen.ts';
import { measureGenerations } from './generations.ts';
import { generator, runAutocannon } from './generator.ts';
import { measureGrowth } from './growth.ts';
import { measureJudgedUploads } from './judged-uploads.ts';
import { measureKnownFaces } from './known-faces.ts';
import { measureListen } from './listen.ts';
import { measureLists } from './lists.ts';
import { measureLive } from './live.ts';
import { measureMemory } from './memory.ts';
import { measureMonitors } from './monitors.ts';
import { measureNewDatabase } from './new-database.ts';
import { type OtherBuild, startOther } from './other-build.ts';
import { measureProcesses } from './processes.ts';
import { measureQueries } from './queries.ts';
import { measureRateLimiter } from './rate-limiter.ts';
import { measureRedis } from './redis.ts';
import { measureRequestLog } from './request-log.ts';
import { measureRequests } from './requests.ts';
import { measureRestore } from './restore.ts';
import { measureScreening } from './screening.ts';
import { type RunningService, startService } from './service.ts';
import { measureStarts } from './starts.ts';
import { type Line, table } from './table.ts';
import { measureUploads } from './uploads.ts';
import { measureVerdicts } from './verdicts.ts';
import { measureWatchlistImports } from './watchlist-imports.ts';

/** Measurements that share one running service. */
const onService: readonly Measurement[] = [
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
];

/** Runs the work with a service on a store of its own and, where it is installed, Prism. */
async function withService(
  store: StoreChoice,
  options: BenchOptions,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const place = await freshPlace(store);
  let service: RunningService | undefined;
  let other: OtherBuild | undefined;
  let prism: Baseline | undefined;
  try {
    service = await startService(place);
    if (options.against && options.measurements.has('requests')) other = await startOther(store, options.against);
    if (besidePrism.some((name) => options.measurements.has(name))) prism = await startPrism(place, service);
    await work({ options, store, place, service, other: other?.service, prism });
  } finally {
    await prism?.stop();
    await other?.stop();
    await service?.stop();
    await place.drop();
  }
}

const besidePrism: readonly Measurement[] = ['requests', 'uploads'];

/** Measures the service on one store; prints its table. */
async function benchStore(store: StoreChoice, options: BenchOptions): Promise<void> {
  const lines: Line[] = [];
  const step = async (name: Measurement, measure: () => Promise<Line[]>) => {
    if (!options.measurements.has(name)) return;
    process.stderr.write(`${store.name}: ${name} …\n`);
    lines.push(...(await measure()));
  };
  await step('rate-limiter', measureRateLimiter);
  await step('watchlist-imports', measureWatchlistImports);
  await step('queries', () => measureQueries(store, options));
  if (onService.some((name) => options.measurements.has(name))) {
    await withService(store, options, async (bench) => {
      await step('requests', () => measureRequests(bench));
      await step('request-log', () => measureRequestLog(bench));
      await step('generations', () => measureGenerations(bench));
      await step('uploads', () => measureUploads(bench));
      await step('checks', () => measureChecks(bench));
      await step('listen', () => measureListen(bench));
      await step('live', () => measureLive(bench));
      await step('verdicts', () => measureVerdicts(bench));
      await step('judged-uploads', () => measureJudgedUploads(bench));
      await step('crowding', () => measureCrowding(bench));
      await step('first-screen', () => measureFirstScreen(bench));
      await bench.service.stop();
      await step('starts', () => measureStarts(bench.place));
    });
  }
  await step('new-database', () => measureNewDatabase(store, options));
  await step('lists', () => measureLists(store, options));
  await step('known-faces', () => measureKnownFaces(store, options));
  await step('applicant-search', () => measureApplicantSearch(store, options));
  await step('monitors', () => measureMonitors(store, options));
  await step('screening', async () => measureScreening(options));
  await step('dashboard-pages', () => measureDashboardPages(store, options));
  await step('redis', () => measureRedis(store, options));
  await step('processes', () => measureProcesses(store, options));
  await step('growth', () => measureGrowth(store, options));
  await step('backlog', () => measureBacklog(store, options));
  await step('restore', () => measureRestore(store, options));
  await step('memory', () => measureMemory(store, options));
  const documented = documentedRatios(store);
  const beside = lines.map((line) => ({ ...line, documented: documented.get(line.what) }));
  console.log(`\n${store.name} store\n\n${table(beside)}\n`);
}

async function main(argv: readonly string[]): Promise<void> {
  // The processes beside the measured one are this program too.
  if (argv[0] === 'bare') return serveBare(argv[1] as string);
  if (argv[0] === 'ceiling') return serveCeiling(argv[1] as string);
  if (argv[0] === 'crowd') return serveCrowd(argv[1] as string);
  if (argv[0] === 'load') return runAutocannon(argv[1] as string);
  const options = readBenchOptions(argv);
  const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`;
  console.log(
    `${machine}; medians of ${options.rounds} interleaved rounds of ${options.extent.seconds} s; load by ${generator}`,
  );
  for (const store of options.stores) await benchStore(store, options);
}

await main(process.argv.slice(2));
