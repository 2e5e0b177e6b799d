import { compareTwoNamesInSlices } from '@bonafide/verification';
import { Slices } from '../../base/slices.ts';
import type { ComparedValue, LeafFinding } from '../outcome.ts';
import type { ReportApplicant } from '../types.ts';
import { clear, consider, doubtful, unassessed } from './assessment.ts';
import type { Answer, LookupSubject, SourceKind } from './lookup.ts';

/** Operators' name for a source of each kind. */
const WORDS: Readonly<Record<SourceKind, string>> = {
  credit_agency: 'credit agency',
  telephone: 'telephone database',
  electoral: 'voting register',
  mortality: 'death register',
  national_id: 'register of national id numbers',
  ssn: 'source for social security numbers',
  driving_licence: 'source for driving licences',
  pan: 'source for PANs',
  phone: 'source for phone numbers',
  share_code: 'source for share codes',
  document_register: 'register of documents',
};

/** Least score of two names of one person: the `name_match` of a source that returns the name alone. */
const SAME_NAME = 0.85;

/** The applicant as sources may be asked; each kind gets what it needs of it. */
export function lookupSubject(applicant: ReportApplicant): LookupSubject {
  const { first_name, middle_name, last_name, dob, id_numbers } = applicant;
  return {
    first_name,
    middle_name: middle_name ?? null,
    last_name,
    date_of_birth: dob ?? null,
    id_numbers,
    addresses: lookupAddresses(applicant).map(({ address }) => address),
  };
}

/**
 * The addresses that sources of the applicant's country are asked about, also those that the applicant has left, each with its number
 * among all of the applicant, from 1. Sources of one country know nothing of homes in another.
 */
export function lookupAddresses({ address: current, addresses }: ReportApplicant) {
  const all = addresses ?? (current ? [current] : []);
  return all
    .map((address, index) => ({ address, number: index + 1 }))
    .filter(({ address }) => address.country === current?.country);
}

export const isUnavailable = ({ status }: Answer): boolean => status === 'unavailable';

/** The reason why no source was asked, for the operator. */
export const noSource = (kind: SourceKind, country: string | null | undefined): string =>
  country
    ? `No ${WORDS[kind]} is configured for ${country}`
    : `No ${WORDS[kind]} was asked because the country is unknown`;

/** Sources that gave no answer, with the reasons. */
export function silentSources(answers: readonly Answer[]): string {
  const silent = answers.filter(isUnavailable);
  return silent.map(({ source, reason }) => `${source} did not answer${reason ? ` (${reason})` : ''}`).join('; ');
}

export const ASK_AGAIN =
  'Look up the data another way. Or fix the connection to the source and order the report again.';

/** Values of the applicant from the client, for the operator who looks it up. Personal data. */
export const clientValues = (...values: readonly (string | null | undefined)[]): { values: ComparedValue[] } => ({
  values: values
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map((value) => ({ source: 'applicant', value: value as string, certainty: null, differing: [], part: null })),
});

const namesOf = (answers: readonly Answer[]): string => [...new Set(answers.map(({ source }) => source))].join(', ');

/**
 * Returns whether a source has the person or the number at all. A source without either says no to every field, and differs in
 * none.
 */
export const hasFound = ({ status, fields }: Answer): boolean =>
  status === 'match' ||
  status === 'partial' ||
  Object.values(fields ?? {}).some((flag) => flag === 'match' || flag === 'fuzzy');

/** The reason why a field that one source confirms is in doubt all the same. */
export const disagreement = (agreeing: readonly Answer[], against: readonly Answer[]): string =>
  `Confirmed by ${namesOf(agreeing)}, contradicted by ${namesOf(against)}`;

/** Returns whether a source says no as a whole, although no field of its answer does. */
const contradictsItself = ({ status, fields }: Answer): boolean =>
  status === 'no_match' && !Object.values(fields ?? {}).some((flag) => flag === 'no_match' || flag === 'fuzzy');

/**
 * The finding of one field. It is `clear` where one source confirms the field, whatever others lack. It is in doubt where another source
 * that has the person does not confirm the field, or where the source that confirms it says no as a whole. Without a confirmation, a
 * source that gave no answer leaves the field in doubt, and one that differs makes it `consider`. A field that no source holds is not
 * assessed.
 */
export function fieldFinding(answers: readonly Answer[], field: string): LeafFinding {
  const said = answers.map((answer) => ({ answer, value: answer.fields?.[field] ?? answer.status }));
  const by = (...values: string[]) => said.filter(({ value }) => values.includes(value)).map(({ answer }) => answer);
  const agreeing = by('match');
  if (agreeing.length > 0) {
    const denying = answers.filter((answer) => answer.fields?.[field] === 'no_match' && hasFound(answer));
    const against = [...denying, ...by('partial', 'fuzzy'), ...agreeing.filter(contradictsItself)];
    return against.length > 0
      ? doubtful(disagreement(agreeing, against), { settles: ASK_AGAIN })
      : clear(`Confirmed by ${namesOf(agreeing)}`);
  }
  const differing = by('no_match', 'partial', 'fuzzy');
  const against = differing.length > 0 ? [`Not confirmed by ${namesOf(differing)}`] : [];
  if (answers.some(isUnavailable)) {
    return doubtful([...against, silentSources(answers)].join('; '), { settles: ASK_AGAIN });
  }
  if (against[0]) return consider(against[0]);
  return unassessed(`${namesOf(answers)} does not hold this data`);
}

