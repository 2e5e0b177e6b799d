import { leafPaths } from '../breakdown.ts';
import type { Assessment, BreakdownTree, LeafFinding, LeafFindings } from '../outcome.ts';
import type { ReportSubject } from '../types.ts';
import { UsDrivingLicence } from '../us-driving-licence-fields.ts';
import { clear, consider, doubtful, unassessed } from './assessment.ts';
import type { Answer, fieldAnswers } from './lookup.ts';
import {
  ASK_AGAIN,
  clientValues,
  disagreement,
  hasFound,
  hiddenDifference,
  isUnavailable,
  noSource,
  silentSources,
} from './source-answers.ts';
import type { Tools } from './tools.ts';

export type LicenceTools = Tools<'decision' | 'step' | 'lookUp'>;

/** Fields of the request that each leaf is about. A leaf without an entry is about the field of its own name. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  category: ['document_category'],
  document_number: ['id_number'],
  line_1: ['address_line_1'],
  line_2: ['address_line_2'],
  state_code: ['state'],
  zip5: ['postal_code'],
  zip4: ['postal_code'],
  middle_initial: ['middle_name'],
  first_name_fuzzy: ['first_name'],
  middle_name_fuzzy: ['middle_name'],
  last_name_fuzzy: ['last_name'],
  sex_code: ['gender'],
  eye_color: ['eye_color_code'],
  height: ['height_measure_feet', 'height_measure_inches'],
  weight: ['weight_measure'],
};

/** Leaves that say `unidentified` where the register differs: without them it knows another person. */
const IDENTIFYING: readonly string[] = ['document_number', 'first_name', 'last_name'];

const NAMES = ['first_name', 'last_name'] as const;

type Flag = (typeof fieldAnswers)[number];
type Given = Readonly<Record<string, string>>;

/** Compares the licence of the request with the motor vehicle registers, field by field (contract 9.9). */
export async function assessLicence(
  tree: BreakdownTree,
  subject: ReportSubject,
  tools: LicenceTools,
): Promise<Assessment> {
  await tools.step('looking up the driving licence');
  const licence = presentFields(subject.usDrivingLicence);
  const answers = await tools.lookUp({ driving_licence: licence }, 'driving_licence', 'USA');
  const paths = leafPaths(tree);
  const known = new Set([...Object.keys(UsDrivingLicence.properties), ...paths.map(nameOf)]);
  const found = Object.fromEntries(paths.map((path) => [path, leafOf(nameOf(path), licence, answers, known)]));
  return { leaves: { ...found, ...unprovenNames(found, licence, answers) }, properties: {} };
}

const nameOf = (path: string): string => path.split('.')[1] as string;

