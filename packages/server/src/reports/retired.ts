import type { ReportType } from './types.ts';

/**
 * Reports that only v1 still takes: no source provides them any more. Each ends `withdrawn` at once, in sandbox and in live:
 * a report without an analysis must not say `clear`. (Of two ways, to complete them as clear and to
 * withdraw them, this is the second.) v2 answers `deprecated_reports`; v3 never knew the names.
 */
function retired<Name extends string>(name: Name): ReportType<Name> {
  return {
    name,
    family: 'other',
    acceptedBy: ({ generation }) => generation === 1,
    uses: {},
    needs: [],
    tree: {},
    unmet: () => ({ status: 'withdrawn', result: null, sub_result: null, breakdown: {}, properties: {} }),
  };
}

export const retiredReports = [
  retired('ssn_trace'),
  retired('street_level'),
  retired('credit'),
  retired('criminal_history'),
  retired('directorship'),
  retired('anti_money_laundering'),
  retired('negative_media'),
  retired('employment'),
  retired('education'),
  retired('eviction'),
  retired('sex_offender'),
  retired('national_criminal'),
  retired('county_criminal'),
  retired('state_criminal'),
  retired('federal_criminal'),
  retired('drug_test'),
  retired('driving_record'),
] as const;

export type RetiredReportName = (typeof retiredReports)[number]['name'];