/** The first flag of an answer that is neither `match` nor `not_held`, although the report has no field of this name. */
export function hiddenDifference({ source, fields = {} }: Answer, known: ReadonlySet<string>): string | undefined {
  const hidden = Object.entries(fields).find(
    ([name, flag]) => !known.has(name) && flag !== 'match' && flag !== 'not_held',
  );
  return hidden && `${source} has a different ${hidden[0].replaceAll('_', ' ')}. The report has no field for it`;
}

/** Reason why an answer that confirms each field does not confirm the report; undefined if it confirms the report. */
function reservationOf(answer: Answer, known: ReadonlySet<string>): string | undefined {
  if (!hasFound(answer)) return undefined;
  const { source, status, fields } = answer;
  const isUnexplained = status === 'partial' && Object.values(fields ?? {}).every((flag) => flag === 'match');
  return (
    hiddenDifference(answer, known) ??
    (isUnexplained ? `${source} answered partial without saying which field differs` : undefined)
  );
}

/**
 * Puts the leaf `main` in doubt where every leaf is clear or not assessed, but an answer says that not everything agrees: by a flag of a
 * field that the report does not show, or by the status `partial`.
 *
 * @param known names of fields that the report shows
 */
export function withReservations<L extends { readonly [name: string]: LeafFinding }>(
  leaves: L,
  main: keyof L,
  { answers, known }: { readonly answers: readonly Answer[]; readonly known: readonly string[] },
): L {
  const isOpen = Object.values(leaves).some(({ result, doubt }) => doubt || (result !== 'clear' && result !== null));
  const names = new Set(known);
  const reason = isOpen ? undefined : answers.flatMap((answer) => reservationOf(answer, names) ?? [])[0];
  return reason ? { ...leaves, [main]: doubtful(reason, { settles: ASK_AGAIN }) } : leaves;
}

/** The same of a field without which the report says nothing: one that no source holds is in doubt. */
export function neededField(answers: readonly Answer[], field: string): LeafFinding {
  const found = fieldFinding(answers, field);
  return found.result === null && !found.doubt ? doubtful(found.reason, { settles: ASK_AGAIN }) : found;
}

/**
 * Judges whether the name that sources hold is the applicant's: by their flag for the field, else by the full name that they
 * return. A flag that agrees beside a full name that does not is in doubt. If no source has a name, their whole answers decide. A
 * source that gave no answer leaves another name in doubt, as in `fieldFinding`. Null if none of them found the person.
 */
export async function nameFinding(
  answers: readonly Answer[],
  field: string,
  applicant: ReportApplicant,
): Promise<LeafFinding> {
  const found = answers.filter((answer) => hasFound(answer) || answer.fields?.[field] !== undefined);
  const silent = answers.filter(isUnavailable);
  if (found.length === 0) {
    return silent.length > 0
      ? doubtful(silentSources(silent), { settles: ASK_AGAIN })
      : unassessed('No source found the number, so there is no name to compare');
  }
  const scores = await scoresOf(found, applicant);
  const flagged = found.filter(({ fields }) => fields?.[field] !== undefined);
  const renamed = flagged.filter((answer) => {
    return answer.fields?.[field] === 'match' && (scores.get(answer) ?? SAME_NAME) < SAME_NAME;
  });
  if (renamed.length > 0) {
    return doubtful(
      `The full name from ${namesOf(renamed)} (${[...new Set(renamed.map(({ values }) => values?.full_name))].join(', ')}) does not match the applicant's name`,
      { settles: ASK_AGAIN },
    );
  }
  const scored = found.flatMap((answer) => {
    const score = scores.get(answer);
    return score !== undefined && !flagged.includes(answer) ? [{ answer, score }] : [];
  });
  if (flagged.length + scored.length === 0) return fieldFinding([...found, ...silent], field);
  const compared = scored.map(({ answer, score }): Answer => {
    return { ...answer, fields: { ...answer.fields, [field]: score >= SAME_NAME ? 'match' : 'no_match' } };
  });
  const finding = neededField([...flagged, ...compared, ...silent], field);
  // A score beside a flag may come from another source than the deciding one.
  if (flagged.length > 0) return finding;
  return { ...finding, measure: Math.max(...scored.map(({ score }) => score)), threshold: SAME_NAME };
}

/** Scores of the full names that answers return, from 0 to 1. A long name is compared in slices: other work has its turn. */
async function scoresOf(
  answers: readonly Answer[],
  { first_name: first, last_name: last }: ReportApplicant,
): Promise<ReadonlyMap<Answer, number>> {
  const scores = new Map<Answer, number>();
  for (const answer of answers) {
    const name = answer.values?.full_name;
    if (!name) continue;
    const { name_score } = await new Slices().run(compareTwoNamesInSlices({ first, last }, name));
    scores.set(answer, name_score);
  }
  return scores;
}
