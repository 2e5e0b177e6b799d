import { compareFaces } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { clear, consider } from './assessment.ts';
import { matchLeaf } from './facial-match.ts';

/** Two numbers of length 1, which `compareFaces` finds alike by their cosine. */
const vector = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
const face = vector(1);
const alike = vector(0.995);
const other = vector(0.98);
const unclear = vector(0.988);

const one = clear('One face');
const decision = { face_match_score: 0.94, face_mismatch_score: 0.5 };
const judged = (...portraits: [document: string, embedding: Float32Array][]) =>
  matchLeaf(
    { embedding: face, face: one },
    { portraits: portraits.map(([document, embedding], i) => ({ id: `${i}`, document, embedding })) },
    decision,
  );

describe('the match of a face with a document', () => {
  test.each([
    ['alike', alike, { result: 'clear' }],
    ['unlike', other, { result: 'consider' }],
    ['between', unclear, { result: null, doubt: true }],
  ])('%s', (_, portrait, expected) => {
    const score = Math.round(compareFaces(face, portrait) * 1e4) / 1e4;
    const leaf = judged(['passport', portrait]);
    expect(leaf).toMatchObject({
      ...expected,
      measure: score,
      threshold: 0.94,
      properties: { score, document_id: '0' },
    });
  });

  test('takes the side of a document that is most like it', () => {
    expect(judged(['driving_licence', other], ['driving_licence', alike])).toMatchObject({
      result: 'clear',
      properties: { document_id: '1' },
    });
  });

  test("of several documents is the least similar one's", () => {
    expect(judged(['passport', other], ['driving_licence', alike])).toMatchObject({
      result: 'consider',
      properties: { document_id: '0' },
    });
  });

  test('is not assessed without a face or a portrait', () => {
    expect(judged()).toEqual({ result: null, reason: 'The document shows no portrait to compare with' });
    const portraits = { portraits: [{ id: '0', document: 'passport', embedding: alike }] };
    const none = { embedding: null, face: consider('Number of faces: 2 (expected 1)') };
    expect(matchLeaf(none, portraits, decision)).toEqual({
      result: null,
      reason: 'The capture does not show exactly one face',
    });
    // There is one, but no picture shows it from ahead.
    expect(matchLeaf({ embedding: null, face: one }, portraits, decision)).toMatchObject({ result: null, doubt: true });
  });
});
