import {
  type ListedCategory,
  type ListedRecord,
  type NameQuery,
  partsOf,
  type QueryName,
} from '@bonafide/verification';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import type { RecordKey } from '../hit.ts';
import type { BreakdownTree, LeafFinding, ShownRecord } from '../outcome.ts';
import type { ReportApplicant, ReportProcessor } from '../types.ts';
import { clear, consider, doubtful, unassessed, verdictOf } from './assessment.ts';
import { type EventCategory, shownRecord, versionText } from './listed-person.ts';
import { listsOf, type ScreenedHit, type Screening } from './screening.ts';
import type { DocumentReading, Tools } from './tools.ts';

export type WatchlistTools = Tools<'decision' | 'today' | 'step' | 'documentReadings' | 'screen'>;

interface Asked {
  readonly category: ListedCategory;
  readonly event: EventCategory;
  /** Contents of its lists. */
  readonly of: string;
}

/** Lists that each breakdown of the five reports searches. */
const ASKED: Readonly<Record<string, Asked>> = {
  sanction: { category: 'sanction', event: 'SANCTION', of: 'sanctions' },
  politically_exposed_person: { category: 'pep', event: 'PEP', of: 'politically exposed persons' },
  legal_and_regulatory_warnings: { category: 'warning', event: 'WARNING', of: 'regulatory warnings' },
  monitored_lists: { category: 'warning', event: 'MONITORED_LIST', of: 'regulatory warnings' },
  adverse_media: { category: 'adverse_media', event: 'ADVERSE_MEDIA', of: 'adverse media' },
};

/** Records that a report shows; the audit keeps all. */
const MOST_RECORDS = 100;

/**
 * The live analysis of a watchlist report: the applicant, and the holder of the applicant's documents, against all active lists.
 * A breakdown is clear only where every list of its category is recent enough, and the applicant has a name to search for. Where no
 * list is loaded it stays null, and a report without an answer on sanctions waits for a person. After a search that ended incomplete
 * every breakdown without a hit is null, and the report waits.
 */
export function watchlistProcessor(tree: BreakdownTree): ReportProcessor<WatchlistTools> {
  const questions = Object.keys(tree).map((leaf) => ({ leaf, ...(ASKED[leaf] as Asked) }));
  return async ({ applicant }, { decision, today, step, documentReadings, screen }) => {
    await step('searching the watchlists');
    const query = queryOf(applicant, await documentReadings());
    const hasAnyName = query.names.some(hasName);
    const screening = await screen(query);
    const counts = (hit: ScreenedHit, category: ListedCategory) => countsFor(hit, category, { today, decision });
    const hits = screening.hits.filter((hit) => questions.some(({ category }) => counts(hit, category)));
    const disabled = (screening.disabled ?? []).filter((hit) =>
      questions.some(({ category }) => counts(hit, category)),
    );
    const certain = hits.some(({ hit }) => hit.verdict === 'match');
    const leavesWith = (found: readonly ScreenedHit[], ruledOut: readonly ScreenedHit[] = []) =>
      Object.fromEntries(
        questions.map((question): [string, LeafFinding] => {
          const own = found.filter((hit) => counts(hit, question.category));
          const kept = {
            disabled: disabled.filter((hit) => counts(hit, question.category)),
            suppressed: screening.suppressed.filter((hit) => counts(hit, question.category)),
          };
          const without = ruledOut.filter((hit) => counts(hit, question.category)).length;
          return [
            question.leaf,
            leafOf({ ...screening, ...kept }, own, {
              ...question,
              decision,
              certain,
              named: hasAnyName,
              ruledOut: without,
            }),
          ];
        }),
      ) as Record<string, LeafFinding>;
    const leaves = leavesWith(hits);
    const leavesOf = (found: readonly ScreenedHit[]) =>
      questions.filter(({ category }) => found.some((hit) => counts(hit, category))).map(({ leaf }) => leaf);

    const events = Object.fromEntries(questions.map(({ category, event }) => [category, event]));
    const records = samePeople(hits)
      .slice(0, MOST_RECORDS)
      .map(
        (entries): ShownRecord => ({
          leaves: leavesOf(entries),
          shown: shownRecord(entries, events, screening.lists),
          entries: entries.map(keyOf),
        }),
      );

    const isNeeded = (leaf: string) =>
      leaf === 'sanction' ||
      questions.length === 1 ||
      decision.screening_missing === 'person' ||
      screening.incomplete === true;
    const needed = Object.keys(leaves).filter((leaf) => isUnanswered(leaves[leaf]) && isNeeded(leaf));
    // A hit decides without them; only a clear needs every answer.
    const decided = certain || (hits.length > 0 && decision.decision_uncertain === 'consider');
    const waits = needed.length > 0 && !decided;
    if (waits) for (const leaf of needed) leaves[leaf] = { ...(leaves[leaf] as LeafFinding), doubt: true };
    // What false matches leave behind: a list that is missing or too old still clears nobody.
    const withoutHits = Object.fromEntries(
      Object.entries(leavesWith([], hits))
        .filter(([leaf]) => leavesOf(hits).includes(leaf))
        .map(([leaf, finding]) => [
          leaf,
          isUnanswered(finding) && isNeeded(leaf) ? { ...finding, doubt: true as const } : finding,
        ]),
    );
    const assessed = hits.map((hit) => ({ record: keyOf(hit), leaves: leavesOf([hit]), score: hit.hit.score }));
    const assessment = { leaves, properties: { records: [] }, records, hits: assessed, withoutHits };
    // This holds even if the account wants no manual review: an absent list is not a finding on the applicant.
    if (waits) return { status: 'awaiting_approval', assessment };
    return verdictOf({ family: 'other', tree }, assessment, decision);
  };
}

