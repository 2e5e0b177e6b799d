import type { DecisionSettings } from '../../../context/decision-settings.ts';
import type { LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import { bestOf, type DocumentReading, partOfBirth, SOURCES } from './reading.ts';

/** `age_validation`: whether the holder has the years that the account asks for. */
export function ageValidation(
  reading: DocumentReading,
  { minimum_accepted_age }: Pick<DecisionSettings, 'minimum_accepted_age'>,
): LeafFindings {
  const birth = bestOf(reading, 'dateOfBirth');
  const day = birth?.value ?? lastPossible(reading);
  if (!day) return { 'age_validation.minimum_accepted_age': unassessed('No date of birth was read') };
  const figure = { measure: yearsBetween(day, reading.today), threshold: minimum_accepted_age };
  const old = figure.measure >= minimum_accepted_age;
  const sure = birth && birth.certainty !== 'weak';
  const reason = old ? 'The holder is old enough' : sure ? 'The holder is too young' : 'The holder may be too young';
  const years = `${figure.measure} years old (${SOURCES[birth?.source ?? 'mrz']}), minimum age ${minimum_accepted_age}`;
  const judged = old ? clear : sure ? consider : doubtful;
  return {
    'age_validation.minimum_accepted_age': judged(`${reason}: ${years}`, figure),
  };
}

/** The latest day on which a holder may be born whose day of birth is not known in full; null without a year. */
function lastPossible(reading: DocumentReading): string | null {
  const part = partOfBirth(reading);
  if (!part?.year) return null;
  const century = `20${part.year}` > reading.today.slice(0, 4) ? '19' : '20';
  // Read as a text, no day of a month is after its 31st.
  return `${century}${part.year}-${part.month ?? '12'}-31`;
}

/** Whole years from one day to another, both `YYYY-MM-DD`. */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}
