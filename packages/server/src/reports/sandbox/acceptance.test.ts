import { describe, expect, test } from 'vitest';
import { version } from '../../testing/versions.ts';
import type { Outcome } from '../outcome.ts';
import { checkResult } from '../results.ts';
import { flagged, names, type Row, rows, type Short } from './testing/acceptance-table.ts';
import { answers, bothSides, media, outcomeOf } from './testing/subject.ts';

function generationsOf({ generation, ofV3 }: Row): string[] {
  if (generation) return generation === '2' ? ['2', '1'] : [generation];
  return ofV3 ? ['3.6', '3.2'] : ['3.6', '3.2', '2', '1'];
}

const inGenerations = rows.flatMap((row) => generationsOf(row).map((generation) => ({ ...row, generation })));

describe.each(inGenerations)('row $row of $generation', (row) => {
  const { first, last, generation, consider, subResult, expected } = row;
  const reports = Object.keys(expected) as Short[];
  const outcomes = new Map<Short, Outcome>(
    reports.map((short) => [
      short,
      outcomeOf(names[short], {
        version: version(`v${generation}`),
        ...(first !== undefined && { first }),
        ...(last !== undefined && { last }),
        ...(consider && { consider: consider.map((name) => names[name]) }),
        sub_result: subResult,
      }),
    ]),
  );

  test.each(reports)('%s', (short) => {
    const { status, result, sub_result, breakdown } = outcomes.get(short)!;
    const leaves = expected[short] === 'clear' ? [] : (expected[short] ?? []);
    expect(status).toBe('complete');
    expect(result).toBe(leaves.length > 0 ? 'consider' : 'clear');
    expect(flagged(breakdown)).toEqual([...leaves].sort());
    if (short !== 'doc') expect(sub_result).toBeNull();
    else if (row.docSubResult) expect(sub_result).toBe(row.docSubResult);
  });

  if (reports.includes('doc'))
    test('properties of the document', () => {
      const asked = row.properties;
      const plain = {
        ...answers.clear.document!.properties,
        first_name: first ?? 'Jane',
        last_name: row.docSubResult === 'caution' ? 'SPECIMEN' : (last ?? 'Doe'),
      };
      const specimen = asked && (row.frontOnly ? answers.specimens[asked]!.front : bothSides(asked));
      expect(outcomes.get('doc')!.properties).toEqual(specimen ?? plain);
    });

  if (row.check)
    test('check', () => {
      expect(checkResult([...outcomes.values()].map(({ result }) => result))).toBe(row.check);
    });
});

test('row 30: known faces without media is withdrawn and does not count for the check', () => {
  const outcome = outcomeOf('known_faces', {
    last: 'Consider',
    media: { ...media, livePhotos: [], liveVideos: [], motionCaptures: [] },
  });
  expect(outcome).toEqual({
    status: 'withdrawn',
    result: null,
    sub_result: null,
    breakdown: {},
    properties: { error: 'No live photo, live video or motion capture was uploaded' },
  });
  expect(checkResult([outcome.result])).toBeNull();
  expect(checkResult(['clear', outcome.result])).toBe('clear');
});