const keyOf = ({ list, record }: ScreenedHit): RecordKey => ({ list, source_id: record.source_id });

interface Counted {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly decision: Pick<DecisionSettings, 'screening_pep_years'>;
}

/** Returns whether a hit counts for a category: a politically exposed person counts only while the account's settings say so. */
function countsFor({ record }: ScreenedHit, category: ListedCategory, { today, decision }: Counted): boolean {
  return record.categories.includes(category) && (category !== 'pep' || isExposed(record, today, decision));
}

/** The hits of a screening, disabled ones among them, that are of a category which a report with these breakdowns asks for. */
export function hitsOfReport(tree: BreakdownTree, { hits, disabled = [] }: Screening, counted: Counted): ScreenedHit[] {
  const categories = Object.keys(tree).map((leaf) => (ASKED[leaf] as Asked).category);
  return [...hits, ...disabled].filter((hit) => categories.some((category) => countsFor(hit, category, counted)));
}

const isUnanswered = (leaf: LeafFinding | undefined): boolean => leaf?.result === null && !leaf.doubt;

/** Query for the applicant as given, and with the documents' data if it differs. */
export function queryOf(applicant: ReportApplicant, documents: readonly DocumentReading[]): NameQuery {
  const written = new Set<string>();
  const names = [applicant, ...documents].flatMap(({ first_name: first, last_name: last }): QueryName[] => {
    const key = `${first ?? ''}\n${last ?? ''}`.toLowerCase();
    if (!last || written.has(key)) return [];
    written.add(key);
    return [first ? { first, last } : { last }];
  });
  const known = (values: readonly (string | null | undefined)[]) =>
    [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))] as string[];
  const births = known([applicant.dob, ...documents.map(({ date_of_birth }) => date_of_birth)]);
  const nationalities = known(documents.map(({ nationality }) => nationality));
  const countries = known([applicant.address?.country]);
  const genders = known(documents.map(({ gender }) => gender)) as ('male' | 'female')[];
  const ids = applicant.id_numbers.map(({ type, value }) => ({ type, number: value }));
  return {
    names,
    ...(births.length > 0 && { births }),
    ...(nationalities.length > 0 && { nationalities }),
    ...(countries.length > 0 && { countries }),
    // Documents that disagree say nothing.
    ...(genders.length === 1 && genders[0] && { gender: genders[0] }),
    ...(ids.length > 0 && { ids }),
  };
}

/** Returns whether a name has a word of letters: signs, digits and initials find nobody. */
const hasName = ({ first, last, full }: QueryName): boolean =>
  partsOf([first, last, full].filter(Boolean).join(' ')).some(
    ({ kind, text }) => kind !== 'initial' && /\D/.test(text),
  );

