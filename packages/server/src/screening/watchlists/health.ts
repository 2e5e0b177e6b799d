import { toFacts } from '../../context/account-facts.ts';
import type { Services } from '../../context/services.ts';
import { listAccounts } from '../../store/queries/accounts.ts';
import { listVersions, setAt } from './list.ts';
import { STRAGGLE_MS } from './sets.ts';
import { ageOf } from './version.ts';

/** Days after which a list that is published daily was missed. */
export const LATE_DAYS = 3;

interface Verdict {
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Checks that watchlists exist, are recent enough for every account, and are loaded by this process. */
export async function examineWatchlists(services: Services): Promise<Verdict> {
  const { store, clock, settings, screeningSets } = services;
  const set = await setAt(services);
  const active = (await listVersions(services)).filter(({ state }) => state === 'active');
  if (!set || active.length === 0) {
    const state = settings.mode === 'production' ? 'warning' : 'ok';
    return { state, detail: 'no list is active: a reviewer decides every live watchlist report' };
  }
  const now = clock.now();
  const loaded = screeningSets.loadedNumber;
  if (loaded !== null && loaded !== set.number && now - set.created_at > STRAGGLE_MS) {
    return { state: 'failed', detail: `set ${set.number} is active, but this process still uses set ${loaded}` };
  }
  const accounts = (await store.system.all(listAccounts, {})).map(toFacts);
  const mostDays = Math.min(...accounts.map(({ screening_max_age }) => screening_max_age));
  const late = active
    .map((version) => ({ list: version.list, age: ageOf(version, now) }))
    .filter(({ age }) => age > LATE_DAYS);
  if (late.length > 0) {
    const stale = late.some(({ age }) => age > mostDays)
      ? `; a list older than ${mostDays} days can't clear a report`
      : '';
    const ages = late.map(({ list, age }) => `${list} ${age} days`).join(', ');
    return { state: 'warning', detail: `set ${set.number}; last confirmed: ${ages}${stale}` };
  }
  return { state: 'ok', detail: `set ${set.number}: ${active.map(({ list }) => list).join(', ')}` };
}
