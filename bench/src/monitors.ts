import { setTimeout as delay } from 'node:timers/promises';
import { currentFields, withFields } from '../../packages/server/src/applicants/fields.ts';
import { makeIds } from '../../packages/server/src/base/ids.ts';
import { AccountDirectory } from '../../packages/server/src/context/account-directory.ts';
import { Ctx } from '../../packages/server/src/context/ctx.ts';
import { systemPrincipal } from '../../packages/server/src/context/principal.ts';
import type { Services } from '../../packages/server/src/context/services.ts';
import { sealMonitor } from '../../packages/server/src/monitors/monitor.ts';
import { insertApplicant } from '../../packages/server/src/store/queries/applicants.ts';
import { insertMonitor } from '../../packages/server/src/store/queries/monitors.ts';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { type DataPlace, freshPlace } from './database.ts';
import { person } from './invented-people.ts';
import { deploymentKeysOf, openStore } from './open-store.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

const LISTED = 20_000;
const CHANGED = 1_000;
/** Number of changed records whose people are monitored. */
const MONITORED = 100;

/** Seconds in which a sweep of 100,000 monitors is to end. */
const MOST_SECONDS = 300;

/** Monitors of one transaction. */
const BATCH = 1_000;
const POLL_MS = 500;

/** Measures how long the monitors of an account take to follow a list with 1,000 changed records. */
export async function measureMonitors(choice: StoreChoice, { monitors }: BenchOptions): Promise<Line[]> {
  const place = await freshPlace(choice);
  let service: RunningService | undefined;
  try {
    service = await startService(place);
    await load(service, '2026-01-01', 1950);
    await service.stop();
    await seed(place, service.accountId, monitors);
    service = await startService(place);
    await load(service, '2026-01-02', 1951);
    const start = performance.now();
    for (;;) {
      const { progress } = await operate(service, `/accounts/${service.accountId}/monitors?per_page=1`);
      if (progress.searched === monitors) break;
      await delay(POLL_MS);
    }
    const seconds = (performance.now() - start) / 1000;
    const target = (MOST_SECONDS * monitors) / 100_000;
    return [
      {
        what: `${monitors.toLocaleString('en')} monitors follow ${CHANGED.toLocaleString('en')} changed records`,
        figure: `${seconds.toFixed(0)} s, ${Math.round(monitors / seconds)} a second`,
        target: `≤ ${target} s`,
        met: seconds <= target,
      },
    ];
  } finally {
    await service?.stop();
    await place.drop();
  }
}

/** Imports the list; the birth year of the changed records is given by the version. */
async function load(service: RunningService, published: string, year: number): Promise<void> {
  const rows = Array.from({ length: LISTED }, (_, n) => {
    const { first_name, last_name, dob } = person(n < MONITORED ? n : 10_000_000 + n);
    return `l${n},${first_name} ${last_name},${n < CHANGED ? year : dob},sanction\n`;
  });
  const form = new FormData();
  for (const [name, value] of Object.entries({ list: 'bench', published })) form.append(name, value);
  form.append('file', new Blob(['id,name,date_of_birth,categories\n', ...rows]), 'bench.csv');
  const { id } = await operate(service, '/watchlists/imports', { method: 'POST', body: form });
  for (;;) {
    const { state, error } = await operate(service, `/watchlists/imports/${id}?wait=30`);
    if (error) throw new Error(`The list was refused: ${JSON.stringify(error)}`);
    if (state === 'succeeded') return;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the operator interface, read as they are
async function operate(service: RunningService, path: string, init: RequestInit = {}): Promise<any> {
  const headers = { authorization: `Bearer ${service.operator_key}` };
  const answer = await fetch(`${service.http_base_url}/operator/v1${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Writes applicants with a monitor each, as they are after a sweep of the first set, into the store of a stopped service. */
async function seed(place: DataPlace, accountId: string, count: number): Promise<void> {
  const clock = { now: () => Date.now(), schedule: () => () => {} };
  const store = await openStore(place);
  try {
    const master = await deploymentKeysOf(store, place);
    const account = await new AccountDirectory(store, master, clock).find(accountId);
    if (!account) throw new Error('The account to seed is not there');
    const services = { store, clock, master, ids: makeIds(clock) } as Partial<Services> as Services;
    const ctx = new Ctx(services, account, 'live', systemPrincipal('start'));
    const { blank, create } = currentFields;
    for (let done = 0; done < count; done += BATCH) {
      await ctx.transaction(async (tx) => {
        for (let n = done; n < Math.min(done + BATCH, count); n += 1) {
          const [applicant_id, id] = [services.ids.uuid(), services.ids.uuid()];
          const created_at = ctx.now();
          const data = ctx.vault.seal(applicant_id, withFields(blank, { ...person(n) }, create, created_at));
          await tx.run(insertApplicant, { id: applicant_id, created_at, delete_at: null, data });
          const monitor = {
            id,
            applicant_id,
            report_name: 'watchlist_standard' as const,
            created_at,
            deleted_at: null,
          };
          const sealed = sealMonitor(ctx, id, { tags: [], rules: '3.6' });
          await tx.run(insertMonitor, { ...monitor, screened_set: 1, data: sealed });
        }
      });
    }
  } finally {
    await store.close();
  }
}
