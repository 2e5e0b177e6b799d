import { makeIds } from '../../packages/server/src/base/ids.ts';
import { AccountDirectory } from '../../packages/server/src/core/accounts/directory.ts';
import { currentFields, withFields } from '../../packages/server/src/core/applicants/fields.ts';
import { Ctx } from '../../packages/server/src/core/ctx.ts';
import { systemPrincipal } from '../../packages/server/src/core/principal.ts';
import { keepApplicantTerms } from '../../packages/server/src/core/search/keep.ts';
import { searchApplicants } from '../../packages/server/src/core/search/search.ts';
import type { Services } from '../../packages/server/src/core/services.ts';
import { masterKey, secretFile } from '../../packages/server/src/crypto/keys.ts';
import { insertApplicant } from '../../packages/server/src/store/queries/applicants.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { type DataPlace, freshPlace } from './database.ts';
import { type InventedPerson, person } from './invented-people.ts';
import { openStore } from './open-store.ts';
import { startService } from './service.ts';
import type { Line } from './table.ts';

const clock = { now: () => Date.now(), schedule: () => () => {} };

/** Applicants of one transaction. */
const BATCH = 1_000;
const SEARCHES = 1_000;

/** Milliseconds within which 99 of 100 searches are to answer. */
const MOST_MS = 50;

/** Searches of many applicants by a name, by name and birth date, by beginnings and by e-mail address. */
export async function measureApplicantSearch(choice: StoreChoice, { manyApplicants }: BenchOptions): Promise<Line[]> {
  const place = await freshPlace(choice);
  try {
    const service = await startService(place);
    await service.stop();
    const store = await openStore(place);
    try {
      const ctx = await ctxOf(place, store, service.accountId);
      await seed(ctx, manyApplicants);
      const lines: Line[] = [];
      for (const [what, query] of kinds) {
        const times: number[] = [];
        for (let n = 0; n < SEARCHES; n += 1) {
          const asked = query(person((n * 7919) % manyApplicants));
          const start = performance.now();
          const { found } = await searchApplicants(ctx, asked, { limit: 20 });
          times.push(performance.now() - start);
          if (found.length === 0) throw new Error(`Nobody was found by ${what}`);
        }
        times.sort((a, b) => a - b);
        const p99 = times[Math.ceil(SEARCHES * 0.99) - 1]!;
        lines.push({
          what: `search of ${manyApplicants.toLocaleString('en')} applicants by ${what}`,
          p50: times[SEARCHES >> 1]!,
          p99,
          target: `p99 ≤ ${MOST_MS} ms`,
          met: p99 <= MOST_MS,
        });
      }
      return lines;
    } finally {
      await store.close();
    }
  } finally {
    await place.drop();
  }
}

const kinds: readonly [string, (person: InventedPerson) => string][] = [
  ['given and family name', ({ first_name, last_name }) => `${first_name} ${last_name}`],
  ['given name and birth date', ({ first_name, dob }) => `${first_name} ${dob}`],
  ['family name', ({ last_name }) => last_name],
  [
    'two beginnings of three letters',
    ({ first_name, last_name }) => `${first_name.slice(0, 3)} ${last_name.slice(0, 3)}`,
  ],
  ['e-mail address', ({ email }) => email],
];

async function ctxOf(place: DataPlace, store: Store, accountId: string): Promise<Ctx> {
  const master = masterKey(secretFile(place.directory, 'master.key'));
  const account = await new AccountDirectory(store, master, clock).find(accountId);
  if (!account) throw new Error('The account to seed is not there');
  const services = { store, clock, master, ids: makeIds(clock) } as Partial<Services> as Services;
  return new Ctx(services, account, 'live', systemPrincipal('start'));
}

async function seed(ctx: Ctx, count: number): Promise<void> {
  const { blank, create } = currentFields;
  for (let done = 0; done < count; done += BATCH) {
    await ctx.transaction(async (tx) => {
      for (let n = done; n < Math.min(done + BATCH, count); n += 1) {
        const id = ctx.services.ids.uuid();
        const created_at = ctx.now();
        const data = withFields(blank, { ...person(n) }, create, created_at);
        await tx.run(insertApplicant, { id, created_at, delete_at: null, data: ctx.vault.seal(id, data) });
        await keepApplicantTerms(ctx, tx, id, data);
      }
    });
  }
}
