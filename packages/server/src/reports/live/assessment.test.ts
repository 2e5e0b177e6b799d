import { describe, expect, test } from 'vitest';
import { documentTree } from '../document.ts';
import { clear, consider, doubtful, type LeafFindings, unassessed, verdictOf } from './assessment.ts';

const document = { family: 'document', tree: documentTree } as const;
const person = { decision_uncertain: 'person' } as const;
const nobody = { decision_uncertain: 'consider' } as const;

const judged = (leaves: LeafFindings, settings: typeof person | typeof nobody = person) => {
  const verdict = verdictOf(document, { leaves, properties: {} }, settings);
  return verdict.status === 'complete' ? [verdict.result, verdict.sub_result] : verdict.status;
};

describe('what becomes of an assessment', () => {
  const fine = { 'image_integrity.image_quality': clear('Sharp'), police_record: unassessed('No source') };

  test('without doubts it is the outcome', () => {
    expect(judged(fine)).toEqual(['clear', 'clear']);
    expect(judged({ ...fine, 'data_comparison.last_name': consider('Another name') })).toEqual(['consider', 'caution']);
  });

  test('a doubt goes to a person, or is consider where the account wants none', () => {
    const leaves = { ...fine, 'visual_authenticity.fonts': doubtful('Another type?') };
    expect(judged(leaves)).toBe('awaiting_approval');
    expect(judged(leaves, nobody)).toEqual(['consider', 'suspected']);
  });

  test('nobody is asked about a doubt that can change nothing', () => {
    const doubt = { 'visual_authenticity.fonts': doubtful('Another type?') };
    const rejected = { ...doubt, 'age_validation.minimum_accepted_age': consider('15 years') };
    expect(judged(rejected)).toEqual(['consider', 'rejected']);
    expect(judged(rejected, nobody)).toEqual(['consider', 'rejected']);
    // A caution may still turn out to be a suspicion.
    expect(judged({ ...doubt, 'data_comparison.last_name': consider('Another name') })).toBe('awaiting_approval');
    const verdict = verdictOf(document, { leaves: rejected, properties: {} }, person);
    expect(verdict).toMatchObject({
      breakdown: { visual_authenticity: { result: null, breakdown: { fonts: { result: null, properties: {} } } } },
    });
  });
});
