import { type DocumentAnalysis, type DocumentFile, joinSides, type SealFound } from '@bonafide/verification';
import type { Analyser, RunOptions } from '../../../analysis/analyser.ts';
import { withoutValues } from '../../age-only.ts';
import { leafPaths } from '../../breakdown.ts';
import type { Assessment, BreakdownTree, LeafFindings, Verdict } from '../../outcome.ts';
import type { DocumentRef, Family, ReportSubject } from '../../types.ts';
import { unassessed, verdictOf } from '../assessment.ts';
import type { Tools } from '../tools.ts';
import { ageAnswered, ageValidation } from './age-validation.ts';
import { withCenturies } from './centuries.ts';
import { type ChipTools, issuingAuthority, readChip } from './chip.ts';
import { compromisedDocument, lookUp, type RecordTools } from './compromised.ts';
import { type CredentialTools, readCredential } from './credential.ts';
import { dataComparison } from './data-comparison.ts';
import { dataConsistency } from './data-consistency.ts';
import { dataValidation } from './data-validation.ts';
import { factsOf, presenceOf, requiredOf } from './evidence/facts.ts';
import { gather } from './evidence/gather.ts';
import { requireEvidence } from './evidence/require.ts';
import { unreadSymbol } from './evidence/symbol.ts';
import { imageIntegrity, isRefused } from './image-integrity.ts';
import { partsOf } from './parts.ts';
import { documentProperties, type Extras } from './properties.ts';
import type { DocumentReading } from './reading.ts';
import { withReasons, withSteps } from './reasons.ts';
import { askRegisters, type RegisterTools, registerRead, withRegisters } from './register.ts';
import { readDocumentSeals, type SealTools, sealsOfDocument, withSeals } from './seals.ts';
import { fieldValues } from './values.ts';
import { visualAuthenticity } from './visual-authenticity.ts';

/** Differences between the reports on a document. */
export interface DocumentVariant extends Extras {
  /** A video of the document was ordered, too. */
  readonly video?: true;
}

export type ReadingTools = ChipTools & CredentialTools & SealTools & Tools<'step' | 'file' | 'westernToday'>;

/** Tools of the reports on documents. */
export type DocumentTools = ReadingTools &
  RecordTools &
  RegisterTools &
  Tools<'decision' | 'sanctionedCountries' | 'specimens' | 'sentUploads'>;

/** Reads the documents of a report, which are sides of one document, and judges them leaf by leaf. */
export async function processDocument(
  report: { readonly family: Family; readonly tree: BreakdownTree },
  variant: DocumentVariant,
  subject: ReportSubject,
  tools: DocumentTools,
): Promise<Verdict> {
  const reading = await readDocument(subject, tools);
  return verdictOf(report, await assessDocument(report.tree, variant, { reading, subject, tools }), tools.decision);
}

/** Reads every side, the chip where a capture SDK has read one, and the credential that a wallet presented. Throws what analysers throw. */
export async function readDocument(subject: ReportSubject, tools: ReadingTools): Promise<DocumentReading> {
  const { media, applicant, ageOver } = subject;
  await tools.step('reading the document');
  const { documentIds: ids = [], closeUps = [] } = media;
  const handedIn = frontFirst(
    ids.map((id) => media.documents.find((document) => document.id === id)).filter((id) => id !== undefined),
  );
  const files = [];
  const symbols: SealFound[] = [];
  let chip: DocumentReading['chip'] = null;
  let credential: DocumentReading['credential'];
  for (const { id } of handedIn) {
    const file = await tools.file(id);
    const { bytes, mediaType } = file;
    if (closeUps.includes(id)) {
      symbols.push(...(await tools.analyser.run('closeUp', { bytes, today: tools.today })));
      continue;
    }
    const isJson = mediaType === 'application/json';
    const presented = isJson && file.credential ? await readCredential(file, tools, ageOver) : null;
    const read = isJson && !presented ? await readChip(file, tools) : null;
    if (presented) credential = presented;
    else if (read) chip = read;
    else files.push({ id, bytes, mediaType });
  }
  // A close-up shows no side: nothing but its code is judged.
  const uploads = handedIn.filter(({ id }) => !closeUps.includes(id));
  const { today, westernToday } = tools;
  const analysis = await analyseDocument(tools.analyser, files, { today });
  const sides = analysis.sides.filter((side) => side.unreadable === undefined);
  const seals = await readDocumentSeals(analysis, symbols, tools);
  // The client learns no date of birth from an answer about an age: not even whether its own date is right.
  const knownBirth = ageOver === undefined ? applicant.dob : null;
  const data = { analysis, sides, uploads, chip, ...(credential && { credential }), today, westernToday };
  const reading = withCenturies(data, knownBirth);
  return seals.length > 0 ? { ...reading, seals: sealsOfDocument(reading, seals) } : reading;
}

