import type { BornField } from '@bonafide/verification';
import type { LeafFinding, LeafFindings, Properties } from '../../outcome.ts';
import { clear, consider, doubtful } from '../assessment.ts';
import type { Answer, LookupDocument, LookupSubject } from '../lookup.ts';
import type { Tools } from '../tools.ts';
import type { RegisterRead } from './issuer-data.ts';
import { bestOf, type DocumentReading, type Field, lacks, shownValue, WORDS } from './reading.ts';

export type RegisterTools = Tools<'lookUp' | 'documentRegister' | 'analyser' | 'file'>;

/** Answers of the registers of the document's issuer. */
export interface RegisterAnswers {
  /** ISO 3166-1 alpha-3. */
  readonly issuer: string;
  /** Answers of the registers that answered. */
  readonly answers: readonly Answer[];
}

/** Names of the fields in an answer. */
const FLAGS = {
  document_number: 'documentNumber',
  first_name: 'givenNames',
  last_name: 'surname',
  date_of_birth: 'dateOfBirth',
  date_of_expiry: 'dateOfExpiry',
} as const satisfies Record<string, Field & BornField>;

type Flag = keyof typeof FLAGS;
const flags = Object.keys(FLAGS) as Flag[];

/** Fields that identify the document and its holder. A register that says no of these says that it has no such document. */
const IDENTIFYING: readonly Flag[] = ['document_number', 'first_name', 'last_name'];

const LEAF = 'compromised_document.document_database';
const PORTRAIT = 'visual_authenticity.picture_face_integrity';

/**
 * Asks the registers of the issuer about the document, by the data that were read. Undefined if none is configured for the country,
 * none answered, or the number, the holder's name or the date of birth was not read. Throws while a register is to be asked again.
 */
export async function askRegisters(
  reading: DocumentReading,
  properties: Properties,
  tools: RegisterTools,
): Promise<RegisterAnswers | undefined> {
  const issuer = bestOf(reading, 'issuingCountry')?.value;
  const configured = issuer && tools.documentRegister(issuer);
  if (!configured) return undefined;
  const subject = subjectOf(reading, properties, issuer);
  if (!subject) return undefined;
  const portrait = configured.takesPortrait ? await portraitOf(reading, tools) : undefined;
  const answers = await tools.lookUp({ ...subject, ...(portrait && { portrait }) }, 'document_register', issuer);
  const answered = answers.filter(({ status }) => status !== 'unavailable');
  return answered.length > 0 ? { issuer, answers: answered } : undefined;
}

function subjectOf(
  reading: DocumentReading,
  properties: Properties,
  issuing_country: string,
): LookupSubject | undefined {
  const value = (field: Field) => bestOf(reading, field)?.value;
  const [number, type, date_of_birth] = [value('documentNumber'), value('documentType'), value('dateOfBirth')];
  const [first_name, last_name] = [value('givenNames'), value('surname')];
  if (!number || !type || !date_of_birth || !(first_name || last_name)) return undefined;
  const more = {
    personal_number: properties.personal_number,
    state_code: properties.issuing_state,
    date_of_expiry: value('dateOfExpiry'),
    date_of_issue: properties.issuing_date,
    gender: properties.gender,
  };
  const texts = Object.entries(more).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const document: LookupDocument = { type, issuing_country, number, ...Object.fromEntries(texts) };
  return { ...(first_name && { first_name }), ...(last_name && { last_name }), date_of_birth, document };
}

/** The printed portrait: JPEG as base64; undefined without one. */
async function portraitOf({ sides }: DocumentReading, tools: RegisterTools): Promise<string | undefined> {
  const side = sides.find(({ portrait }) => portrait);
  if (!side) return undefined;
  const { bytes, mediaType } = await tools.file(side.id);
  const portrait = await tools.analyser.run('portraitOn', { bytes, mediaType });
  return portrait ? Buffer.from(portrait.bytes).toString('base64') : undefined;
}

const saysNo = (answer: Answer, name: string): boolean => answer.fields?.[name] === 'no_match';

/** Returns whether an answer says no: as a whole, or of a field, its status included. */
const contradicts = (answer: Answer): boolean =>
  answer.status === 'no_match' || Object.values(answer.fields ?? {}).includes('no_match');

