import { leafPaths } from '../breakdown.ts';
import type { Assessment, BreakdownTree, LeafFinding } from '../outcome.ts';
import type { ReportSubject } from '../types.ts';
import { clear, consider, doubtful, unassessed } from './assessment.ts';
import type { Answer } from './lookup.ts';
import { ASK_AGAIN, givenValues, noSource, silentSources } from './source-answers.ts';
import type { Tools } from './tools.ts';

export type LicenceTools = Tools<'decision' | 'step' | 'lookUp'>;

/** The field of the request that each leaf is about. */
const GIVEN: Readonly<Record<string, string>> = {
  category: 'document_category',
  document_number: 'id_number',
  line_1: 'address_line_1',
  line_2: 'address_line_2',
  state_code: 'state',
  zip5: 'postal_code',
  zip4: 'postal_code',
  middle_initial: 'middle_name',
  first_name_fuzzy: 'first_name',
  middle_name_fuzzy: 'middle_name',
  last_name_fuzzy: 'last_name',
  sex_code: 'gender',
  eye_color: 'eye_color_code',
  height: 'height_measure_feet',
  weight: 'weight_measure',
};

/** Leaves that say `unidentified` where the register differs: without them it knows another person. */
const IDENTIFYING: readonly string[] = ['document_number', 'first_name', 'last_name'];

type Flag = 'match' | 'fuzzy' | 'no_match' | 'not_held';

/** Compares the licence of the request with the motor vehicle registers, field by field (contract 9.9). */
export async function assessLicence(
  tree: BreakdownTree,
  subject: ReportSubject,
  tools: LicenceTools,
): Promise<Assessment> {
  await tools.step('asking registers for the driving licence');
  const given = presentFields(subject.usDrivingLicence);
  const answers = await tools.lookUp({ driving_licence: given }, 'driving_licence', 'USA');
  const leaves = leafPaths(tree).map((path) => [path, leafOf(path.split('.')[1] as string, given, answers)] as const);
  return { leaves: Object.fromEntries(leaves), properties: {} };
}

function presentFields(licence: ReportSubject['usDrivingLicence']): Record<string, string> {
  const present = Object.entries(licence ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(present.map(([field, value]) => [field, String(value)]));
}

function leafOf(leaf: string, given: Readonly<Record<string, string>>, answers: readonly Answer[]): LeafFinding {
  const isNumber = leaf === 'document_number';
  if (answers.length === 0) {
    const reason = noSource('driving_licence', 'USA');
    return isNumber ? doubtful(reason, { settles: settles(given), ...shownTo(given) }) : unassessed(reason);
  }
  if (!isGiven(leaf, given)) return unassessed('The client did not give it');
  const found = findingOf(leaf, answers);
  // Without the number nobody knows whose licence it is.
  const isOpen = found.doubt || (isNumber && found.result === null);
  return isOpen ? doubtful(found.reason, { settles: ASK_AGAIN, ...shownTo(given) }) : found;
}

const settles = ({ issue_state }: Readonly<Record<string, string>>): string =>
  `Only the motor vehicle administration of ${issue_state ?? 'the state'} knows its licences: ask it by its own service.`;

const shownTo = (given: Readonly<Record<string, string>>) =>
  givenValues(given.issue_state, given.id_number, given.first_name, given.last_name, given.date_of_birth);

function isGiven(leaf: string, given: Readonly<Record<string, string>>): boolean {
  const value = given[GIVEN[leaf] ?? leaf];
  return value !== undefined && (leaf !== 'zip4' || value.replace(/\D/g, '').length === 9);
}

function findingOf(leaf: string, answers: readonly Answer[]): LeafFinding {
  const flags = answers.map((answer) => flagOf(leaf, answer));
  if (flags.includes('match')) return clear('The register has the same');
  if (leaf.endsWith('_fuzzy')) {
    const exact = answers.map((answer) => flagOf(leaf.replace('_fuzzy', ''), answer));
    if (flags.includes('fuzzy') || exact.includes('fuzzy')) return clear('The register has a similar name');
  }
  const alike = flags.includes('fuzzy') || isAlike(leaf, answers);
  const silent = silentSources(answers);
  // Its answer might be the one that agrees.
  if (silent) return alike || flags.includes('no_match') ? doubtful(silent) : unassessed(silent);
  if (alike) return consider('The register has a similar name, not the same');
  if (!flags.includes('no_match')) return unassessed('The register does not hold it, or does not compare it');
  const reason = 'The register has another';
  return IDENTIFYING.includes(leaf) ? { result: 'unidentified', reason } : consider(reason);
}

/** Whether a register that flags both forms of a name apart finds them alike. */
const isAlike = (leaf: string, answers: readonly Answer[]): boolean =>
  answers.some((answer) => ['match', 'fuzzy'].includes(flagOf(`${leaf}_fuzzy`, answer) ?? ''));

/** What a register says of a leaf, by its own name or that of the field in the request; of the number, by the whole answer. */
function flagOf(leaf: string, { fields, status }: Answer): Flag | undefined {
  const flag = fields?.[leaf] ?? (isFormOf(leaf) ? undefined : fields?.[GIVEN[leaf] ?? '']);
  if (flag || leaf !== 'document_number') return flag;
  return status === 'match' || status === 'no_match' ? status : undefined;
}

/** Leaves that are made of a part or another form of a field of the request: its flag is not theirs. */
const isFormOf = (leaf: string): boolean =>
  leaf.endsWith('_fuzzy') || ['zip4', 'zip5', 'middle_initial', 'height'].includes(leaf);
