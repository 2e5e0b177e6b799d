import { expect, test } from 'vitest';
import type { AssessedHit } from '../../reports/hit.ts';
import type { Decision } from '../../reports/records/decision.ts';
import { type Control, controlOf } from './settle.ts';

const record = { list: 'un', source_id: 'QDi.001' };
const hit = (score: number): AssessedHit => ({ record, score, leaves: ['sanction'] });
const whole = (result: 'clear' | 'consider'): Decision => ({ result, flagged: [], note: 'Checked' });
const falseMatch = { record, decision: 'false_match', reason: 'different_birth_date', note: 'Born in 1990' } as const;
const onHit = (suppress_months?: number): Decision => ({
  leaves: {},
  hits: [suppress_months === undefined ? falseMatch : { ...falseMatch, suppress_months }],
  note: 'Checked',
});

type Screening = 'off' | 'clear' | 'all';

test.each<[Control, 'on' | 'off', Screening, number | null, Decision]>([
  ['alone', 'off', 'off', 0.95, whole('clear')],
  ['alone', 'off', 'clear', null, whole('clear')],
  // Under `clear`, two operators clear a hit from 0.9 on, and suppress any.
  ['proposal', 'off', 'clear', 0.9, whole('clear')],
  ['alone', 'off', 'clear', 0.89, whole('clear')],
  ['alone', 'off', 'clear', 0.95, whole('consider')],
  ['alone', 'off', 'clear', 0.5, onHit()],
  ['proposal', 'off', 'clear', 0.5, onHit(12)],
  ['proposal', 'off', 'all', 0.5, whole('consider')],
  ['alone', 'off', 'all', null, whole('consider')],
  // Two people who decide by themselves need no proposal.
  ['double_review', 'on', 'all', 0.95, onHit(12)],
  ['double_review', 'on', 'off', null, whole('consider')],
])(
  '%s: decision_four_eyes %s, screening_four_eyes %s, a hit of score %s',
  (control, double, screening, score, decision) => {
    const rules = { decision_four_eyes: double, screening_four_eyes: screening };
    const known = score === null ? undefined : { hits: [hit(score)] };
    expect(controlOf(rules, { decision, known, proposedBy: undefined })).toBe(control);
    // The person who confirms a proposal is the second one already.
    expect(controlOf(rules, { decision, known, proposedBy: 'operator:0192' })).toBe('confirms');
  },
);
