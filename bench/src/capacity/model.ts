/** Costs of one applicant, from the creation to the last report. Processor times in seconds, sizes in bytes. */
export interface Costs {
  /** Processor time of the process that answers requests and runs jobs, without analysers. */
  readonly service: number;
  /** Processor time of the database server; 0 on the embedded store, where the service has it. */
  readonly database: number;
  /** Processor time of the analysers, of each measured applicant. */
  readonly analyses: readonly number[];
  readonly rowBytes: number;
  readonly mediaBytes: number;
}

/** Shares of a day's applicants by hour, from midnight: quiet nights, a peak in the evening. */
const DAY = [
  ...[1.2, 0.8, 0.6, 0.5, 0.5, 0.8, 1.6, 2.9, 4.2, 5.2, 5.7, 5.9],
  ...[6.1, 6.0, 5.8, 5.7, 5.8, 6.1, 6.6, 7.1, 7.2, 6.3, 4.6, 2.8],
] as const;

/** The busiest day of a year, as a multiple of the mean day. */
const BUSIEST_DAY = 1.5;

/** Share of its cores that a part uses in the busiest hour. The rest is for peaks within it and for the loss of a machine. */
const USED = { service: 0.5, database: 0.4, analysers: 0.7 } as const;

/** The fewest machines of a part that has to survive the loss of one. */
const FEWEST = { service: 2, database: 2, analysers: 2 } as const;

export interface Prices {
  /** A core for a month, with its share of memory. */
  readonly core: number;
  /** A gigabyte of the database's disk for a month. */
  readonly rowGb: number;
  /** A gigabyte of media in an object store for a month. */
  readonly mediaGb: number;
}

export interface Plan {
  readonly applicantsPerYear: number;
  /** Applicants a second in the busiest hour of the busiest day. */
  readonly peak: number;
  readonly cores: { readonly service: number; readonly database: number; readonly analysers: number };
  readonly machines: { readonly service: number; readonly database: number; readonly analysers: number };
  /** Gigabytes after a year, or after the days that media are kept. */
  readonly rowsGb: number;
  readonly mediaGb: number;
  /** Cost of a month at the end of the first year, in the currency of the prices. */
  readonly cost: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Applicants a second in an hour of the busiest day. */
export function rateOf(applicantsPerYear: number, hour: number): number {
  const day = (applicantsPerYear / 365) * BUSIEST_DAY;
  const whole = DAY.reduce((sum, share) => sum + share, 0);
  return (day * (DAY[hour] as number)) / whole / 3600;
}

/** Computes the machines and the cost of so many applicants a year. */
export function planOf(
  applicantsPerYear: number,
  costs: Costs,
  { coresOfMachine, mediaDays, prices }: { coresOfMachine: number; mediaDays: number; prices: Prices },
): Plan {
  const peak = Math.max(...DAY.map((_, hour) => rateOf(applicantsPerYear, hour)));
  const cores = {
    service: (peak * costs.service) / USED.service,
    database: (peak * costs.database) / USED.database,
    analysers: (peak * mean(costs.analyses)) / USED.analysers,
  };
  const machinesOf = (part: keyof typeof cores) => Math.max(FEWEST[part], Math.ceil(cores[part] / coresOfMachine));
  const machines = {
    service: machinesOf('service'),
    database: machinesOf('database'),
    analysers: machinesOf('analysers'),
  };
  const rowsGb = (applicantsPerYear * costs.rowBytes) / 1e9;
  const mediaGb = (applicantsPerYear * (mediaDays / 365) * costs.mediaBytes) / 1e9;
  const allMachines = machines.service + machines.database + machines.analysers;
  const cost =
    allMachines * coresOfMachine * prices.core +
    // Each database machine has all rows.
    rowsGb * machines.database * prices.rowGb +
    mediaGb * prices.mediaGb;
  return { applicantsPerYear, peak, cores, machines, rowsGb, mediaGb, cost };
}
