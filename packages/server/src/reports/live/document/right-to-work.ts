import type { BreakdownTree, LeafFinding, LeafFindings, Properties, Verdict } from '../../outcome.ts';
import type { Family, ReportSubject } from '../../types.ts';
import { clear, unassessed, verdictOf } from '../assessment.ts';
import { assessShareCode, rightByDocument, type ShareCodeFindings } from '../share-code.ts';
import type { Tools } from '../tools.ts';
import { isRefused } from './image-integrity.ts';
import { assessDocument, type DocumentTools, readDocument } from './process.ts';
import { bestOf, type DocumentReading } from './reading.ts';

/**
 * Proposes every leaf that the report shares with those on documents. The right itself is with the Home Office, whose
 * service knows no programs: a provider before it, or a person, settles it.
 */
export async function processRightToWork(
  report: { readonly family: Family; readonly tree: BreakdownTree },
  subject: ReportSubject,
  tools: DocumentTools & Tools<'lookUp'>,
): Promise<Verdict> {
  // First: a source that is to be asked again would have the document read again.
  const shareCode = await assessShareCode(subject.applicant, tools);
  const reading = await readDocument(subject, tools);
  // Its tree has the age as a breakdown without leaves.
  const tree = { ...report.tree, age_validation: ['minimum_accepted_age'] };
  const { leaves, properties, ...shown } = await assessDocument(tree, {}, { reading, subject, tools });
  const { 'age_validation.minimum_accepted_age': age, ...shared } = leaves;
  const refused = isRefused(shared['image_integrity.image_quality'], shared['image_integrity.supported_document']);
  const number = bestOf(reading, 'documentNumber')?.value;
  const numbers = shared['data_validation.document_numbers'];
  const assessment = {
    ...shown,
    leaves: {
      ...shared,
      ...(age && { age_validation: age }),
      ...(numbers && number && !refused
        ? { 'data_validation.document_numbers': { ...numbers, properties: { document_number: number } } }
        : {}),
      ...rightLeaves(reading, shareCode, refused),
    },
    properties: refused ? {} : rightProperties(properties),
  };
  return verdictOf(report, assessment, tools.decision);
}

function rightLeaves(
  { uploads }: DocumentReading,
  shareCode: ShareCodeFindings | undefined,
  refused: boolean,
): LeafFindings {
  // Who holds the code is not known to be the applicant.
  const unless = (finding: LeafFinding) => (refused ? unassessed('The document was rejected') : finding);
  const path = 'right_to_work.applicant_has_the_right_to_work';
  if (!shareCode) return { [path]: unless(rightByDocument()) };
  const { right, code, name } = shareCode;
  return {
    [path]: unless(right),
    'share_code_validation.document_id': clear('The share code belongs to the document of this report', {
      properties: { document_id: uploads[0]?.id ?? null },
    }),
    'share_code_validation.applicant_has_valid_share_code': unless(code),
    'share_code_validation.name_matched': unless(name),
  };
}

/** Properties of this report (contract 9.8). */
const PROPERTIES = [
  ...['nationality', 'last_name', 'first_name', 'issuing_country', 'gender', 'document_type', 'document_numbers'],
  ...[
    'date_of_expiry',
    'date_of_birth',
    'issuing_date',
    'mrz_line1',
    'mrz_line2',
    'place_of_birth',
    'issuing_authority',
  ],
];

function rightProperties(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => PROPERTIES.includes(name)));
}
