import { invalid } from '../../base/errors.ts';

interface RepeatAttempt {
  report_id: string;
  applicant_id: string;
  date_of_birth: 'match' | 'mismatch';
  names: 'match' | 'mismatch';
  result: 'clear' | 'consider';
  created_at: string;
  completed_at: string;
}

/** Earlier attempts with the document of a report. The counters include the report itself. */
export interface RepeatAttempts {
  report_id: string;
  repeat_attempts: RepeatAttempt[];
  attempts_count: number;
  /** 0 to 1. */
  attempts_clear_rate: number;
  /** Attempts with at least one mismatch. */
  unique_mismatches_count: number;
}

/** The report of the samples: it exists nowhere, nor do the applicants of the attempts. */
const report_id = '00000000-0000-0000-0000-000000000000';

const first = {
  report_id: '00000000-0000-4000-8000-00000000c001',
  applicant_id: '00000000-0000-4000-8000-00000000a001',
} as const;
const firstTimes = { created_at: '2024-01-15T10:00:00Z', completed_at: '2024-01-15T10:00:30Z' } as const;

const answers: Readonly<Record<string, RepeatAttempts>> = {
  match: {
    report_id,
    repeat_attempts: [{ ...first, date_of_birth: 'match', names: 'match', result: 'clear', ...firstTimes }],
    attempts_count: 2,
    attempts_clear_rate: 1,
    unique_mismatches_count: 0,
  },
  mismatch: {
    report_id,
    repeat_attempts: [
      { ...first, date_of_birth: 'mismatch', names: 'match', result: 'consider', ...firstTimes },
      {
        report_id: '00000000-0000-4000-8000-00000000c002',
        applicant_id: '00000000-0000-4000-8000-00000000a002',
        date_of_birth: 'match',
        names: 'mismatch',
        result: 'consider',
        created_at: '2024-01-16T10:00:00Z',
        completed_at: '2024-01-16T10:00:30Z',
      },
    ],
    attempts_count: 3,
    attempts_clear_rate: 0.3333,
    unique_mismatches_count: 2,
  },
  // A rate of 0 is what published clients observed, although the one attempt counts as clear elsewhere.
  empty: { report_id, repeat_attempts: [], attempts_count: 1, attempts_clear_rate: 0, unique_mismatches_count: 0 },
};

/**
 * The sandbox answer to a keyword (`match`, `mismatch`, `empty`, `error`) in the place of a report id.
 *
 * @returns undefined when the word is not a keyword
 * @throws validation_error for `error`
 */
export function repeatAttemptsAnswer(keyword: string): RepeatAttempts | undefined {
  if (keyword === 'error') throw invalid({ report_id: ['must be a completed document report'] });
  return Object.hasOwn(answers, keyword) ? structuredClone(answers[keyword]) : undefined;
}
