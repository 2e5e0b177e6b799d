import { choiceAt, integerAt, listAt, objectAt, type Place, textAt } from '../base/place.ts';
import { readYaml } from '../base/yaml-file.ts';
import { judgeFlow } from './judge.ts';
import { booleanAt, readCondition, readResult, resultKeys, scalarAt } from './parse-condition.ts';
import { readSteps } from './parse-steps.ts';
import { type Input, isInput, type OutputSource, RUN_DAYS, type Rule, type Scalar, type Workflow } from './workflow.ts';

const UUID = [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a UUID in lower case'] as const;

/** Far more than any run needs. */
const MOST = { rules: 50, inputs: 50, values: 100, versions: 2 ** 31 - 1 } as const;

/**
 * Reads a workflow from YAML 1.2 or JSON. Throws one error that names everything that is wrong, each in a line with file, line
 * and column.
 */
export function parseWorkflow(text: string, file: string): Workflow {
  return readYaml(text, { file, whole: 'the workflow' }, readWorkflow);
}

function readWorkflow(place: Place): Workflow {
  const whole = objectAt(place, [
    ...['id', 'version', 'name', 'inputs', 'constants', 'steps', 'decide', 'output', 'abandon_after_days'],
  ]);
  const workflow: Workflow = {
    id: textAt(whole.at('id'), UUID),
    version: integerAt(whole.at('version'), 1, MOST.versions),
    name: textAt(whole.at('name')),
    ...(whole.has('inputs') && { inputs: readInputs(whole.at('inputs')) }),
    ...(whole.has('constants') && { constants: recordAt(whole.at('constants'), scalarAt) }),
    steps: readSteps(whole.at('steps')),
    decide: listAt(whole.at('decide'), MOST.rules, readRule),
    output: whole.has('output') ? recordAt(whole.at('output'), readSource) : {},
    abandon_after_days: whole.has('abandon_after_days')
      ? integerAt(whole.at('abandon_after_days'), 1, RUN_DAYS)
      : RUN_DAYS,
  };
  judgeFlow(place, workflow);
  return workflow;
}

/** An object whose keys the file chooses. */
function recordAt<T>(place: Place, read: (value: Place) => T): Record<string, T> {
  const keys = typeof place.value === 'object' && place.value !== null ? Object.keys(place.value) : [];
  const whole = objectAt(place, keys);
  return Object.fromEntries(keys.map((key) => [key, read(whole.at(key))]));
}

function readInputs(place: Place): Record<string, Input> {
  const inputs = recordAt(place, (one): Input => {
    const input = objectAt(one, ['type', 'required', 'one_of']);
    const type = choiceAt(input.at('type'), ['string', 'number', 'boolean', 'date', 'media']);
    const required = input.has('required') && booleanAt(input.at('required'));
    const one_of = input.has('one_of')
      ? listAt(input.at('one_of'), MOST.values, (value): Scalar => {
          if (!isInput(value.value, type)) value.wrong(value.path, `must be a ${type}`);
          return value.value as Scalar;
        })
      : undefined;
    if (Array.isArray(input.at('one_of').value) && one_of?.length === 0) {
      one.wrong([...one.path, 'one_of'], 'must have a value at least');
    }
    return { type, required, ...(one_of && { one_of }) };
  });
  if (Object.keys(inputs).length > MOST.inputs) place.wrong(place.path, `must not have more than ${MOST.inputs} keys`);
  return inputs;
}

function readRule(place: Place): Rule {
  const rule = objectAt(place, [...resultKeys, 'if', 'outcome', 'reason']);
  return {
    ...readResult(place, rule),
    ...(rule.has('if') && { if: readCondition(rule.at('if')) }),
    outcome: choiceAt(rule.at('outcome'), ['approve', 'decline', 'review']),
    ...(rule.has('reason') && { reason: textAt(rule.at('reason')) }),
  };
}

/** The name of a step, `{report: document}`, or `{value: profile_data.address.country}`. */
function readSource(place: Place): OutputSource {
  if (typeof place.value !== 'object' || place.value === null) return textAt(place);
  const source = objectAt(place, ['report', 'value']);
  if (source.has('value') && !source.has('report')) return { value: textAt(source.at('value')) };
  if (source.has('value')) place.wrong(place.path, 'must have report or value, not both');
  return { report: textAt(source.at('report')) as never };
}
