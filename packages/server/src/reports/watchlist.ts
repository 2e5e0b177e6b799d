import { clearBreakdown } from './breakdown.ts';
import type { BreakdownTree, Properties, ReportApplicant, ReportType } from './types.ts';

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

function watchlist<Name extends string>(name: Name, ...lists: readonly string[]): ReportType<Name> {
  const tree: BreakdownTree = Object.fromEntries(lists.map((list) => [list, []]));
  const isPep = lists.includes('politically_exposed_person');
  return {
    name,
    family: 'other',
    uses: {},
    needs: [],
    tree,
    sandbox: {
      clear: () => ({ breakdown: clearBreakdown(tree), properties: { records: [] } }),
      consider: ({ applicant }) => ({
        result: 'consider',
        breakdown: { [isPep ? 'politically_exposed_person' : 'sanction']: { result: 'consider' } },
        properties: { records: [sampleRecord(applicant, isPep ? 'PEP' : 'SANCTION')] },
      }),
    },
  };
}

const sanctionsAndPeps = ['sanction', 'politically_exposed_person'] as const;

export const watchlistReports = [
  watchlist('watchlist_standard', ...sanctionsAndPeps, 'legal_and_regulatory_warnings'),
  watchlist('watchlist_enhanced', ...sanctionsAndPeps, 'monitored_lists', 'adverse_media'),
  watchlist('watchlist_aml', ...sanctionsAndPeps, 'legal_and_regulatory_warnings', 'adverse_media'),
  watchlist('watchlist_peps_only', 'politically_exposed_person'),
  watchlist('watchlist_sanctions_only', 'sanction'),
] as const;
