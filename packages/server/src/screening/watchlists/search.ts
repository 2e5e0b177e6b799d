import {
  type ListedRecord,
  mayBePartialName,
  type NameCandidate,
  type NameQuery,
  type NameSearchResult,
  qualify,
  type ScreeningThresholds,
  searchNamesInSlices,
} from '@bonafide/verification';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import type { Services } from '../../context/services.ts';
import type { ScreenedHit, Screening } from '../../reports/live/screening.ts';
import { listedRecordsAt, listVersionsById } from '../../store/queries/watchlists.ts';
import type { LoadedSet } from './sets.ts';
import { asScreened, type SetMember, toVersion } from './version.ts';

/** Range below the threshold within which the audit stores records, and their largest number. */
const NEAR = { below: 0.1, most: 20 } as const;

/** Most that facts beside the name add to a score: a birth date and a weak alias. */
const FACTS_ADD = 0.08;

/** Records that are held against all of their facts between two turns of the event loop. */
const QUALIFIED_AT_ONCE = 10;

/** Records that are read at once. */
const READ_AT_ONCE = 200;

/** Least score of the name of a hit by its family name, which may be one of many listed words. */
const PARTIAL = 0.3;

/** Least score of a listed name with initials against a whole name: the family name and one initial agree. */
const LISTED_INITIALS = 0.5;

type ScreeningSettings = Pick<
  DecisionSettings,
  'screening_hit' | 'screening_match' | 'screening_weak_aliases' | 'screening_partial_names'
>;

/** The thresholds of an account as the matching takes them. */
export function thresholdsOf(settings: ScreeningSettings): ScreeningThresholds {
  const { screening_hit: hit, screening_match, screening_weak_aliases, screening_partial_names } = settings;
  return {
    hit,
    match: Math.max(hit, screening_match),
    weak_aliases: screening_weak_aliases === 'on',
    ...(screening_partial_names !== 'off' && { partial_names: screening_partial_names }),
  };
}

/** The records of a version were deleted while it was searched: two activations came since. */
class RecordsGone extends Error {}

/**
 * Looks for a person in the active set, from beginning to end in one set. Only people are looked for, and records of an unknown
 * kind. The search counts its work, and ends `incomplete` once its budget is used up. Throws where the active set can't be loaded.
 */
export async function searchWatchlists(
  services: Services,
  query: NameQuery,
  thresholds: ScreeningThresholds,
): Promise<Screening> {
  for (;;) {
    const set = await services.screeningSets.active();
    try {
      return await searchSet(services, set, { query, thresholds });
    } catch (error) {
      const newer = (await services.screeningSets.active())?.number !== set?.number;
      if (!(error instanceof RecordsGone) || !newer) throw error;
    }
  }
}

async function searchSet(
  services: Services,
  set: LoadedSet | undefined,
  { query, thresholds }: { readonly query: NameQuery; readonly thresholds: ScreeningThresholds },
): Promise<Screening> {
  const began = performance.now();
  const found = set ? await candidatesIn(services, set, query, thresholds) : NOTHING;
  const judged = set ? await scoreCandidates(services, set, { query, thresholds, candidates: found.candidates }) : [];
  const hits = judged.filter(({ hit }) => hit.verdict !== 'below');
  const others = judged.filter(({ hit }) => hit.verdict === 'below');
  const [nearest] = others;
  return {
    set: set?.number ?? 0,
    query,
    thresholds,
    lists: set ? await listsOfSet(services, set) : [],
    hits,
    suppressed: [],
    near: others.filter(({ hit }) => hit.score >= thresholds.hit - NEAR.below).slice(0, NEAR.most),
    nearest: nearest ? Math.round(nearest.hit.score * 100) / 100 : null,
    considered: found.considered,
    ...(!found.complete && { incomplete: true as const }),
    unknown_parts: found.unknown_parts,
    duration: Math.round(performance.now() - began),
  };
}

const NOTHING: Pick<NameSearchResult, 'candidates' | 'considered' | 'unknown_parts' | 'complete'> = {
  candidates: [],
  considered: 0,
  unknown_parts: [],
  complete: true,
};