/** Returns whether a person is still politically exposed: by default for ever, else for so many years after the last position. */
export function isExposed(
  { positions }: Pick<ListedRecord, 'positions'>,
  today: string,
  { screening_pep_years: years }: Pick<DecisionSettings, 'screening_pep_years'>,
): boolean {
  if (years === null || positions.length === 0) return true;
  const since = `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
  // A year alone counts to its end.
  return positions.some(({ to }) => to === undefined || `${to}-12-31`.slice(0, 10) >= since);
}

interface LeafContext extends Asked {
  readonly decision: DecisionSettings;
  /** Some hit of the report is beyond doubt: then all are shown, and nobody is asked about the others. */
  readonly certain: boolean;
  /** True if any name of the applicant can be compared with names of lists. */
  readonly named: boolean;
  /** Hits that a reviewer has ruled out. */
  readonly ruledOut: number;
}

function leafOf(
  screening: Screening,
  hits: readonly ScreenedHit[],
  { decision, certain, named, ruledOut, ...context }: LeafContext,
) {
  const { screening_hit, screening_match } = decision;
  const [best] = hits;
  if (best) {
    const measure = best.hit.score;
    const count = `${hits.length} ${hits.length === 1 ? 'record' : 'records'} on lists of ${context.of}`;
    if (best.hit.verdict === 'match') {
      return consider(
        `${count} ${hits.length === 1 ? 'matches' : 'match'} the applicant. Best score: ${measure.toFixed(2)}`,
        {
          measure,
          threshold: screening_match,
        },
      );
    }
    const reason = `${count} may be the applicant. Best score: ${measure.toFixed(2)}`;
    if (certain) return consider(reason, { measure, threshold: screening_hit });
    return doubtful(`${reason} (certain from ${screening_match.toFixed(2)})`, {
      measure,
      threshold: screening_match,
      settles:
        'Compare these points in order: kind of list, full name, date of birth, nationality, place. If they do not ' +
        'settle it, ask the applicant.',
    });
  }
  const lists = listsOf(screening, context.category);
  if (lists.length === 0) return unassessed(`No list of ${context.of} is loaded`);
  const stale = lists.filter(({ age }) => age > decision.screening_max_age);
  if (stale.length > 0) {
    const ages = stale.map(({ list, age }) => `${list} was last confirmed ${age} days ago`);
    return unassessed(`Lists are out of date, so a search proves nothing: ${ages.join(', ')}`, {
      threshold: decision.screening_max_age,
    });
  }
  if (!named) {
    return doubtful('The name of the applicant has no word to search the lists for', {
      settles: 'Ask the applicant for the full name as written on a document.',
    });
  }
  if (screening.incomplete) {
    return unassessed('The search was stopped because too many listed names are similar', {
      settles:
        'Search the lists for the first and last name on the document. If the document shows another name, ask the applicant ' +
        'for the full name.',
    });
  }
  const nearest = screening.nearest === null ? '' : `. Best score below: ${screening.nearest.toFixed(2)}`;
  const versions = lists.map(versionText).join(', ');
  const { length } = screening.suppressed;
  const suppressed = length === 0 ? '' : `. Suppressed: ${length}`;
  const reviewed = ruledOut === 0 ? '' : `. Ruled out by a reviewer: ${ruledOut}`;
  const disabled = screening.disabled?.length ? `. Disabled on the monitor: ${screening.disabled.length}` : '';
  return clear(
    `No record on ${versions} reaches the score ${screening_hit.toFixed(2)}${suppressed}${disabled}${reviewed}${nearest}`,
    {
      threshold: screening_hit,
      ...(screening.nearest !== null && { measure: screening.nearest }),
    },
  );
}

type People = readonly [ScreenedHit, ...ScreenedHit[]];

/** Hits by person, best score first: entries that carry the same reference of the United Nations are of one. */
function samePeople(hits: readonly ScreenedHit[]): People[] {
  const people = new Map<string, ScreenedHit[]>();
  for (const hit of hits) {
    const { un_reference, source_id } = hit.record;
    const key = un_reference === undefined ? JSON.stringify([hit.list, source_id]) : `un ${un_reference}`;
    people.set(key, [...(people.get(key) ?? []), hit]);
  }
  return [...people.values()] as unknown as People[];
}
