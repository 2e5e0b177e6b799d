import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadWorkflows } from './load.ts';
import { parseWorkflow } from './parse.ts';
import { sampleWorkflow } from './sample.ts';
import { taskSteps } from './workflow.ts';

const { id } = sampleWorkflow;

/** The file in `docs/guides/workflows.md`, which is the built-in workflow. */
const docs = readFileSync(new URL('../../../../docs/guides/workflows.md', import.meta.url), 'utf8');
const example = docs.match(/```yaml\n(.*?)```/s)?.[1] as string;

/** Problems of a file. */
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

  it('has one line for a name, and numbers that JSON can hold', () => {
    const with_ = (name: string, more = '') =>
      `id: ${id}\nversion: 1\nname: ${name}\ndecide: [{outcome: review}]\n${more}`;
    const line = 'must be one line of at most 200 letters';
    expect(problemsOf(with_('"a\\nb"'))).toEqual([expect.stringMatching(`^w\\.yaml:3:7 name: ${line}, not "a`), 'b"']);
    expect(problemsOf(with_('x'.repeat(201)))).toEqual([expect.stringContaining(`w.yaml:3:7 name: ${line}`)]);
    expect(problemsOf(with_('"\\e[2J"'))).toEqual(['w.yaml:3:7 name: must not contain control characters']);
    const scalar = 'must be a string, a number, true or false';
    expect(problemsOf(with_('n', 'constants: {a: "\\0", b: "", c: "a\\nb"}'))).toEqual([
      'w.yaml:5:16 constants.a: must not contain control characters',
    ]);
    expect(problemsOf(with_('n', 'constants: {a: .nan, b: .inf, c: 1e999, d: 1e99}'))).toEqual([
      `w.yaml:5:16 constants.a: ${scalar}`,
      `w.yaml:5:25 constants.b: ${scalar}`,
      `w.yaml:5:34 constants.c: ${scalar}`,
    ]);
  });

  it('that is not YAML is refused with the line', () => {
    expect(problemsOf('id: [1\nname: x\n')[0]).toMatch(/^w\.yaml:2:1 /);
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
      'w.yaml:1:1 name: is missing',
      'w.yaml:1:5 id: must be a UUID in lower case, not "5B0F"',
      'w.yaml:2:10 version: must be a whole number from 1 to 2147483647',
      'w.yaml:4:11 steps[0].task: must be one of profile_data, document_photo, digital_credential, proof_of_address, face_photo, face_video, face_motion, simple_electronic_signature, advanced_electronic_signature, qualified_electronic_signature, biometric_token, face_authentication, passkey_enrollment, passkey_authentication, check, wait, manual_review, notify',
      expect.stringMatching(/^w\.yaml:6:25 steps\[1\]\.reports\[1\]: must be one of document, /),
      'w.yaml:8:11 steps[2].name: must not be "start", the task with which every run begins',
      expect.stringMatching(/^w\.yaml:9:28 steps\[2\]\.required\[1\]: must be one of first_name, last_name/),
      'w.yaml:10:16 steps[2].optional[0]: "first_name" is already in required',
      'w.yaml:12:14 steps[3].reports: is unknown. Known keys: task, name, completed_by',
      'w.yaml:14:13 decide[0].report: must be a report of the check: document, horoscope',
      'w.yaml:17:5 decide[1]: has no condition, so no rule may follow it',
      'w.yaml:17:14 decide[1].outcome: must be one of approve, decline, review',
      'w.yaml:18:5 decide[2]: the last rule must have no condition, so that it decides every remaining run',
      'w.yaml:21:9 output.face: must be one of document, check, start, face_photo',
      'w.yaml:22:9 colour: is unknown. Known keys: id, version, name, inputs, constants, steps, decide, output, abandon_after_days',
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
      'w.yaml:6:25 output.face.report: must be one of document',
    ]);
    expect(problemsOf([...rest, check, 'output: {doc: {report: document, leaf: fonts}}'].join('\n'))).toEqual([
      'w.yaml:6:40 output.doc.leaf: is unknown. Known keys: report, value',
    ]);
    expect(problemsOf([...rest, 'steps: []', 'output: {doc: {report: document}}'].join('\n'))).toEqual([
      'w.yaml:6:24 output.doc.report: shows nothing, because no check comes before it',
    ]);
  });

  it('asks documents and wallets for an age alone', () => {
    const read = (steps: string) => {
      const text = `id: ${id}\nversion: 1\nname: n\ndecide: [{outcome: approve}]\nsteps: [${steps}]`;
      const problems = problemsOf(text);
      return problems.length > 0 ? problems : parseWorkflow(text, 'w.yaml').steps;
    };
    expect(
      read('{task: digital_credential, age_over: 18}, {task: check, reports: [document], age_over: 18}'),
    ).toMatchObject([
      { task: 'digital_credential', age_over: 18 },
      { task: 'check', reports: ['document'], age_over: 18 },
    ]);
    expect(read('{task: check, reports: [document_video], age_over: 100}')).toEqual([
      'w.yaml:5:60 steps[0].age_over: needs document as the only report on documents',
      'w.yaml:5:60 steps[0].age_over: must be a whole number from 1 to 99',
    ]);
    expect(read('{task: digital_credential, age_over: 0}')).toEqual([
      'w.yaml:5:46 steps[0].age_over: must be a whole number from 1 to 99',
    ]);
  });

  it('has branches, parallel ways, loops, waits, inputs and constants', () => {
    const text = `
id: ${id}
version: 1
name: Whole
inputs:
  plan: {type: string, required: true, one_of: [silver, gold]}
  limit: {type: number}
constants: {most: 3}
steps:
  - parallel:
      - - {task: profile_data, required: [first_name, country_residence]}
      - - {task: wait, hours: 2}
  - if: {value: profile_data.country_residence, in: [GBR, IRL]}
    then: [{task: proof_of_address}]
  - repeat:
      - {task: document_photo}
      - {task: check, reports: [document]}
    until: {any: [{report: document, result: clear}, {report: document, sub_result: suspected}]}
    at_most: 3
  - if: {all: [{value: start.plan, is: gold}, {not: {check: clear}}]}
    then: [{end: review, reason: A customer of value}]
decide: [{if: {value: start.limit, at_most: 10}, check: clear, outcome: approve}, {outcome: decline}]
output: {country: {value: profile_data.country_residence}, most: {value: constants.most}}
`;
    const read = parseWorkflow(text, 'w.yaml');
    expect(read).toMatchObject({
      inputs: {
        plan: { type: 'string', required: true, one_of: ['silver', 'gold'] },
        limit: { type: 'number', required: false },
      },
      constants: { most: 3 },
      output: { country: { value: 'profile_data.country_residence' }, most: { value: 'constants.most' } },
    });
    expect(taskSteps(read.steps)).toEqual([
      {
        task: 'profile_data',
        name: 'profile_data',
        completed_by: 'applicant',
        required: ['first_name', 'country_residence'],
        optional: [],
      },
      { task: 'wait', name: 'wait', minutes: 120 },
      { task: 'proof_of_address', name: 'proof_of_address', completed_by: 'applicant' },
      { task: 'document_photo', name: 'document_photo', completed_by: 'applicant' },
      { task: 'check', name: 'check', reports: ['document'] },
    ]);
    expect(read.steps[1]).toMatchObject({
      if: { value: 'profile_data.country_residence', in: ['GBR', 'IRL'] },
      no: [],
    });
    expect(read.steps.at(-1)).toMatchObject({ yes: [{ end: 'review', reason: 'A customer of value' }] });
  });

  it('is read as the documentation shows its blocks', () => {
    const blocks = docs.match(/### Blocks of steps.*?```yaml\n(.*?)```/s)?.[1] as string;
    expect(problemsOf([`id: ${id}`, 'version: 1', 'name: n', blocks].join('\n'))).toEqual([]);
  });

  it('that no run passes as it is written is refused, where', () => {
    expect(
      problemsOf(`id: ${id}
version: 1
name: Wrong
inputs: {plan: {type: string}, age: {type: number, one_of: [1, two]}, day: {type: date, one_of: [2026-02-30]}}
constants: {most: 3, names: [a]}
steps:
  - if: {value: document_check.status, is: complete}
    then: [{task: face_photo}, {end: decline}, {task: face_video}]
  - parallel:
      - - {task: profile_data, required: [dob]}
      - - if: {value: profile_data.dob, exists: true}
          then: [{task: wait, minutes: 5, hours: 1}]
  - if: {value: profile_data.email, exists: true}
  - repeat: []
    until: {value: start.plan, at_least: 2}
    at_most: 11
  - if: {all: []}
    then: [{task: face_photo}]
  - if: {any: [{value: start.age, is: old}, {value: constants.least, is: 1}, {value: start.name, is: x}, {value: start.plan}]}
    then: [{end: approve}]
    else: [{end: retry}]
  - {task: document_photo, name: constants}
decide: [{outcome: review}]
`).map((line) => line.replace(/^w\.yaml:/, '')),
    ).toEqual([
      '4:64 inputs.age.one_of[1]: must be a number',
      '4:98 inputs.day.one_of[0]: must be a date',
      '5:29 constants.names: must be a string, a number, true or false',
      '7:17 steps[0].if.value: must begin with the name of a step that comes before: start, constants',
      '8:48 steps[0].then[2]: is never reached, because the previous step ends the run',
      '11:23 steps[1].parallel[1][0].if.value: must begin with the name of a step that comes before: start, constants, face_photo, face_video',
      '12:18 steps[1].parallel[1][0].then[0]: must have one of minutes, hours, days',
      '13:5 steps[2]: must have steps: then, else, or both',
      '13:17 steps[2].if.value: must be one of profile_data.dob',
      '14:13 steps[3].repeat: must have at least one step',
      '15:12 steps[3].until: compares numbers, but "start.plan" is a string',
      '16:14 steps[3].at_most: must be a whole number from 1 to 10',
      '17:15 steps[4].if.all: must have at least one condition',
      '18:12 steps[4].then[0]: "face_photo" is the name of another step. Use a different name',
      `19:16 steps[5].if.any[0]: "start.age" is a number, so it can't be "old"`,
      '19:53 steps[5].if.any[1].value: must be one of constants.most, constants.names',
      '19:86 steps[5].if.any[2].value: must be one of start.plan, start.age, start.day',
      '19:106 steps[5].if.any[3]: must have a comparison: is, in, exists, at_least or at_most',
      '21:18 steps[5].else[0].end: must be one of approve, decline, review',
      '22:5 steps[6]: is never reached, because the previous step ends the run',
      '22:34 steps[6].name: must not be "constants", the values of the file',
      '23:9 decide: is never reached, because every path through the steps has an end',
    ]);
  });

  it('that compares an input with what it can never be is refused', () => {
    const compared = (condition: string) =>
      problemsOf(`\
id: ${id}
version: 1
name: n
inputs: {plan: {type: string, one_of: [basic, full]}, level: {type: number, one_of: [1, 2]}, day: {type: date}}
steps:
  - if: ${condition}
    then: [{end: decline}]
decide: [{outcome: approve}]
`);
    expect(compared('{value: start.plan, in: [basic, gold]}')).toEqual([
      'w.yaml:6:9 steps[0].if: must be a value that "start.plan" can have: basic, full',
    ]);
    expect(compared('{not: {value: start.level, is: 3}}')).toEqual([
      'w.yaml:6:15 steps[0].if.not: must be a value that "start.level" can have: 1, 2',
    ]);
    expect(compared('{value: start.day, is: 2026-02-30}')).toEqual([
      `w.yaml:6:9 steps[0].if: "start.day" is a date, so it can't be "2026-02-30"`,
    ]);
    expect(compared('{value: start.level, at_least: 2, at_most: 1}')).toEqual([
      'w.yaml:6:9 steps[0].if: is never true: no number is at least 2 and at most 1',
    ]);
    for (const good of [
      '{value: start.plan, in: [full]}',
      '{value: start.level, is: 2}',
      '{value: start.day, is: 2026-02-28}',
    ]) {
      expect(compared(good)).toEqual([]);
    }
    const empty = `id: ${id}\nversion: 1\nname: n\ninputs: {plan: {type: string, one_of: []}}\nsteps: []\ndecide: [{outcome: review}]\n`;
    expect(problemsOf(empty)).toEqual(['w.yaml:4:39 inputs.plan.one_of: must have at least one value']);
  });

  it.each([
    ['two steps of one name', 'steps: [{task: face_photo}, {task: face_photo}]', 'steps[1]: "face_photo" is the name'],
    ['no profile', 'steps: [{task: profile_data}]', 'steps[0]: must have fields in required or optional'],
    [
      'one choice',
      'steps: [{task: manual_review, choices: [only]}]',
      'steps[0].choices: must have at least two choices',
    ],
    [
      'a choice that nobody has',
      'steps: [{task: manual_review}, {if: {value: manual_review.choice, is: maybe}, then: [{end: review}]}]',
      'steps[1].if: must be a choice of "manual_review": approve, decline',
    ],
    [
      'a result that a step never has',
      'steps: [{task: face_photo}, {task: face_authentication}, {if: {value: face_authentication.hit, is: 1}, then: [{end: review}]}]',
      'steps[2].if.value: must be one of face_authentication.result, face_authentication.uuid',
    ],
    [
      'a driving licence without values',
      'steps: [{task: check, reports: [us_driving_licence]}]',
      'steps[0]: must have us_driving_licence, with values for id_number, issue_state and other fields',
    ],
    [
      'a driving licence that no report is about',
      'steps: [{task: check, reports: [document], us_driving_licence: {id_number: start.a, issue_state: start.b}}]',
      'steps[0].us_driving_licence: is for the report us_driving_licence',
    ],
    [
      'a value of a licence that comes from nowhere',
      'steps: [{task: check, reports: [us_driving_licence], us_driving_licence: {id_number: face.a, issue_state: start.b}}]',
      'steps[0].us_driving_licence.id_number: must begin with the name of a step that comes before',
    ],
    ['no report', 'steps: [{task: check, reports: []}]', 'steps[0].reports: must name at least one report'],
    [
      'a decision without a check',
      'decide: [{check: clear, outcome: approve}, {outcome: review}]',
      'decide[0]: has no effect',
    ],
    [
      'a report without a result',
      'decide: [{report: document, outcome: review}, {outcome: review}]',
      'decide[0]: must have result or sub_result',
    ],
    ['no decision', 'decide: []', 'decide: must have at least one rule'],
    ['six weeks', 'abandon_after_days: 42', 'abandon_after_days: must be a whole number from 1 to 35'],
    ['steps that are not a list', 'steps: all', 'steps: must be a list'],
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

  it('with a step on a face needs a face: captured before, or media that the client names', () => {
    const file = (inputs: string, steps: string) =>
      problemsOf(`id: ${id}\nversion: 1\nname: n\n${inputs}steps: [${steps}]\ndecide: [{outcome: approve}]`);
    const step = '{task: biometric_token}';
    expect(file('', step)).toEqual([]);
    expect(file('inputs: {media_ids: {type: media, required: true}}\n', step)).toEqual([]);
    expect(file('inputs: {plan: {type: string}}\n', `{task: face_video}, ${step}`)).toEqual([]);
    expect(file('inputs: {media_ids: {type: string}}\n', step)).toEqual([
      'w.yaml:5:9 steps[0]: needs a face. Add a step face_photo, face_video or face_motion before it, or an input media_ids',
    ]);
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
      expect([...(await loadWorkflows(directory)).newest.keys()]).toEqual([id, other]);
      for (const version of [3, 2]) {
        file(`selfie-${version}.yaml`, example.replace(id, other).replace('version: 1', `version: ${version}`));
      }
      const { newest, earlier } = await loadWorkflows(directory);
      expect([newest.get(other)?.version, earlier.get(other)?.map(({ version }) => version)]).toEqual([3, [2, 1]]);
      expect([newest.get(id)?.version, earlier.get(id)]).toEqual([1, []]);
      file('twice.json', JSON.stringify({ id: other, version: 1, name: 'n', decide: [{ outcome: 'review' }] }));
      file('wrong.yml', 'id: 1\n');
      await expect(loadWorkflows(directory)).rejects.toThrow(
        /twice\.json id: .*selfie\.yaml has the same id and version\n.*wrong\.yml:1:5 id: /s,
      );
      mkdirSync(join(directory, 'folder.yaml'));
      await expect(loadWorkflows(directory)).rejects.toThrow(/^--workflows: \/.*folder\.yaml cannot be read: EISDIR/);
    } finally {
      rmSync(directory, { recursive: true });
    }
    await expect(loadWorkflows(directory)).rejects.toThrow('--workflows: the directory cannot be read: ENOENT');
    expect([...(await loadWorkflows(null)).newest.keys()]).toEqual([id]);
  });
});
