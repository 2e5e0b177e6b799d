import { LONGEST_LIFE } from '@bonafide/verification';
import type { DecisionSettings } from '../../../context/decision-settings.ts';
import type { LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import { bestOf, type DocumentReading, type Known, partOfBirth, SOURCES } from './reading.ts';

/**
 * `age_validation`: whether the holder has the years that the account asks for. Where the century of birth is open, and one century
 * makes the holder too young, a person decides.
 */
export function ageValidation(
  reading: DocumentReading,
  { minimum_accepted_age }: Pick<DecisionSettings, 'minimum_accepted_age'>,
): LeafFindings {
  const birth = bestOf(reading, 'dateOfBirth');
  const days = birth ? daysOf(reading, birth) : lastPossible(reading);
  const [day] = days;
  if (!day) return { 'age_validation.minimum_accepted_age': unassessed('No date of birth was read') };
  const ages = days.map((born) => yearsBetween(born, reading.today));
  const figure = { measure: Math.min(...ages), threshold: minimum_accepted_age };
  const years = `${ages.join(' or ')} years old (${SOURCES[birth?.source ?? 'mrz']}), minimum age ${minimum_accepted_age}`;
  const old = figure.measure >= minimum_accepted_age;
  const sure = birth && birth.certainty !== 'weak' && Math.max(...ages) < minimum_accepted_age;
  const reason = old ? 'The holder is old enough' : sure ? 'The holder is too young' : 'The holder may be too young';
  const judged = old ? clear : sure ? consider : doubtful;
  return {
    'age_validation.minimum_accepted_age': judged(`${reason}: ${years}`, figure),
  };
}

/** The days that a date of birth may mean: more than one where the document leaves the century open. */
function daysOf({ births = [] }: DocumentReading, { value, source }: Known): readonly string[] {
  const open = source !== 'barcode' && births.includes(value);
  return open ? births : [value];
}

/** The latest days, in each century, on which a holder may be born whose day of birth is not known in full; empty without a year. */
function lastPossible(reading: DocumentReading): string[] {
  const part = partOfBirth(reading);
  if (!part?.year) return [];
  const year = Number(reading.today.slice(0, 4));
  const years = [`20${part.year}`, `19${part.year}`].filter(
    (full) => Number(full) <= year && year - Number(full) <= LONGEST_LIFE,
  );
  // Read as a text, no day of a month is after its 31st.
  return years.map((full) => `${full}-${part.month ?? '12'}-31`);
}

/** Whole years from one day to another, both `YYYY-MM-DD`. */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}
