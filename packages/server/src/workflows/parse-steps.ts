import { choiceAt, integerAt, listAt, objectAt, type Place, recordAt, textAt } from '../base/place.ts';
import type { Inclusion } from './include.ts';
import { readCondition } from './parse-condition.ts';
import { NAME } from './steps/common-fields.ts';
import { stepKind, taskKinds } from './steps/index.ts';
import type { BranchStep, EndStep, ParallelStep, RepeatStep, Step, SubWorkflowStep, TaskStep } from './workflow.ts';

/** Far more than any run needs. */
const MOST = { steps: 50, ways: 5, rounds: 10 } as const;

/** A workflow beside the file, which leads nowhere else. */
const WORKFLOW_NAME = [
  /^[A-Za-z0-9][\w.-]{0,99}\.(ya?ml|json)$/,
  'the name of a file beside this one, .yaml, .yml or .json',
] as const;

/** Reads a block of steps. */
export function readSteps(place: Place, included: Inclusion): Step[] {
  return listAt(place, MOST.steps, (item) => readStep(item, included));
}

function readStep(place: Place, included: Inclusion): Step {
  const keys = typeof place.value === 'object' && place.value !== null ? Object.keys(place.value) : [];
  if (keys.includes('if')) return readBranch(place, included);
  if (keys.includes('parallel')) return readParallel(place, included);
  if (keys.includes('repeat')) return readRepeat(place, included);
  if (keys.includes('workflow')) return readSubWorkflow(place, included);
  return keys.includes('end') ? readEnd(place) : readTask(place);
}

function readBranch(place: Place, included: Inclusion): BranchStep {
  const step = objectAt(place, ['if', 'then', 'else']);
  const ways = { yes: readSteps(step.at('then'), included), no: readSteps(step.at('else'), included) };
  if (ways.yes.length + ways.no.length === 0) place.wrong(place.path, 'must have steps: then, else, or both');
  return { if: readCondition(step.at('if')), ...ways };
}

function readParallel(place: Place, included: Inclusion): ParallelStep {
  const ways = objectAt(place, ['parallel']).at('parallel');
  const parallel = listAt(ways, MOST.ways, (way) => readSteps(way, included));
  if (parallel.length < 2) ways.wrong(ways.path, 'must have at least two lists of steps');
  return { parallel };
}

function readRepeat(place: Place, included: Inclusion): RepeatStep {
  const step = objectAt(place, ['repeat', 'until', 'at_most']);
  const repeat = readSteps(step.at('repeat'), included);
  if (repeat.length === 0) place.wrong([...place.path, 'repeat'], 'must have at least one step');
  return { repeat, until: readCondition(step.at('until')), at_most: integerAt(step.at('at_most'), 1, MOST.rounds) };
}

function readSubWorkflow(place: Place, included: Inclusion): SubWorkflowStep {
  const step = objectAt(place, ['workflow', 'name', 'inputs']);
  const workflow = textAt(step.at('workflow'), WORKFLOW_NAME);
  const inputs = step.has('inputs') ? recordAt(step.at('inputs'), (item) => textAt(item)) : {};
  const inclusion = { workflow, name: textAt(step.at('name'), NAME), inputs };
  return WORKFLOW_NAME[0].test(workflow) ? included.read(place, inclusion) : { ...inclusion, steps: [], decide: [] };
}

function readEnd(place: Place): EndStep {
  const step = objectAt(place, ['end', 'reason']);
  return {
    end: choiceAt(step.at('end'), ['approve', 'decline', 'review']),
    ...(step.has('reason') && { reason: textAt(step.at('reason')) }),
  };
}

function readTask(place: Place): TaskStep {
  const taskName = (place.value as { task?: unknown } | null | undefined)?.task;
  // A step of an unknown kind is reported, and then read as a capture.
  const task = taskKinds.find((kind) => kind === taskName) ?? 'document_photo';
  const kind = stepKind({ task });
  const fields = objectAt(place, ['task', 'name', ...kind.keys]);
  const chosen = choiceAt(fields.at('task'), taskKinds);
  const name = fields.has('name') ? textAt(fields.at('name'), NAME) : chosen;
  return kind.parse({ task, name }, fields, place);
}
