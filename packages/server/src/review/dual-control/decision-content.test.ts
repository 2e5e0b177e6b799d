import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DecisionContent, isSameContent, settlesAll } from './decision-content.ts';

const subjects = ['a', 'b', 'c'] as const;

/** A decision on some leaves and hits that leaves others open, or one that ends the report. */
const contents: fc.Arbitrary<DecisionContent> = fc.record({
  result: fc.constantFrom(null, null, 'clear', 'consider'),
  sub_result: fc.constant(null),
  leaves: fc
    .subarray([...subjects])
    .chain((paths) =>
      fc.tuple(...paths.map((path) => fc.tuple(fc.constant(path), fc.constantFrom('clear', 'consider')))),
    ),
  hits: fc.subarray([...subjects]).map((records) => records.map((record) => [record, 'false_match', 0] as const)),
});

const decides = (content: DecisionContent, kind: 'leaves' | 'hits', subject: string): boolean =>
  content.result !== null || content[kind].some(([one]) => one === subject);

test('a third person settles only what both others have decided', () => {
  fc.assert(
    fc.property(contents, contents, contents, (one, other, third) => {
      if (!settlesAll(third, [one, other])) return;
      for (const kind of ['leaves', 'hits'] as const) {
        for (const subject of subjects) {
          if (!decides(third, kind, subject)) continue;
          expect([decides(one, kind, subject), decides(other, kind, subject)]).toEqual([true, true]);
        }
      }
    }),
  );
});

test('a third person settles anything where both others ended the report', () => {
  fc.assert(
    fc.property(contents, contents, contents, (one, other, third) => {
      const ended: [DecisionContent, DecisionContent] = [
        { ...one, result: 'clear' },
        { ...other, result: 'consider' },
      ];
      expect(settlesAll(third, ended)).toBe(true);
      expect(isSameContent(...ended)).toBe(false);
    }),
  );
});