/** Reads the files of a document side by side, as far as there are analysers. Throws what analysers throw. */
export async function analyseDocument(
  analyser: Pick<Analyser, 'run'>,
  files: readonly DocumentFile[],
  { today, ...turn }: RunOptions & { today: string },
): Promise<DocumentAnalysis> {
  const sides = await Promise.all(files.map((file) => analyser.run('documentSides', { file, today }, turn)));
  return joinSides(sides.flat());
}

const frontFirst = (uploads: readonly DocumentRef[]) =>
  uploads.toSorted((a, b) => Number(a.side === 'back') - Number(b.side === 'back'));

export interface Assessed {
  readonly reading: DocumentReading;
  readonly subject: ReportSubject;
  readonly tools: DocumentTools;
}

/**
 * Every leaf of the tree with its reason, and the properties. A report on an age alone stores no value of the document, and compares none
 * with the client's data or other reports: the results would disclose them.
 */
export async function assessDocument(
  tree: BreakdownTree,
  { video, ...extras }: DocumentVariant,
  { reading: read, subject, tools }: Assessed,
): Promise<Assessment> {
  const { ageOver } = subject;
  await tools.step('checking the images');
  const integrity = imageIntegrity(read, tools.sanctionedCountries);
  if (isRefused(integrity['image_integrity.image_quality'], integrity['image_integrity.supported_document'])) {
    return {
      leaves: within(tree, { ...refusedLeaves(tree, read), ...integrity }),
      properties: {},
      parts: partsOf(read),
      ...(tools.decision.report_assurance === 'on' &&
        ageOver === undefined && { assurance: factsOf(read, requiredOf(read, tools.decision)) }),
    };
  }
  const properties = documentProperties(read, extras);
  await tools.step('comparing the document with known data');
  const registers = await askRegisters(read, properties, tools);
  const reading = registers ? { ...read, register: registerRead(read, registers) } : read;
  const record = await lookUp(
    reading,
    properties,
    ageOver === undefined ? tools : { ...tools, otherUses: async () => [] },
  );
  const leaves: LeafFindings = {
    ...(ageOver === undefined && dataComparison(reading, subject.applicant)),
    ...dataValidation(reading),
    ...integrity,
    ...visualAuthenticity(reading, { video: video === true, specimens: tools.specimens }),
    ...dataConsistency(reading),
    ...compromisedDocument(record),
    ...(ageOver !== undefined && {
      'compromised_document.repeat_attempts': unassessed('Reports on an age alone look for no other reports'),
    }),
    ...(ageOver === undefined ? ageValidation(reading, tools.decision) : ageAnswered(reading, ageOver)),
    ...(reading.chip && issuingAuthority(reading.chip)),
  };
  const sealed = withSeals(leaves, reading);
  const required = requiredOf(reading, tools.decision);
  const presence = await presenceOf(reading, required, tools);
  const symbol = unreadSymbol(reading);
  const confirmed = gather(reading, presence === undefined ? undefined : presence >= Math.max(1, required.presence));
  const evidence = symbol ? { ...confirmed, symbol } : confirmed;
  const found = within(tree, registers ? withRegisters(sealed, reading, registers) : sealed);
  const judged = requireEvidence(ageOver === undefined ? found : withoutValues(found), evidence, required);
  const facts = { evidence, parts: partsOf(reading) };
  if (ageOver !== undefined) return { leaves: withSteps(judged), properties: {}, ...facts };
  const explained = withReasons(judged, reading, subject.applicant);
  return {
    leaves: explained,
    properties,
    fields: fieldValues(reading, subject.applicant),
    ...facts,
    ...(tools.decision.report_assurance === 'on' && { assurance: factsOf(reading, required, presence) }),
  };
}

/** Leaves that are there only where a barcode or a chip was read. */
const OPTIONAL = ['data_validation.barcode', 'issuing_authority'];

/** Nothing but the pictures is judged of a document that is refused (contract 9.2). */
function refusedLeaves(tree: BreakdownTree, { chip }: DocumentReading): LeafFindings {
  const paths = leafPaths(tree).filter((path) => !OPTIONAL.some((optional) => path.startsWith(optional)));
  const nfc = chip ? leafPaths(tree).filter((path) => path.startsWith('issuing_authority')) : [];
  return Object.fromEntries([...paths, ...nfc].map((path) => [path, unassessed('The document was rejected')]));
}

/** The findings that the tree has a leaf for, under the leaf's path. */
function within(tree: BreakdownTree, leaves: LeafFindings): LeafFindings {
  const found = leafPaths(tree).flatMap((path) => {
    const finding = leaves[path];
    return finding ? [[path, finding] as const] : [];
  });
  return Object.fromEntries(found);
}
