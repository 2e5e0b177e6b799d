import { clearBreakdown, flag } from '../../breakdown.ts';
import { selectMedia } from '../../media.ts';
import type { SandboxAnswer } from '../answer.ts';
import { sandboxProperties } from './document.ts';

export const rightToWorkAnswer: SandboxAnswer = {
  clear({ applicant, media }, { tree, uses }) {
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
};
