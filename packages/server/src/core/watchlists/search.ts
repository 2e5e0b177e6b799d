import {
  type ListedRecord,
  type NameCandidate,
  type NameQuery,
  type NameSearchResult,
  qualify,
  type ScreeningThresholds,
  searchNames,
} from '@bonafide/verification';
import type { DecisionSettings } from '../../reports/live/decision.ts';
import type { ScreenedHit, Screening } from '../../reports/live/screening.ts';
import { listedRecordsAt, listVersionsById } from '../../store/queries/watchlists.ts';
import type { Services } from '../services.ts';
import type { LoadedSet } from './sets.ts';
import { asScreened, type SetMember, toVersion } from './version.ts';

/** How far below the threshold the audit keeps records, and how many of them. */
const NEAR = { below: 0.1, most: 20 } as const;

/** Most that facts beside the name add to a score: a birth date and a weak alias. */
const FACTS_ADD = 0.08;

/** Candidates of the first search; where more could be hits it is made again with all of them. */
const FIRST_CANDIDATES = 500;

type ScreeningSettings = Pick<DecisionSettings, 'screening_hit' | 'screening_match' | 'screening_weak_aliases'>;

/** The thresholds of an account as the matching takes them. */
export function thresholdsOf(settings: ScreeningSettings): ScreeningThresholds {
  const { screening_hit: hit, screening_match, screening_weak_aliases } = settings;
  return { hit, match: Math.max(hit, screening_match), weak_aliases: screening_weak_aliases === 'on' };
}

/** The records of a version were deleted while it was searched: two activations came since. */
class RecordsGone extends Error {}

/**
 * Looks for a person in the active set, from beginning to end in one set. Only people are looked for, and records of an unknown
 * kind. Throws where the active set can't be loaded.
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
  const found = set?.index
    ? candidatesIn(set, query, thresholds)
    : { candidates: [], considered: 0, unknown_parts: [] };
  const judged = set ? await judge(services, set, { query, thresholds, candidates: found.candidates }) : [];
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
    unknown_parts: found.unknown_parts,
    duration: Math.round(performance.now() - began),
  };
}

function candidatesIn(
  { index }: LoadedSet,
  query: NameQuery,
  { hit }: ScreeningThresholds,
): Pick<NameSearchResult, 'candidates' | 'considered' | 'unknown_parts'> {
  if (!index) return { candidates: [], considered: 0, unknown_parts: [] };
  const options = { least: hit - NEAR.below - FACTS_ADD, kinds: 'people' as const };
  const first = searchNames(index, query, { ...options, most: FIRST_CANDIDATES });
  const last = first.candidates.at(-1);
  if (first.left === 0 || !last) return first;
  // What was left out scores no better than the last one. A birth date makes a hit of a listed name of one word, whatever its score.
  const dated = (query.births?.length ?? 0) > 0;
  if (!dated && last.name_score + FACTS_ADD < hit) return first;
  return searchNames(index, query, { ...options, most: first.candidates.length + first.left });
}

interface Judged {
  readonly query: NameQuery;
  readonly thresholds: ScreeningThresholds;
  readonly candidates: readonly NameCandidate[];
}

/** Every candidate held against its record, best score first. */
async function judge(
  { store }: Services,
  { members }: LoadedSet,
  { query, thresholds, candidates }: Judged,
): Promise<ScreenedHit[]> {
  const byMember = new Map<SetMember, NameCandidate[]>();
  for (const candidate of candidates) {
    const member = members.find(({ base, records }) => candidate.ordinal >= base && candidate.ordinal < base + records);
    if (!member) throw new Error(`The index names the record ${candidate.ordinal}, which no list has`);
    byMember.set(member, [...(byMember.get(member) ?? []), candidate]);
  }
  const judged: ScreenedHit[] = [];
  for (const [{ version_id, list, base }, own] of byMember) {
    const ordinals = JSON.stringify(own.map(({ ordinal }) => ordinal - base));
    const rows = await store.system.all(listedRecordsAt, { version_id, ordinals });
    const data = new Map(rows.map((row) => [Number(row.ordinal), row.data]));
    for (const candidate of own) {
      const text = data.get(candidate.ordinal - base);
      if (text === undefined)
        throw new RecordsGone(`Version ${version_id} lacks the record ${candidate.ordinal - base}`);
      const record = JSON.parse(text) as ListedRecord;
      judged.push({ list, version_id, record, hit: qualify(candidate, query, record, thresholds) });
    }
  }
  return judged.sort((a, b) => b.hit.score - a.hit.score || (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ list, record }: ScreenedHit) => `${list} ${record.source_id}`;

/** The versions of a set with their ages now. */
async function listsOfSet({ store, clock }: Services, { members }: LoadedSet): Promise<Screening['lists']> {
  const ids = JSON.stringify(members.map(({ version_id }) => version_id));
  const rows = await store.system.all(listVersionsById, { ids });
  const now = clock.now();
  return rows.map((row) => asScreened(toVersion(row), now));
}