/** Every record that its facts may lift to a hit, and the nearest of the others. */
async function candidatesIn(
  { searchSlices, searchBudget }: Services,
  { index }: LoadedSet,
  query: NameQuery,
  { hit, partial_names = 'off' }: ScreeningThresholds,
): Promise<typeof NOTHING> {
  if (!index) return NOTHING;
  const partial = query.names.some(mayBePartialName) ? PARTIAL : LISTED_INITIALS;
  const most = partial_names === 'off' ? 1 : partial;
  const options = {
    least: Math.min(hit - NEAR.below - FACTS_ADD, most),
    whole: Math.min(hit - FACTS_ADD, most),
    initials: partial_names !== 'off',
    ...(searchBudget !== undefined && { budget: searchBudget }),
  };
  return searchSlices.run(searchNamesInSlices(index, query, options));
}

interface Judged {
  readonly query: NameQuery;
  readonly thresholds: ScreeningThresholds;
  readonly candidates: readonly NameCandidate[];
}

/** Every candidate held against its record, best score first. */
async function scoreCandidates(
  { store, searchSlices }: Services,
  { members }: LoadedSet,
  { query, thresholds, candidates }: Judged,
): Promise<ScreenedHit[]> {
  const byMember = new Map<SetMember, NameCandidate[]>();
  for (const candidate of candidates) {
    const member = members.find(({ base, records }) => candidate.ordinal >= base && candidate.ordinal < base + records);
    if (!member) throw new Error(`The index names the record ${candidate.ordinal}, which no list has`);
    const own = byMember.get(member) ?? [];
    own.push(candidate);
    byMember.set(member, own);
  }
  const judged: ScreenedHit[] = [];
  for (const [{ version_id, list, base }, own] of byMember) {
    for (let from = 0; from < own.length; from += READ_AT_ONCE) {
      const some = own.slice(from, from + READ_AT_ONCE);
      const ordinals = JSON.stringify(some.map(({ ordinal }) => ordinal - base));
      const rows = await store.system.all(listedRecordsAt, { version_id, ordinals });
      const data = new Map(rows.map((row) => [Number(row.ordinal), row.data]));
      const missing = some.find(({ ordinal }) => !data.has(ordinal - base));
      if (missing) throw new RecordsGone(`Version ${version_id} lacks the record ${missing.ordinal - base}`);
      const recordOf = ({ ordinal }: NameCandidate) => JSON.parse(data.get(ordinal - base)!) as ListedRecord;
      for (const { record, hit } of await searchSlices.run(qualified(some, query, thresholds, recordOf))) {
        judged.push({ list, version_id, record, hit });
      }
    }
  }
  return judged.sort((a, b) => b.hit.score - a.hit.score || (keyOf(a) < keyOf(b) ? -1 : 1));
}

function* qualified(
  candidates: readonly NameCandidate[],
  query: NameQuery,
  thresholds: ScreeningThresholds,
  recordOf: (candidate: NameCandidate) => ListedRecord,
): Generator<undefined, Pick<ScreenedHit, 'record' | 'hit'>[]> {
  const found: Pick<ScreenedHit, 'record' | 'hit'>[] = [];
  for (const [i, candidate] of candidates.entries()) {
    if (i > 0 && i % QUALIFIED_AT_ONCE === 0) yield;
    const record = recordOf(candidate);
    found.push({ record, hit: qualify(candidate, query, record, thresholds) });
  }
  return found;
}

const keyOf = ({ list, record }: ScreenedHit) => `${list} ${record.source_id}`;

/** The versions of a set with their ages now. */
async function listsOfSet({ store, clock }: Services, { members }: LoadedSet): Promise<Screening['lists']> {
  const ids = JSON.stringify(members.map(({ version_id }) => version_id));
  const rows = await store.system.all(listVersionsById, { ids });
  const now = clock.now();
  return rows.map((row) => asScreened(toVersion(row), now));
}
