import { currentFields, withFields } from '../../packages/server/src/applicants/fields.ts';
import { keepApplicantTerms } from '../../packages/server/src/applicants/search/keep.ts';
import { makeIds } from '../../packages/server/src/base/ids.ts';
import { AccountDirectory } from '../../packages/server/src/context/account-directory.ts';
import { Ctx } from '../../packages/server/src/context/ctx.ts';
import { systemPrincipal } from '../../packages/server/src/context/principal.ts';
import type { Services } from '../../packages/server/src/context/services.ts';
import { insertApplicant } from '../../packages/server/src/store/queries/applicants.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { ask } from './client.ts';
import { type DataPlace, freshPlace } from './database.ts';
import { type InventedPerson, person } from './invented-people.ts';
import { quantile } from './latencies.ts';
import { signIn } from './member.ts';
import { deploymentKeysOf, openStore } from './open-store.ts';
import { startService } from './service.ts';
import type { Line } from './table.ts';

const clock = { now: () => Date.now(), schedule: () => () => {} };

/** Applicants of one transaction. */
const BATCH = 1_000;
const SEARCHES = 1_000;

/** Milliseconds within which 99 of 100 searches are to answer. */
const MOST_MS = 50;

/**
 * Searches that a member makes in the dashboard's list of applicants, each by the request that the page sends: the service finds
 * them, opens what the page shows and records the search in the audit log.
 */
export async function measureApplicantSearch(choice: StoreChoice, { manyApplicants }: BenchOptions): Promise<Line[]> {
  const place = await freshPlace(choice);
  try {
    const first = await startService(place);
    await first.stop();
    const ids = await fill(place, first.accountId, manyApplicants);
    const service = await startService(place);
    try {
      const applicants = `/accounts/${service.accountId}/live/applicants`;
      const memberCall = await signIn(service);
      /** Searches an applicant. Asks for the next page, too, while no page has an applicant. */
      const search = async (q: string) => {
        for (let cursor: string | null = ''; cursor !== null; ) {
          const asked: URLSearchParams = new URLSearchParams({ q, ...(cursor !== '' && { cursor }) });
          const page: Page = await ask<Page>(service, memberCall(`${applicants}?${asked}`));
          if (page.applicants.length > 0) return true;
          cursor = page.next;
        }
        return false;
      };
      const lines: Line[] = [];
      for (const [what, query, finds = true] of kinds) {
        const times: number[] = [];
        for (let n = 0; n < SEARCHES; n += 1) {
          const which = (n * 7919) % manyApplicants;
          const asked = query(person(which), ids[which]!);
          const start = performance.now();
          const found = await search(asked);
          times.push(performance.now() - start);
          if (found !== finds) throw new Error(`${found ? 'An' : 'No'} applicant was found by ${what}: ${asked}`);
        }
        lines.push(lineOf(what, times));
      }
      return [{ what: `search of ${manyApplicants.toLocaleString('en')} applicants by …` }, ...lines];
    } finally {
      await service.stop();
    }
  } finally {
    await place.drop();
  }
}

function lineOf(what: string, times: number[]): Line {
  const p99 = quantile(times, 0.99);
  return { what, p50: quantile(times, 0.5), p99, target: `p99 ≤ ${MOST_MS} ms`, met: p99 <= MOST_MS };
}

interface Page {
  readonly applicants: readonly unknown[];
  readonly next: string | null;
}

/** Kinds of searches of a member, and whether each finds the applicant. */
const kinds: readonly [string, (person: InventedPerson, id: string) => string, boolean?][] = [
  ['given and family name', ({ first_name, last_name }) => `${first_name} ${last_name}`],
  ['given name and birth date', ({ first_name, dob }) => `${first_name} ${dob}`],
  ['family name', ({ last_name }) => last_name],
  ['given name', ({ first_name }) => first_name],
  ['three letters of a given name', ({ first_name }) => first_name.slice(0, 3)],
  [
    'two beginnings of three letters',
    ({ first_name, last_name }) => `${first_name.slice(0, 3)} ${last_name.slice(0, 3)}`,
  ],
  ['birth date', ({ dob }) => dob],
  ['e-mail address', ({ email }) => email],
  ['id', (_, id) => id],
  ['the first 8 characters of an id', (_, id) => id.slice(0, 8)],
  ['a name and an unknown e-mail address', ({ first_name, email }) => `${first_name} x${email}`, false],
];

/** Makes applicants, in a store that no service uses meanwhile. Answers their ids. */
async function fill(place: DataPlace, accountId: string, count: number): Promise<string[]> {
  const store = await openStore(place);
  try {
    return await seed(await ctxOf(place, store, accountId), count);
  } finally {
    await store.close();
  }
}

async function ctxOf(place: DataPlace, store: Store, accountId: string): Promise<Ctx> {
  const master = await deploymentKeysOf(store, place);
  const account = await new AccountDirectory(store, master, clock).find(accountId);
  if (!account) throw new Error('The account to seed is not there');
  const services = { store, clock, master, ids: makeIds(clock) } as Partial<Services> as Services;
  return new Ctx(services, account, 'live', systemPrincipal('start'));
}

async function seed(ctx: Ctx, count: number): Promise<string[]> {
  const { blank, create } = currentFields;
  const ids: string[] = [];
  for (let done = 0; done < count; done += BATCH) {
    await ctx.transaction(async (tx) => {
      for (let n = done; n < Math.min(done + BATCH, count); n += 1) {
        const id = ctx.services.ids.uuid();
        ids.push(id);
        const created_at = ctx.now();
        const data = withFields(blank, { ...person(n) }, create, created_at);
        await tx.run(insertApplicant, { id, created_at, delete_at: null, data: ctx.vault.seal(id, data) });
        await keepApplicantTerms(ctx, tx, id, data);
      }
    });
  }
  return ids;
}