function presentFields(licence: ReportSubject['usDrivingLicence']): Record<string, string> {
  const filledFields = Object.entries(licence ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(filledFields.map(([field, value]) => [field, String(value)]));
}

function leafOf(leaf: string, licence: Given, answers: readonly Answer[], known: ReadonlySet<string>): LeafFinding {
  const isNumber = leaf === 'document_number';
  if (answers.length === 0) {
    const reason = noSource('driving_licence', 'USA');
    return isNumber ? doubtful(reason, { settles: settles(licence), ...shownTo(licence) }) : unassessed(reason);
  }
  if (!isGiven(leaf, licence)) return unassessed('The client did not send this field');
  const found = findingOf(leaf, licence, answers);
  if (isNumber && found.result === 'clear') {
    const reason = answers.flatMap((answer) => contradictionOf(answer, known) ?? [])[0];
    if (reason) return inDoubt(reason, licence);
  }
  // Without the number nobody knows whose licence it is.
  return found.doubt || (isNumber && found.result === null) ? inDoubt(found.reason, licence) : found;
}

const inDoubt = (reason: string, licence: Given): LeafFinding =>
  doubtful(reason, { settles: ASK_AGAIN, ...shownTo(licence) });

const settles = ({ issue_state }: Given): string =>
  `Look up the licence with the motor vehicle administration of ${issue_state ?? 'the issuing state'}.`;

const shownTo = (licence: Given) =>
  clientValues(licence.issue_state, licence.id_number, licence.first_name, licence.last_name, licence.date_of_birth);

const givenFor = (leaf: string, licence: Given): string[] =>
  (GIVEN[leaf] ?? [leaf]).filter((field) => licence[field] !== undefined);

const isGiven = (leaf: string, licence: Given): boolean =>
  givenFor(leaf, licence).length > 0 && (leaf !== 'zip4' || hasZip4(licence));

const hasZip4 = ({ postal_code = '' }: Given): boolean => postal_code.replace(/\D/g, '').length === 9;

/**
 * Names that no register confirms, where the number is not refuted. A register that confirms a licence does not confirm its
 * holder: without either name the report would be clear for every person.
 */
function unprovenNames(found: LeafFindings, licence: Given, answers: readonly Answer[]): LeafFindings {
  const number = found['document.document_number'];
  const mayBeClear = number?.result === 'clear' || number?.doubt === true;
  if (!mayBeClear || answers.every(isUnavailable)) return {};
  const open = NAMES.filter((name) => found[`personal.${name}`]?.result === null && !found[`personal.${name}`]?.doubt);
  const unsaid = open.filter((name) => isGiven(name, licence) && !answers.some(({ fields }) => fields?.[name]));
  const isNameless = unsaid.length === 0 && open.length === NAMES.length;
  const doubts = isNameless ? (['last_name'] as const) : unsaid;
  const reason = isNameless ? 'The register compared no name' : 'The register returned no result for this name';
  return Object.fromEntries(doubts.map((name) => [`personal.${name}`, inDoubt(reason, licence)]));
}

function findingOf(leaf: string, licence: Given, answers: readonly Answer[]): LeafFinding {
  const flagged = answers.map((answer) => ({ answer, flag: flagOf(leaf, answer, licence) }));
  const by = (...flags: Flag[]) =>
    flagged.filter(({ flag }) => flag && flags.includes(flag)).map(({ answer }) => answer);
  const refuting = by('no_match');
  if (by('match').length > 0) {
    const against = [...refuting.filter(hasFound), ...by('fuzzy')];
    return against.length > 0 ? doubtful(disagreement(by('match'), against)) : clear('The register has the same value');
  }
  if (leaf.endsWith('_fuzzy')) {
    const exact = answers.map((answer) => flagOf(leaf.replace('_fuzzy', ''), answer, licence));
    if (by('fuzzy').length > 0 || exact.includes('fuzzy')) return clear('The register has a similar name');
  }
  const alike = by('fuzzy').length > 0 || isAlike(leaf, answers);
  const silent = silentSources(answers);
  // Its answer might agree.
  if (silent) return alike || refuting.length > 0 ? doubtful(silent) : unassessed(silent);
  if (alike) return consider('The register has a similar value, but not the same');
  if (refuting.length === 0) return unassessed('The register does not compare this field');
  const reason = 'The register has a different value';
  return IDENTIFYING.includes(leaf) ? { result: 'unidentified', reason } : consider(reason);
}

/** Returns whether a register that flags both forms of a name separately finds them alike. */
const isAlike = (leaf: string, answers: readonly Answer[]): boolean =>
  answers.some((answer) => ['match', 'fuzzy'].includes(answer.fields?.[`${leaf}_fuzzy`] ?? ''));

/**
 * A register's answer for a leaf: by the name of the leaf, and by the request fields that the leaf is made of. The status counts for the
 * number as well.
 */
function flagOf(leaf: string, answer: Answer, licence: Given): Flag | undefined {
  const { fields = {}, status } = answer;
  if (leaf === 'zip4' || leaf === 'zip5') return zipFlag(leaf, fields, licence);
  const flags = [
    fields[leaf],
    ...(isFormOf(leaf) ? [] : [whole(givenFor(leaf, licence).map((field) => fields[field]))]),
  ];
  // A name that is not even similar is another name.
  if (fields[`${leaf}_fuzzy`] === 'no_match') flags.push('no_match');
  if (leaf !== 'document_number') return gravest(flags);
  // A number is one of its state.
  if (fields.issue_state === 'no_match') flags.push('no_match');
  return gravest(flags) ?? (status === 'match' || status === 'no_match' ? status : undefined);
}

/** Leaves that are another form of a field of the request: its flag is not theirs. */
const isFormOf = (leaf: string): boolean => leaf.endsWith('_fuzzy') || leaf === 'middle_initial';

/**
 * Flag of a register for a part of the postal code. A flag of the whole code counts for each part that has none of its own. A
 * whole that differs, although each part is said to agree, counts as another code.
 */
function zipFlag(leaf: 'zip4' | 'zip5', fields: NonNullable<Answer['fields']>, licence: Given): Flag | undefined {
  const whole = fields.postal_code;
  const own = (hasZip4(licence) ? (['zip5', 'zip4'] as const) : (['zip5'] as const)).map((part) => fields[part]);
  const isExplained = own.some((flag) => flag !== 'match');
  return fields[leaf] && isExplained ? fields[leaf] : gravest([fields[leaf], whole]);
}

const GRAVEST_FIRST = ['no_match', 'fuzzy', 'match', 'not_held'] as const;

const gravest = (flags: readonly (Flag | undefined)[]): Flag | undefined =>
  GRAVEST_FIRST.find((flag) => flags.includes(flag));

/** Flag for a combination of several fields: it agrees only if each of them does. */
function whole(flags: readonly (Flag | undefined)[]): Flag | undefined {
  const flag = gravest(flags);
  return flag === 'match' && flags.some((flag) => flag !== 'match') ? undefined : flag;
}

/** Reason why an answer that confirms the number is not reliable: its status contradicts it, or a field that is not of the licence does. */
function contradictionOf(answer: Answer, known: ReadonlySet<string>): string | undefined {
  const { fields = {}, status, source } = answer;
  const flags = Object.values(fields);
  const differs = flags.includes('no_match') || flags.includes('fuzzy');
  const hidden = hiddenDifference(answer, known);
  if (hidden) return hidden;
  // Where it has no such licence at all, and says nothing else, another register may have it.
  const isUnexplained = status === 'no_match' ? !differs && flags.includes('match') : status === 'partial' && !differs;
  if (!isUnexplained || (status === 'partial' && flags.includes('not_held'))) return undefined;
  return `${source} answered ${status} without saying which field differs`;
}
