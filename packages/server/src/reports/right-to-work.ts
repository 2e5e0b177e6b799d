import { clearBreakdown, flag } from './breakdown.ts';
import { documentTree, sandboxProperties } from './document.ts';
import { processRightToWork } from './live/document/right-to-work.ts';
import { selectMedia } from './media.ts';
import { dateOfBirth, someDocument } from './needs.ts';
import type { BreakdownTree, MediaUse, ReportType } from './types.ts';

const { issuing_authority: _, ...common } = documentTree;

/** That of a document report without barcode, several sources and chip, and with the right and the share code. */
const tree = {
  ...common,
  data_validation: common.data_validation.filter((leaf) => leaf !== 'barcode'),
  data_consistency: common.data_consistency.filter((leaf) => leaf !== 'multiple_data_sources_present'),
  age_validation: [],
  right_to_work: ['applicant_has_the_right_to_work'],
  share_code_validation: ['document_id', 'applicant_has_valid_share_code', 'name_matched'],
} satisfies BreakdownTree;

const uses: MediaUse = { documents: 'identity' };

export const rightToWork: ReportType<'right_to_work'> = {
  name: 'right_to_work',
  family: 'other',
  uses,
  needs: [someDocument, dateOfBirth],
  tree,
  sandbox: {
    clear({ applicant, media }) {
      const hasShareCode = applicant.id_numbers.some(({ type }) => type === 'share_code');
      const document_id = selectMedia(uses, media).documents[0]?.id ?? null;
      return {
        breakdown: clearBreakdown(tree, {
          absent: hasShareCode ? [] : ['share_code_validation'],
          properties: {
            'data_validation.document_numbers': { document_number: '999999999' },
            'share_code_validation.document_id': { document_id },
          },
        }),
        properties: {
          ...sandboxProperties(applicant),
          document_version: '',
          issuing_date: '2021-05-29',
          place_of_birth: '',
          issuing_authority: '',
        },
      };
    },
    consider: () => flag('right_to_work', { applicant_has_the_right_to_work: null }),
  },
  process: (subject, tools) => processRightToWork({ family: 'other', tree }, subject, tools),
};
