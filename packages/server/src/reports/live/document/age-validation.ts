import { clear, consider, doubtful, type LeafFindings, unassessed } from '../assessment.ts';
import type { DecisionSettings } from '../decision.ts';
import { bestOf, type DocumentReading, SOURCES } from './reading.ts';

/** `age_validation`: whether the holder has the years that the account asks for. */
export function ageValidation(
  reading: DocumentReading,
  { minimum_accepted_age }: Pick<DecisionSettings, 'minimum_accepted_age'>,
): LeafFindings {
  const birth = bestOf(reading, 'dateOfBirth');
  if (!birth) return { 'age_validation.minimum_accepted_age': unassessed('No date of birth was read') };
  const figure = { measure: yearsBetween(birth.value, reading.today), threshold: minimum_accepted_age };
  const old = figure.measure >= minimum_accepted_age;
  const reason = `${figure.measure} years by the ${SOURCES[birth.source]}; at least ${minimum_accepted_age} are asked for`;
  const judged = old ? clear : birth.certainty === 'weak' ? doubtful : consider;
  return { 'age_validation.minimum_accepted_age': judged(reason, figure) };
}

/** Whole years from one day to another, both `YYYY-MM-DD`. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}
