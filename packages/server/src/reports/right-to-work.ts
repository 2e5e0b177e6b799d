import { documentTree } from './document.ts';
import { processRightToWork } from './live/document/right-to-work.ts';
import { dateOfBirth, someDocument } from './needs.ts';
import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

const { issuing_authority: _, ...common } = documentTree;

/** Tree of a document report without barcode, several sources and chip, and with the right and the share code. */
const tree = {
  ...common,
  data_validation: common.data_validation.filter((leaf) => leaf !== 'barcode'),
  data_consistency: common.data_consistency.filter((leaf) => leaf !== 'multiple_data_sources_present'),
  age_validation: [],
  right_to_work: ['applicant_has_the_right_to_work'],
  share_code_validation: ['document_id', 'applicant_has_valid_share_code', 'name_matched'],
} satisfies BreakdownTree;

export const rightToWork: ReportType<'right_to_work'> = {
  name: 'right_to_work',
  family: 'other',
  uses: { documents: 'identity' },
  needs: [someDocument, dateOfBirth],
  tree,
  process: (subject, tools) => processRightToWork({ family: 'other', tree }, subject, tools),
};
