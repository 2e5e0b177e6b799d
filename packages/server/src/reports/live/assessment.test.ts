import { describe, expect, test } from 'vitest';
import { documentTree } from '../document.ts';
import type { LeafFindings, Outcome } from '../outcome.ts';
import { proofOfAddress } from '../proof-of-address.ts';
import { clear, consider, doubtful, outcomeOf, settle, unassessed, verdictOf } from './assessment.ts';

const document = { family: 'document', tree: documentTree } as const;
const person = { decision_uncertain: 'person' } as const;
const noReviewer = { decision_uncertain: 'consider' } as const;

const judged = (leaves: LeafFindings, settings: typeof person | typeof noReviewer = person) => {
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
    expect(judged(leaves, noReviewer)).toEqual(['consider', 'suspected']);
  });

  test('no reviewer is asked about a doubt that can change nothing', () => {
    const doubt = { 'visual_authenticity.fonts': doubtful('Another type?') };
    const rejected = { ...doubt, 'age_validation.minimum_accepted_age': consider('15 years') };
    expect(judged(rejected)).toEqual(['consider', 'rejected']);
    expect(judged(rejected, noReviewer)).toEqual(['consider', 'rejected']);
    // A caution may still turn out to be a suspicion.
    expect(judged({ ...doubt, 'data_comparison.last_name': consider('Another name') })).toBe('awaiting_approval');
    const verdict = verdictOf(document, { leaves: rejected, properties: {} }, person);
    expect(verdict).toMatchObject({
      breakdown: { visual_authenticity: { result: null, breakdown: { fonts: { result: null, properties: {} } } } },
    });
  });

  test('a document that is refused only in the end shows no more than one that was refused at once', () => {
    const leaves = {
      ...fine,
      'image_integrity.supported_document': doubtful('Nothing shows what document it is'),
      'data_comparison.last_name': clear('The name of the applicant', { measure: 1 }),
    };
    const assessment = { leaves, properties: { last_name: 'TRAVELER' } };
    const { breakdown, properties, ...outcome } = verdictOf(document, assessment, noReviewer) as Outcome;
    expect(outcome).toMatchObject({ result: 'consider', sub_result: 'rejected' });
    expect(properties).toEqual({});
    expect([breakdown.image_integrity?.result, breakdown.data_comparison?.result]).toEqual(['consider', null]);
    expect(outcomeOf(document, settle(assessment, { 'image_integrity.supported_document': 'clear' }))).toMatchObject({
      result: 'clear',
      sub_result: 'clear',
      properties: { last_name: 'TRAVELER' },
      breakdown: { data_comparison: { result: 'clear' } },
    });
  });

  test('a proof of address that is refused by a person is unidentified, as one that a program refuses', () => {
    const address = { family: 'other', tree: proofOfAddress.tree } as const;
    const leaves = {
      'document_classification.supported_document': doubtful('Its language is not read here'),
      'data_comparison.address': consider('Another address'),
      'image_integrity.image_quality': clear('The document is readable'),
    };
    expect(verdictOf(address, { leaves, properties: { issuer: 'A bank' } }, noReviewer)).toMatchObject({
      result: 'consider',
      sub_result: null,
      properties: {},
      breakdown: {
        data_comparison: { result: null },
        document_classification: { result: 'consider', breakdown: { supported_document: { result: 'unidentified' } } },
        image_integrity: { result: 'clear' },
      },
    });
  });
});
