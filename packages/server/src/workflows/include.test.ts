import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadWorkflows } from './load.ts';
import { parseWorkflow } from './parse.ts';
import { taskSteps } from './workflow.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'bonafide-include-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fileOf = (name: string) => join(directory, name);
const write = (name: string, text: string) => writeFileSync(fileOf(name), text);

/** A workflow with an id of its own. */
const workflow = (rest: string) => `id: ${randomUUID()}\nversion: 1\nname: W\n${rest}`;

/** Problems of a file, without the directory. */
function problemsOf(text: string): string[] {
  try {
    parseWorkflow(text, fileOf('w.yaml'));
  } catch (error) {
    return (error as Error).message.replaceAll(`${directory}/`, '').split('\n');
  }
  return [];
}

const check = workflow(`\
inputs:
  limit: {type: number, required: true}
  home: {type: string}
constants: {word: Hello}
steps:
  - {task: profile_data, required: [address]}
  - repeat: [{task: check, reports: [document]}]
    until: {any: [{value: start.limit, at_least: 3}, {not: {value: profile_data.address.country, is: GBR}}]}
    at_most: 2
  - parallel:
      - [{task: notify, to: applicant, subject: '{constants.word}', text: 'To {start.home}, {profile_data.address.town}'}]
      - [{task: simple_electronic_signature, documents: [applicant, {url: start.home}]}]
  - {task: check, name: licence, reports: [us_driving_licence], us_driving_licence: {id_number: start.home, issue_state: constants.word}}
  - if: {value: start.home, exists: false}
    then: [{end: decline}]
decide:
  - {if: {value: constants.word, is: Hello}, outcome: approve}
  - {outcome: review, reason: No word}
`);
beforeEach(() => write('part.yaml', check));

it('takes the steps of another file under names of their own', () => {
  const whole = parseWorkflow(
    workflow(`\
constants: {limit: 3}
steps:
  - {task: profile_data, required: [nationality]}
  - {workflow: part.yaml, name: home, inputs: {limit: constants.limit, home: start.address.street}}
decide: [{if: {value: home.outcome, is: approve}, outcome: approve}, {outcome: review}]
`),
    fileOf('w.yaml'),
  );
  expect(whole.constants).toEqual({ limit: 3, home_word: 'Hello' });
  expect(taskSteps(whole.steps).map(({ name }) => name)).toEqual([
    'profile_data',
    ...['home_profile_data', 'home_check', 'home_notify', 'home_simple_electronic_signature', 'home_licence'],
  ]);
  expect(whole.steps[1]).toMatchObject({
    workflow: 'part.yaml',
    name: 'home',
    inputs: { limit: 'constants.limit', home: 'start.address.street' },
    steps: [
      {},
      {
        until: {
          any: [
            { value: 'constants.limit', at_least: 3 },
            { not: { value: 'home_profile_data.address.country', is: 'GBR' } },
          ],
        },
      },
      {
        parallel: [
          [{ subject: '{constants.home_word}', text: 'To {start.address.street}, {home_profile_data.address.town}' }],
          [{ documents: ['applicant', { url: 'start.address.street' }] }],
        ],
      },
      { us_driving_licence: { id_number: 'start.address.street', issue_state: 'constants.home_word' } },
      { if: { value: 'start.address.street', exists: false }, yes: [{ end: 'decline' }], no: [] },
    ],
    decide: [{ if: { value: 'constants.home_word', is: 'Hello' } }, { outcome: 'review', reason: 'No word' }],
  });
});

it('takes it twice, and takes files of files', () => {
  const inner = workflow('steps: [{task: face_photo}]\ndecide: [{outcome: approve}]\n');
  write('inner.yaml', inner);
  write('middle.yaml', workflow('steps: [{workflow: inner.yaml, name: x}]\ndecide: [{outcome: approve}]\n'));
  const text = workflow(
    'steps: [{workflow: middle.yaml, name: a}, {workflow: middle.yaml, name: b}]\ndecide: [{outcome: approve}]\n',
  );
  const names = taskSteps(parseWorkflow(text, fileOf('w.yaml')).steps).map(({ name }) => name);
  expect(names).toEqual(['a_x_face_photo', 'b_x_face_photo']);
  write('outer.yaml', text);
  const deep = workflow('steps: [{workflow: outer.yaml, name: y}]\ndecide: [{outcome: approve}]\n');
  expect(problemsOf(deep)).toEqual([
    'w.yaml:4:20 steps[0].workflow: cannot be used: outer.yaml:4:20 steps[0].workflow: cannot be used: ' +
      'middle.yaml:4:20 steps[0].workflow: is too deep: w.yaml, outer.yaml, middle.yaml, inner.yaml; at most 3 files, and 1 more',
  ]);
});

const sound = '{workflow: part.yaml, name: a, inputs: {limit: start.a, home: start.b}}';

