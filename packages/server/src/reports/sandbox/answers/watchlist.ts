import { clearBreakdown } from '../../breakdown.ts';
import type { Properties } from '../../outcome.ts';
import type { ReportApplicant } from '../../types.ts';
import type { SandboxAnswer } from '../answer.ts';

/** The record that a sandbox hit shows. */
function sampleRecord({ first_name, last_name }: ReportApplicant, category: 'PEP' | 'SANCTION'): Properties {
  const source = { source_name: 'Sandbox source', source_url: 'https://example.com/record' };
  return {
    full_name: `${first_name} ${last_name}`,
    date_of_birth: ['1990-01-01'],
    address: [
      {
        address_line1: '1 SAMPLE STREET',
        town: 'LONDON',
        state_province: '',
        postal_code: 'SW4 6EH',
        country: 'GBR',
        locator_type: 'ADDRESS',
      },
    ],
    alias: [],
    associate: [],
    attribute: [{ attribute_type: 'Nationality', attribute_value: 'GBR' }],
    event: [
      {
        category,
        sub_category: 'ASC',
        event_date: '2015-01-01',
        event_description: 'Sandbox sample event',
        source: { ...source, source_date: '2015-01-01', source_format: 'WEB' },
      },
    ],
    position: ['Sample position, GBR, 2015'],
    source: [{ ...source, source_headline: 'Sandbox sample', source_format: 'WEB' }],
  };
}

/** Answer of a report that searches lists; a hit is on the given list. */
export function watchlistAnswer(list: 'politically_exposed_person' | 'sanction'): SandboxAnswer {
  return {
    clear: (_, { tree }) => ({ breakdown: clearBreakdown(tree), properties: { records: [] } }),
    consider: ({ applicant }) => ({
      result: 'consider',
      breakdown: { [list]: { result: 'consider' } },
      properties: { records: [sampleRecord(applicant, list === 'sanction' ? 'SANCTION' : 'PEP')] },
    }),
  };
}