/** Returns whether an answer confirms number, holder and date of birth, each by a flag of its own. */
function confirms({ fields = {} }: Answer, reading: DocumentReading): boolean {
  const holder = lacks(reading, 'surname') ? 'first_name' : 'last_name';
  return (['document_number', holder, 'date_of_birth'] as const).every((flag) => fields[flag] === 'match');
}

/** The evidence of registers: nothing if one of them says no, or none confirms the document. */
export function registerRead(reading: DocumentReading, { issuer, answers }: RegisterAnswers): RegisterRead {
  const current = !answers.some(contradicts);
  const confirming = answers.filter((answer) => confirms(answer, reading));
  const matching = flags.filter((flag) => confirming.some(({ fields }) => fields?.[flag] === 'match'));
  return {
    issuer,
    current,
    matching: matching.map((flag) => FLAGS[flag]),
    portraitMatches: confirming.some(({ fields }) => fields?.portrait === 'match'),
  };
}

/** The leaves with what registers say of the document. A list of compromised documents goes first. */
export function withRegisters(
  leaves: LeafFindings,
  reading: DocumentReading,
  { answers }: RegisterAnswers,
): LeafFindings {
  const record = recordLeaf(reading, answers);
  const other = answers.find((answer) => saysNo(answer, 'portrait'));
  return {
    ...leaves,
    ...(record && leaves[LEAF]?.result !== 'consider' && { [LEAF]: record }),
    // Years may lie between the two portraits: a person compares them.
    ...(other &&
      leaves[PORTRAIT]?.result !== 'consider' && {
        [PORTRAIT]: doubtful(`The register ${other.source} says that its portrait shows another person`),
      }),
  };
}

/** The gravest finding of all answers; undefined where they neither contradict nor confirm the document. */
function recordLeaf(reading: DocumentReading, answers: readonly Answer[]): LeafFinding | undefined {
  const findings = answers.map((answer) => findingOf(reading, answer)).filter((finding) => finding !== undefined);
  return (
    findings.find(({ result }) => result === 'consider') ??
    findings.find(({ doubt }) => doubt) ??
    findings.find(({ result }) => result === 'clear')
  );
}

function findingOf(reading: DocumentReading, answer: Answer): LeafFinding | undefined {
  const { source, status, fields = {} } = answer;
  if (saysNo(answer, 'status'))
    return consider(`The register ${source} says that the document is cancelled, lost or stolen`);
  const differing = flags.filter((flag) => saysNo(answer, flag));
  const identifying = differing.filter((flag) => IDENTIFYING.includes(flag));
  if (identifying.length > 0)
    return against(reading, identifying, `The register ${source} has another ${wordsOf(identifying, reading)}`);
  if (differing.length > 0) return doubtful(`The register ${source} has another ${wordsOf(differing, reading)}`);
  const values = Object.values(fields);
  if (status === 'no_match' && !values.includes('match')) {
    const number = valueIn(reading, 'documentNumber');
    return against(reading, ['document_number'], `The register ${source} has no document with the number ${number}`);
  }
  const similar = flags.filter((flag) => fields[flag] === 'fuzzy');
  if (similar.length > 0)
    return doubtful(`The register ${source} has a similar, but another ${wordsOf(similar, reading)}`);
  const isExplained = status === 'match' || values.includes('no_match') || values.includes('not_held');
  if (status === 'no_match' || !isExplained)
    return doubtful(`The register ${source} answered ${status} without saying which field differs`);
  return confirms(answer, reading) ? clear(`The register ${source} has the document with the same holder`) : undefined;
}

/** A finding against the document; for a person if every differing value may have been misread. */
function against(reading: DocumentReading, differing: readonly Flag[], reason: string): LeafFinding {
  const isSure = differing.some((flag) => bestOf(reading, FLAGS[flag])?.certainty === 'sure');
  return isSure ? consider(reason) : doubtful(`${reason}. The value may have been misread`);
}

const valueIn = (reading: DocumentReading, field: Field) => shownValue(field, bestOf(reading, field)?.value ?? '');

const wordsOf = (differing: readonly Flag[], reading: DocumentReading): string =>
  differing.map((flag) => `${WORDS[FLAGS[flag]]} than ${valueIn(reading, FLAGS[flag])}`).join(' and ');
