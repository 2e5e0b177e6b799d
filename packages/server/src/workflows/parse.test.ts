import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadWorkflows } from './load.ts';
import { parseWorkflow } from './parse.ts';
import { sampleWorkflow } from './sample.ts';

const { id } = sampleWorkflow;

/** The file in `docs/workflows.md`, which is the built-in workflow. */
const docs = readFileSync(new URL('../../../../docs/workflows.md', import.meta.url), 'utf8');
const example = docs.match(/```yaml\n(.*?)```/s)?.[1] as string;

/** What is said of a file. */
function problemsOf(text: string): string[] {
  try {
    parseWorkflow(text, 'w.yaml');
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('a workflow', () => {
  it('is read from YAML, with what it leaves out', () => {
    expect(parseWorkflow(example, 'example')).toEqual(sampleWorkflow);
  });

  it('is read from JSON', () => {
    const json = {
      id,
      version: 2,
      name: 'Nothing to do',
      steps: [],
      decide: [{ outcome: 'approve' }],
      abandon_after_days: 1,
    };
    expect(parseWorkflow(JSON.stringify(json), 'w.json')).toEqual({ ...json, output: {} });
  });

  it('that is no YAML is refused with the line', () => {
    expect(problemsOf('id: [1\nname: x\n')[0]).toMatch(/^w\.yaml:2 /);
  });

  it('says everything that is wrong, where', () => {
    expect(
      problemsOf(`\
id: 5B0F
version: 0
steps:
  - task: document
  - task: check
    reports: [document, horoscope]
  - task: profile_data
    name: start
    required: [first_name, shoe_size]
    optional: [first_name]
  - task: face_photo
    reports: [document]
decide:
  - report: known_faces
    result: clear
    outcome: approve
  - outcome: perhaps
  - check: consider
    outcome: review
output:
  face: photo
colour: blue
`),
    ).toEqual([
      'w.yaml:1 id: must be a UUID in lower case, not "5B0F"',
      'w.yaml:1 name: is missing',
      'w.yaml:2 version: must be a whole number from 1 to 2147483647',
      'w.yaml:4 steps[0].task: must be one of profile_data, document_photo, proof_of_address, face_photo, face_video, face_motion, check',
      expect.stringMatching(/^w\.yaml:5 steps\[1\]: a check must be the last step$/),
      expect.stringMatching(/^w\.yaml:6 steps\[1\]\.reports\[1\]: must be one of document, /),
      'w.yaml:8 steps[2].name: must not be "start", the task with which every run begins',
      expect.stringMatching(/^w\.yaml:9 steps\[2\]\.required\[1\]: must be one of first_name, last_name/),
      'w.yaml:10 steps[2].optional[0]: "first_name" is required already',
      'w.yaml:12 steps[3].reports: is unknown: it may have task, name, completed_by',
      'w.yaml:14 decide[0].report: must be a report of the check: document, horoscope',
      'w.yaml:17 decide[1].outcome: must be one of approve, decline, review',
      'w.yaml:17 decide[1]: decides everything, so no rule may follow',
      'w.yaml:18 decide[2]: the last rule must have no condition, for what no other decides',
      'w.yaml:21 output.face: must be one of document, check, start, face_photo',
      'w.yaml:22 colour: is unknown: it may have id, version, name, steps, decide, output, abandon_after_days',
    ]);
  });

  it('shows reports of its check in its output', () => {
    const check = 'steps: [{task: check, reports: [document]}]';
    const rest = [`id: ${id}`, 'version: 1', 'name: n', 'decide: [{outcome: approve}]'];
    const read = (...lines: string[]) => parseWorkflow([...rest, ...lines].join('\n'), 'w.yaml').output;
    expect(read(check, 'output: {doc: {report: document}, all: check}')).toEqual({
      doc: { report: 'document' },
      all: 'check',
    });
    expect(problemsOf([...rest, check, 'output: {face: {report: facial_similarity_photo}}'].join('\n'))).toEqual([
      'w.yaml:6 output.face.report: must be one of document',
    ]);
    expect(problemsOf([...rest, check, 'output: {doc: {report: document, leaf: fonts}}'].join('\n'))).toEqual([
      'w.yaml:6 output.doc.leaf: is unknown: it may have report',
    ]);
    expect(problemsOf([...rest, 'steps: []', 'output: {doc: {report: document}}'].join('\n'))).toEqual([
      'w.yaml:6 output.doc.report: there is no check whose report could be shown',
    ]);
  });

  it.each([
    ['two steps of one name', 'steps: [{task: face_photo}, {task: face_photo}]', 'steps[1]: "face_photo" is the name'],
    ['no profile', 'steps: [{task: profile_data}]', 'steps[0]: must ask for something'],
    ['no report', 'steps: [{task: check, reports: []}]', 'steps[0].reports: must name at least one report'],
    [
      'a decision without a check',
      'decide: [{check: clear, outcome: approve}, {outcome: review}]',
      'decide[0]: there is no',
    ],
    [
      'a report without a result',
      'decide: [{report: document, outcome: review}, {outcome: review}]',
      'decide[0]: must say which',
    ],
    ['no decision', 'decide: []', 'decide: must have a rule at least'],
    ['six weeks', 'abandon_after_days: 42', 'abandon_after_days: must be a whole number from 1 to 35'],
    ['steps that are no list', 'steps: all', 'steps: must be a list'],
    ['a text for an object', 'steps: [face_photo]', 'steps[0]: must be an object'],
  ])('with %s is refused', (_, line, message) => {
    const key = line.split(':')[0] as string;
    const rest = ['steps: []', 'decide: [{outcome: approve}]'].filter((one) => !one.startsWith(key));
    const found = problemsOf([`id: ${id}`, 'version: 1', 'name: n', ...rest, line].join('\n'));
    expect(
      found.some((one) => one.includes(message)),
      found.join('\n'),
    ).toBe(true);
  });
});

describe('workflows', () => {
  it('come from every file of a directory, beside the built-in one', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'bonafide-workflows-'));
    const other = '0b6a1e1c-3d5f-4c55-8d27-1f0a9b7c6d5e';
    const file = (name: string, text: string) => writeFileSync(join(directory, name), text);
    try {
      file('selfie.yaml', example.replace(id, other));
      file('README.md', 'no workflow');
      expect([...(await loadWorkflows(directory)).keys()]).toEqual([id, other]);
      file('twice.json', JSON.stringify({ id: other, version: 1, name: 'n', decide: [{ outcome: 'review' }] }));
      file('wrong.yml', 'id: 1\n');
      await expect(loadWorkflows(directory)).rejects.toThrow(
        /twice\.json id: .*selfie\.yaml has the same\n.*wrong\.yml:1 id: /s,
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
    await expect(loadWorkflows(directory)).rejects.toThrow('--workflows: the directory cannot be read: ENOENT');
    expect([...(await loadWorkflows(null)).keys()]).toEqual([id]);
  });
});
