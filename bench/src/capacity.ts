import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { table } from '../../packages/server/src/cli/table.ts';
import { measureCosts } from './capacity/measure.ts';
import { planOf } from './capacity/model.ts';
import { simulateDay } from './capacity/simulate.ts';
import { seeded } from './crash/random.ts';

/** Seconds that 99 of 100 reports may wait for an analyser on the busiest day. */
const MOST_WAIT_S = 30;

const { values } = parseArgs({
  options: {
    applicants: { type: 'string', default: '1000000,10000000,100000000' },
    measured: { type: 'string', default: '12' },
    'cores-of-machine': { type: 'string', default: '4' },
    'media-days': { type: 'string', default: '365' },
    'price-core': { type: 'string', default: '20' },
    'price-row-gb': { type: 'string', default: '0.12' },
    'price-media-gb': { type: 'string', default: '0.023' },
    seed: { type: 'string', default: '1' },
  },
});

const server = process.env.DATABASE_URL;
const costs = await measureCosts(
  server ? { name: 'PostgreSQL', server } : { name: 'embedded' },
  Number(values.measured),
);
const mean = costs.analyses.reduce((sum, one) => sum + one, 0) / costs.analyses.length;
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${server ? 'PostgreSQL' : 'embedded store'}

One applicant with an identity card, a photo and a check of three live reports, mean of ${costs.analyses.length}:
  processor time of the service ${(costs.service * 1000).toFixed(0)} ms, of the database ${(costs.database * 1000).toFixed(0)} ms, of the analysers ${mean.toFixed(2)} s
  ${(costs.rowBytes / 1e3).toFixed(0)} KB of rows, ${(costs.mediaBytes / 1e3).toFixed(0)} KB of media
`);

const coresOfMachine = Number(values['cores-of-machine']);
const prices = {
  core: Number(values['price-core']),
  rowGb: Number(values['price-row-gb']),
  mediaGb: Number(values['price-media-gb']),
};
let met = true;
const rows = values.applicants.split(',').map((text) => {
  const plan = planOf(Number(text), costs, { coresOfMachine, mediaDays: Number(values['media-days']), prices });
  const analysers = plan.machines.analysers * coresOfMachine;
  const day = simulateDay(plan.applicantsPerYear, costs.analyses, analysers, seededBy(Number(values.seed)));
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
