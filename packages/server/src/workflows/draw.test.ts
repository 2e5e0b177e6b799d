import { expect, it } from 'vitest';
import { drawWorkflow } from './draw.ts';
import { sampleWorkflow } from './sample.ts';
import { conditionText } from './words.ts';
import { type Step, taskSteps, type Workflow } from './workflow.ts';

const steps: readonly Step[] = [
  {
    parallel: [
      [
        {
          task: 'profile_data',
          name: 'profile_data',
          completed_by: 'applicant',
          required: ['first_name'],
          optional: [],
        },
      ],
      [{ task: 'wait', name: 'wait', minutes: 120 }],
    ],
  },
  { if: { value: 'start.plan', is: '<gold> & "more"' }, yes: [{ end: 'approve', reason: 'Nothing to check' }], no: [] },
  {
    repeat: [{ task: 'check', name: 'check', reports: ['document'] }],
    until: { report: 'document', result: 'clear' },
    at_most: 3,
  },
  {
    workflow: 'part.yaml',
    name: 'home',
    inputs: {},
    steps: [{ task: 'face_photo', name: 'home_face_photo', completed_by: 'applicant' }],
    decide: [{ outcome: 'approve', reason: 'Seen' }],
  },
];
const workflow: Workflow = { ...sampleWorkflow, steps };

/** The texts of a picture, in its order. */
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

it('shows every step, condition and end, from the top to the bottom', () => {
  expect(textsOf(drawWorkflow(workflow))).toEqual([
    'start',
    ...['profile_data', 'first_name', 'wait', '120 minutes'],
    ...['start.plan is &lt;gold&gt; &amp; &quot;more&quot;', 'yes', 'approve: Nothing to check', 'no'],
    ...['↻ until document is clear, at most 3×', 'check', 'document'],
    ...['home: part.yaml', 'home_face_photo', 'face_photo', 'approve: Seen'],
    ...['document is rejected', 'yes', 'decline: The document cannot be acc…', 'no'],
    ...['every report is clear', 'yes', 'approve', 'no', 'review'],
  ]);
});

it('keeps every box within the picture, and none over another', () => {
  const svg = drawWorkflow(workflow);
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number) as [number, number, number];
  const boxes = [
    ...svg.matchAll(
      /<rect class="(?!page|loop|workflow)[a-z]+" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"/g,
    ),
  ].map((found) => found.slice(1).map(Number) as [x: number, y: number, width: number, height: number]);
  expect(boxes.length).toBe(1 + taskSteps(steps).length + 2 + sampleWorkflow.decide.length);
  for (const [index, [x, y, w, h]] of boxes.entries()) {
    expect([x >= 0, y >= 0, x + w <= width, y + h <= height]).toEqual([true, true, true, true]);
    for (const [left, top, wide, high] of boxes.slice(index + 1)) {
      expect(left < x + w && x < left + wide && top < y + h && y < top + high).toBe(false);
    }
  }
});

it.each([
  [{ not: { value: 'a.b', exists: true } }, 'not (a.b exists)'],
  [{ value: 'a.b', exists: false }, 'a.b is missing'],
  [{ value: 'a.b', in: ['x', 2] }, 'a.b is one of x, 2'],
  [{ value: 'a.b', at_least: 1, at_most: 2 }, 'a.b is at least 1 and a.b is at most 2'],
  [
    { all: [{ check: 'consider' }, { any: [{ check: 'clear' }, { value: 'a', is: 1 }] }] },
    'a report is not clear and (every report is clear or a is 1)',
  ],
  [{ report: 'document', result: 'consider', sub_result: 'caution' }, 'document is consider, caution'],
] as const)('says %j in words', (condition, words) => {
  expect(conditionText(condition)).toBe(words);
});
