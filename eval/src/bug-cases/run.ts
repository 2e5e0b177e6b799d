import { type BuiltService, startBuilt, until } from '../../../e2e/src/live/built.ts';
import type { DocumentCase } from './case.ts';
import { type DrawnSides, drawLicence, drawWithMrz } from './draw.ts';

/** Breakdowns about the data of a document. */
const OF_DATA = ['data_comparison.', 'data_validation.', 'data_consistency.', 'age_validation.'];

/** Milliseconds that a report may take beside other measurements. */
const PATIENCE_MS = 1_800_000;

/** Values of the report that differ from a case's, or stand in the way: `name: got, expected`. */
export type Differences = readonly string[];

/** Starts a service whose account accepts documents that show no sign of a forgery, since drawn pictures prove nothing. */
export async function startForCases(flags: readonly string[] = []): Promise<BuiltService> {
  const service = await startBuilt({ flags });
  const { accounts } = await service.operate('/accounts');
  service.bonafide('account', 'set', accounts[0].id, 'decision_validity=1');
  return service;
}

const drawn = ({ lines, barcode, title, fields }: DocumentCase): Promise<DrawnSides> =>
  lines ? drawWithMrz(lines, title, fields) : drawLicence(barcode!, title, fields);

/** Uploads a drawn document, runs a live check of it and compares its report with the case. */
export async function tried(service: BuiltService, given: DocumentCase): Promise<Differences> {
  const { call, liveToken: token } = service;
  const { front, back } = await drawn(given);
  const location = { country_of_residence: given.country ?? 'GBR' };
  const consents = [{ name: 'privacy_notices_read', granted: true }];
  const { id: applicant_id } = await call(token, 'POST', '/v3.6/applicants', {
    ...given.applicant,
    location,
    consents,
  });
  const sides = back
    ? ([
        ['front', front],
        ['back', back],
      ] as const)
    : ([['', front]] as const);
  for (const [side, bytes] of sides) {
    const form = new FormData();
    form.append('applicant_id', applicant_id);
    form.append('type', given.type);
    if (given.country) form.append('issuing_country', given.country);
    if (side) form.append('side', side);
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'document.png');
    await call(token, 'POST', '/v3.6/documents', form);
  }
  const check = await call(token, 'POST', '/v3.6/checks', { applicant_id, report_names: ['document'] });
  const [id] = check.report_ids;
  const report = await until(async () => {
    const now = await call(token, 'GET', `/v3.6/reports/${id}`);
    return now.status !== 'awaiting_data' && now;
  }, PATIENCE_MS);
  const { accounts } = await service.operate('/accounts');
  const seen = await service.operate(`/accounts/${accounts[0].id}/reports/${id}`);
  if (seen.failure) return [`failure: ${JSON.stringify(seen.failure)}`];
  const properties = report.status === 'complete' ? report.properties : seen.properties;
  return differences(given, properties, seen.leaves, seen.doubts);
}

interface Leaf {
  readonly result: string | null;
  readonly reason?: string;
}

function differences(
  { properties, considered = [], doubted = [] }: DocumentCase,
  read: Readonly<Record<string, unknown>>,
  leaves: Readonly<Record<string, Leaf>>,
  doubts: readonly string[],
): string[] {
  const values = Object.entries(properties).flatMap(([name, value]) => {
    const [got, expected] = [read[name] ?? null, value ?? null].map((one) => JSON.stringify(one));
    return got === expected ? [] : [`${name}: ${got}, expected ${expected}`];
  });
  const ofData = Object.entries(leaves).filter(([path]) => OF_DATA.some((start) => path.startsWith(start)));
  const states = ofData.flatMap(([path, { result, reason }]) => {
    const state = doubts.includes(path) ? 'doubted' : result === 'consider' ? 'considered' : 'sound';
    const expected = doubted.includes(path) ? 'doubted' : considered.includes(path) ? 'considered' : 'sound';
    return state === expected ? [] : [`${path}: ${state}, expected ${expected}: ${reason}`];
  });
  return [...values, ...states];
}
