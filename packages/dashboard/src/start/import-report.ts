import { csvLine } from '../../../server/src/base/csv.ts';
import { saveFile } from '../api.ts';
import type { Answers } from '../api-types.ts';

type Results = Answers['POST /accounts/{account}/{environment}/applicant_imports']['results'];

const columns = ['row', 'outcome', 'applicant_id', 'workflow_run_id', 'link', 'error'] as const;

/** Downloads the results of an import as CSV, a line for each row of the file. */
export function saveReport(results: Results): void {
  const lines = [columns, ...results.map((result) => columns.map((name) => result[name]))].map(csvLine);
  saveFile(new Blob(lines, { type: 'text/csv' }), 'applicants-report.csv');
}
