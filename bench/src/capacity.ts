import { cpus } from 'node:os';
import { Command } from 'commander';
import { table } from '../../packages/server/src/cli/table.ts';
import { measureCosts } from './capacity/measure.ts';
import { planOf } from './capacity/model.ts';
import { simulateDay } from './capacity/simulate.ts';
import { seeded } from './crash/random.ts';
import { positive, positives } from './numbers.ts';

/** Seconds that 99 of 100 reports may wait for an analyser on the busiest day. */
const MOST_WAIT_S = 30;

const values = new Command('npm run capacity --')
  .description('Measures the cost of an applicant, and prints the machines and the price of many.')
  .option('--applicants <numbers>', 'applicants a year, separated by commas', positives, [1e6, 1e7, 1e8])
  .option('--measured <number>', 'applicants that are measured', positive, 12)
  .option('--cores-of-machine <number>', 'cores of a machine', positive, 4)
  .option('--media-days <number>', 'days for which media are kept', positive, 365)
  .option('--price-core <number>', 'price of a core in a month', positive, 20)
  .option('--price-row-gb <number>', 'price of a gigabyte of rows in a month', positive, 0.12)
  .option('--price-media-gb <number>', 'price of a gigabyte of media in a month', positive, 0.023)
  .option('--seed <number>', 'seed of the simulated day', positive, 1)
  .parse()
  .opts<{
    applicants: readonly number[];
    measured: number;
    coresOfMachine: number;
    mediaDays: number;
    priceCore: number;
    priceRowGb: number;
    priceMediaGb: number;
    seed: number;
  }>();

const server = process.env.DATABASE_URL;
const costs = await measureCosts(server ? { name: 'PostgreSQL', server } : { name: 'embedded' }, values.measured);
const mean = costs.analyses.reduce((sum, one) => sum + one, 0) / costs.analyses.length;
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${server ? 'PostgreSQL' : 'embedded store'}

One applicant with an identity card, a photo and a check of three live reports, mean of ${costs.analyses.length}:
  processor time of the service ${(costs.service * 1000).toFixed(0)} ms, of the database ${(costs.database * 1000).toFixed(0)} ms, of the analysers ${mean.toFixed(2)} s
  ${(costs.rowBytes / 1e3).toFixed(0)} KB of rows, ${(costs.mediaBytes / 1e3).toFixed(0)} KB of media
`);

const coresOfMachine = values.coresOfMachine;
const prices = {
  core: values.priceCore,
  rowGb: values.priceRowGb,
  mediaGb: values.priceMediaGb,
};
let met = true;
const rows = values.applicants.map((applicants) => {
  const plan = planOf(applicants, costs, { coresOfMachine, mediaDays: values.mediaDays, prices });
  const analysers = plan.machines.analysers * coresOfMachine;
  const day = simulateDay(plan.applicantsPerYear, costs.analyses, analysers, seededBy(values.seed));
  if (day.p99 > MOST_WAIT_S) met = false;
  return {
    'a year': plan.applicantsPerYear.toLocaleString('en'),
    'at the peak': `${plan.peak.toFixed(2)}/s`,
    'service, database, analysers': `${plan.machines.service}, ${plan.machines.database}, ${plan.machines.analysers}`,
    rows: `${Math.ceil(plan.rowsGb).toLocaleString('en')} GB`,
    media: `${Math.ceil(plan.mediaGb).toLocaleString('en')} GB`,
    'a month': Math.ceil(plan.cost).toLocaleString('en'),
    'an applicant': (plan.cost / (plan.applicantsPerYear / 12)).toFixed(4),
    'simulated wait p99': `${day.p99.toFixed(1)} s`,
    'analysers used': `${Math.round(day.used * 100)} %`,
  };
});
console.log(`Machines of ${coresOfMachine} cores; ${prices.core} for a core, ${prices.rowGb} for a GB of rows, ${prices.mediaGb} for a GB of media, each a month.
The prices are inputs (--price-core, --price-row-gb, --price-media-gb), no offer of anybody.
`);
console.log(table(Object.keys(rows[0] ?? {}), rows));
console.log(
  `\n99 of 100 reports wait at most ${MOST_WAIT_S} s for an analyser on the busiest day: ${met ? 'met' : 'MISSED'}`,
);

function seededBy(seed: number): () => number {
  const random = seeded(seed);
  return () => random.next();
}
