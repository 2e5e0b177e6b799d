import { choiceAt, integerAt, listAt, objectAt, type Place, recordAt, textAt } from '../base/place.ts';
import { type FileFault, FileFaults, readYaml } from '../base/yaml-file.ts';
import { Inclusion } from './include.ts';
import { judgeFlow } from './judge.ts';
import { booleanAt, readCondition, readResult, resultKeys, scalarAt } from './parse-condition.ts';
import { readSteps } from './parse-steps.ts';
import {
  type Input,
  isInput,
  type OutputSource,
  RUN_DAYS,
  type Rule,
  type Scalar,
  WORKFLOW_ID,
  type Workflow,
} from './workflow.ts';

const UUID = [WORKFLOW_ID, 'a UUID in lower case'] as const;

/** Pattern of a workflow's name, which titles and lists show. */
const NAME = [/^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u, 'one line of at most 200 letters'] as const;

/** Far more than any run needs. */
const MOST = { rules: 50, inputs: 50, values: 100, versions: 2 ** 31 - 1 } as const;

/**
 * Reads a workflow from YAML 1.2 or JSON. Throws one error that names everything that is wrong, each in a line with file, line
 * and column. Workflows that steps run are read from files beside it.
 *
 * @param above files that led to this one
 */
export function parseWorkflow(text: string, file: string, above: readonly string[] = []): Workflow {
  const included = new Inclusion(parseWorkflow, [...above, file]);
  return readYaml(text, { file, whole: 'the workflow' }, (place) => readWorkflow(place, included));
}

/** A text of a workflow with its faults, for someone who is writing it. */
export interface DraftWorkflow {
  /**
   * The workflow as far as it could be read; null if the text is not YAML. With faults, values may have other types than a workflow
   * has.
   */
  readonly workflow: Workflow | null;
  /** Faults in the order of the text; none for a sound workflow. */
  readonly faults: readonly FileFault[];
}

/**
 * Reads the text of a workflow that is being written. Faults are part of the answer.
 *
 * @param file name that the text would have in the directory of the workflows; null without a directory
 */
export function parseDraft(text: string, file: string | null): DraftWorkflow {
  const included = new Inclusion(parseWorkflow, file === null ? [] : [file]);
  let workflow: Workflow | null = null;
  try {
    readYaml(text, { file: file ?? '', whole: 'the workflow' }, (place) => {
      workflow = readWorkflow(place, included);
    });
    return { workflow, faults: [] };
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    return { workflow, faults: error.faults };
  }
}

function readWorkflow(place: Place, included: Inclusion): Workflow {
  const whole = objectAt(place, [
    ...['id', 'version', 'name', 'inputs', 'constants', 'steps', 'decide', 'output', 'abandon_after_days'],
  ]);
  const own = whole.has('constants') ? recordAt(whole.at('constants'), scalarAt) : {};
  const steps = readSteps(whole.at('steps'), included);
  for (const key of Object.keys(own)) {
    const taken = Object.hasOwn(included.constants, key);
    if (taken)
      place.wrong(
        [...place.path, 'constants', key],
        'is already the name of a constant in a workflow that a step runs',
      );
  }
  const constants = { ...included.constants, ...own };
  const workflow: Workflow = {
    id: textAt(whole.at('id'), UUID),
    version: integerAt(whole.at('version'), 1, MOST.versions),
    name: textAt(whole.at('name'), NAME),
    ...(whole.has('inputs') && { inputs: readInputs(whole.at('inputs')) }),
    ...(Object.keys(constants).length > 0 && { constants }),
    steps,
    decide: listAt(whole.at('decide'), MOST.rules, readRule),
    output: whole.has('output') ? recordAt(whole.at('output'), readSource) : {},
    abandon_after_days: whole.has('abandon_after_days')
      ? integerAt(whole.at('abandon_after_days'), 1, RUN_DAYS)
      : RUN_DAYS,
  };
  judgeFlow(place, workflow);
  return workflow;
}

function readInputs(place: Place): Record<string, Input> {
  return recordAt(
    place,
    (one): Input => {
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
        one.wrong([...one.path, 'one_of'], 'must have at least one value');
      }
      return { type, required, ...(one_of && { one_of }) };
    },
    MOST.inputs,
  );
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
