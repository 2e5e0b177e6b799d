import { ageStated, LONGEST_LIFE } from '@bonafide/verification';
import { yearsBetween } from '../../../base/years-between.ts';
import type { DecisionSettings } from '../../../context/decision-settings.ts';
import { AGE_LEAF } from '../../age-only.ts';
import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import { UNCONFIRMED } from '../missing-evidence.ts';
import { bestOf, type DocumentReading, type Known, partOfBirth, SOURCES, valuesOf } from './reading.ts';

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

/**
 * `age_validation` of a report that answers whether the holder has an age. Its reasons give neither the date of birth nor the age. The
 * date must be certain: one under a right check digit, from a barcode or a chip, or one that a second place repeats. Each
 * value and each century that the document leaves open must lead to the same answer, on the day in every time zone. The rest lacks
 * evidence: a reviewer decides, or nobody answers.
 */
export function ageAnswered(reading: DocumentReading, age: number): LeafFindings {
  return { [AGE_LEAF]: judgedAge(reading, age) };
}

function judgedAge(reading: DocumentReading, age: number): LeafFinding {
  const { credential } = reading;
  const stated = credential?.authentic && !credential.data.dateOfBirth ? ageStated(credential.ages, age) : null;
  if (stated !== null) {
    return (stated ? clear : consider)(`The issuer signed that the holder is ${stated ? '' : 'not '}${age} or older`);
  }
  const values = valuesOf(reading, 'dateOfBirth');
  const [first, ...others] = values;
  const days = first ? values.flatMap((value) => daysOf(reading, value)) : lastPossible(reading);
  const younger = `${UNCONFIRMED} the holder is younger than ${age}`;
  if (days.length === 0) return doubtful(`${younger}. No date of birth was read`);
  const isOld = days.map((born) => yearsBetween(born, reading.westernToday) >= age);
  const mayBeOld = days.map((born) => yearsBetween(born, reading.today) >= age);
  const repeats = others.some(({ value, certainty }) => value === first?.value && certainty !== 'weak');
  const certain = first
    ? first.certainty === 'sure' || (first.certainty === 'likely' && repeats)
    : isOld.every(Boolean);
  if (certain && isOld.every(Boolean)) return clear(`The holder is ${age} or older`);
  if (certain && !mayBeOld.some(Boolean)) return consider(`The holder is younger than ${age}`);
  return doubtful(`${younger}. The date of birth is not certain enough`);
}
