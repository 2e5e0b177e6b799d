import { cpus } from 'node:os';
import { type BenchOptions, type Measurement, readBenchOptions, type StoreChoice } from './arguments.ts';
import { serveBare } from './bare-server.ts';
import { type Baseline, startPrism } from './baselines.ts';
import { measureChecks } from './checks.ts';
import { freshPlace } from './database.ts';
import { measureFirstScreen } from './first-screen.ts';
import { measureGenerations } from './generations.ts';
import { measureKnownFaces } from './known-faces.ts';
import { measureLists } from './lists.ts';
import { measureLive } from './live.ts';
import { runLoad } from './load.ts';
import { measureQueries } from './queries.ts';
import { measureRequests } from './requests.ts';
import { type RunningService, startService } from './service.ts';
import { measureStarts } from './starts.ts';
import { type Line, table } from './table.ts';
import { measureUploads } from './uploads.ts';

/** Measures the service on one store; prints its table. */
async function benchStore(store: StoreChoice, options: BenchOptions): Promise<void> {
  const lines: Line[] = [];
  const step = async (name: Measurement, measure: () => Promise<Line[]>) => {
    if (!options.measurements.has(name)) return;
    process.stderr.write(`${store.name}: ${name} …\n`);
    lines.push(...(await measure()));
  };
  await step('queries', () => measureQueries(store, options));
  const place = await freshPlace(store);
  let service: RunningService | undefined;
  let prism: Baseline | undefined;
  try {
    service = await startService(place);
    prism = await startPrism(place, service);
    const bench = { options, store, place, service, prism };
    await step('requests', () => measureRequests(bench));
    await step('generations', () => measureGenerations(bench));
    await step('uploads', () => measureUploads(bench));
    await step('checks', () => measureChecks(bench));
    await step('live', () => measureLive(bench));
    await step('first-screen', () => measureFirstScreen(bench));
    await service.stop();
    await step('starts', () => measureStarts(place));
  } finally {
    await prism?.stop();
    await service?.stop();
    await place.drop();
  }
  await step('lists', () => measureLists(store, options));
  await step('known-faces', () => measureKnownFaces(store, options));
  console.log(`\n${store.name} store\n\n${table(lines)}\n`);
}

async function main(argv: readonly string[]): Promise<void> {
  // The processes beside the measured one are this program too.
  if (argv[0] === 'bare') return serveBare(argv[1] as string);
  if (argv[0] === 'load') return runLoad(argv[1] as string);
  const options = readBenchOptions(argv);
  const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`;
  console.log(`${machine}; medians of ${options.rounds} interleaved rounds of ${options.extent.seconds} s`);
  for (const store of options.stores) await benchStore(store, options);
}

await main(process.argv.slice(2));
