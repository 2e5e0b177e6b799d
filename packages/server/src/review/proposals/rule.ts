import type { DecisionSettings } from '../../context/decision-settings.ts';
import { type AssessedHit, isRecord } from '../../reports/hit.ts';
import type { Assessment } from '../../reports/outcome.ts';
import type { Decision } from '../../reports/records/decision.ts';

/** Score from which two operators clear a hit under `clear`: that from which a hit is certain by default. */
const FOUR_EYES_SCORE = 0.9;

interface Touched {
  readonly hit: AssessedHit;
  readonly cleared: boolean;
}

/** The undecided hits that a decision settles: one by one, with their leaf, or with the whole report. */
export function touchedHits({ hits = [] }: Pick<Assessment, 'hits'>, decision: Decision): Touched[] {
  const open = hits.filter(({ decided }) => decided === undefined || decided === 'unsure');
  if (!('leaves' in decision)) return open.map((hit) => ({ hit, cleared: decision.result === 'clear' }));
  return open.flatMap((hit) => {
    const own = decision.hits?.find(({ record }) => isRecord(record, hit.record));
    if (own) return [{ hit, cleared: own.decision === 'false_match' }];
    const results = hit.leaves.map((leaf) => decision.leaves[leaf]).filter((result) => result !== undefined);
    return results.length === 0 ? [] : [{ hit, cleared: results.includes('clear') }];
  });
}

/** Returns whether two operators make a decision together. `known`: the report's data before it. */
export function needsTwo(
  setting: DecisionSettings['screening_four_eyes'],
  known: Pick<Assessment, 'hits'> | undefined,
  decision: Decision,
): boolean {
  const touched = known ? touchedHits(known, decision) : [];
  if (setting === 'off') return false;
  if (setting === 'all') return touched.length > 0;
  const suppresses = 'leaves' in decision && decision.hits?.some((hit) => hit.suppress_months !== undefined);
  return suppresses === true || touched.some(({ hit, cleared }) => cleared && hit.score >= FOUR_EYES_SCORE);
}