it.each([
  ['{workflow: none.yaml, name: a}', /^w\.yaml:4:20 steps\[0\]\.workflow: cannot be read: ENOENT/],
  ['{workflow: ../part.yaml, name: a}', /^w\.yaml:4:20 steps\[0\]\.workflow: must be the name of a file beside/],
  ['{workflow: /etc/passwd, name: a}', /must be the name of a file beside this one/],
  ['{workflow: part.yaml, inputs: {limit: start.a, home: start.b}}', /steps\[0\]\.name: is missing/],
  ['{workflow: part.yaml, name: start, inputs: {limit: start.a, home: start.b}}', /must not be "start"/],
  ['{workflow: part.yaml, name: a}', /4:9 steps\[0\]\.inputs: must have the path of a value for limit, home/],
  [
    '{workflow: part.yaml, name: a, inputs: {limit: start.a, home: start.b, town: start.c}}',
    /4:86 steps\[0\]\.inputs\.town: is unknown: the workflow declares limit, home/,
  ],
  [
    '{workflow: part.yaml, name: a, inputs: {limit: profile_data.a, home: start.b}}',
    /4:56 steps\[0\]\.inputs\.limit: must begin with the name of a step that comes before: start, constants$/,
  ],
  [
    '{workflow: part.yaml, name: a, inputs: {limit: constants.text, home: start.b}}',
    /compares numbers, but "constants\.text" is a string/,
  ],
  [
    `{workflow: part.yaml, name: ${'n'.repeat(50)}, inputs: {limit: start.a, home: start.b}}`,
    /makes the name "n{50}_profile_data", which has more than 60 letters. Use a shorter name/,
  ],
  [`${sound}, {task: face_photo, name: a_profile}`, /"a_profile" is the name of another step/],
  [
    `${sound}, {if: {value: a.outcome, is: clear}, then: [{end: review}]}`,
    /must be a choice of "a": approve, decline, review/,
  ],
  [`${sound}, {if: {value: a.result, is: clear}, then: [{end: review}]}`, /must be one of a\.outcome, a\.reason/],
])('refuses %s', (steps, problem) => {
  const text = workflow(`steps: [${steps}]\nconstants: {text: x}\ndecide: [{outcome: approve}]\n`);
  expect(problemsOf(text).join('\n')).toMatch(problem);
});

it('refuses files that lead back to themselves, to what ends beside open ways, and to too many tasks', () => {
  write('w.yaml', '');
  write('back.yaml', workflow('steps: [{workflow: w.yaml, name: again}]\ndecide: [{outcome: approve}]\n'));
  const using = (file: string) => workflow(`steps: [{workflow: ${file}, name: a}]\ndecide: [{outcome: approve}]\n`);
  expect(problemsOf(using('back.yaml'))).toEqual([
    'w.yaml:4:20 steps[0].workflow: cannot be used: back.yaml:4:20 steps[0].workflow: leads back to a file that led here: ' +
      'w.yaml, back.yaml, w.yaml',
  ]);
  expect(problemsOf(using('w.yaml'))).toEqual([
    'w.yaml:4:20 steps[0].workflow: leads back to a file that led here: w.yaml, w.yaml',
  ]);
  write(
    'ways.yaml',
    workflow('steps: [{parallel: [[{end: approve}], [{task: face_photo}]]}]\n').replace('W\n', 'W\ninputs: {}\n'),
  );
  expect(problemsOf(using('ways.yaml'))).toEqual([
    'w.yaml:4:9 steps[0]: runs a workflow with an end inside parallel. As a step it would leave the other branches open',
  ]);
  const photos = Array.from({ length: 50 }, (_, index) => `{task: face_photo, name: p${index}}`).join(', ');
  write('many.yaml', workflow(`steps: [${photos}]\ndecide: [{outcome: approve}]\n`));
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `{workflow: many.yaml, name: ${name}}`).join(', ');
  expect(problemsOf(workflow(`steps: [${five}]\ndecide: [{outcome: approve}]\n`))).toEqual([
    expect.stringMatching(/steps\[4\]: makes the workflow too long: at most 200 tasks come from other files$/),
  ]);
});

it('needs the constants of both files to have names of their own', () => {
  const text = workflow(
    'constants: {a_word: x}\nsteps: [{workflow: part.yaml, name: a, inputs: {limit: start.a, home: start.b}}]\n' +
      'decide: [{outcome: approve}]\n',
  );
  expect(problemsOf(text)).toEqual([
    'w.yaml:4:21 constants.a_word: is already the name of a constant in a workflow that a step runs',
  ]);
});

it('is a workflow by itself too', async () => {
  const own = mkdtempSync(join(tmpdir(), 'bonafide-include-'));
  writeFileSync(join(own, 'part.yaml'), check);
  const using = '{workflow: part.yaml, name: a, inputs: {limit: start.a, home: start.b}}';
  writeFileSync(join(own, 'whole.yaml'), workflow(`steps: [${using}]\ndecide: [{outcome: approve}]\n`));
  const { newest } = await loadWorkflows(own);
  rmSync(own, { recursive: true });
  expect(newest.size).toBe(3);
});
