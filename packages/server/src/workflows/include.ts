import { basename, dirname, join, resolve } from 'node:path';
import type { Place } from '../base/place.ts';
import { readTextFile } from '../base/yaml-file.ts';
import { namingWithin, renameRules, renameSteps } from './within.ts';
import { type Scalar, type Step, type SubWorkflowStep, taskSteps, type Workflow } from './workflow.ts';

/** Files within files, and tasks of all of them: far more than any run needs. */
const MOST = { depth: 3, tasks: 200, nameLength: 60 } as const;

type Parse = (text: string, file: string, above: readonly string[]) => Workflow;

/** Fields by which a step names the workflow that it runs. */
type Wanted = Pick<SubWorkflowStep, 'workflow' | 'name' | 'inputs'>;

/** Reads the workflows that the steps of a file run, and gathers what they bring along. */
export class Inclusion {
  readonly #parse: Parse;
  readonly #files: readonly string[];
  #tasks = 0;
  /** Constants of the workflows, under their new names. */
  readonly constants: Record<string, Scalar> = {};

  /** @param files the file, after those that led to it; none for a text outside of any directory */
  constructor(parse: Parse, files: readonly string[]) {
    this.#parse = parse;
    this.#files = files.map((file) => resolve(file));
  }

  /** The step with the steps and rules of its workflow; what is wrong is reported at the place of the step. */
  read(place: Place, inclusion: Wanted): SubWorkflowStep {
    const none = { ...inclusion, steps: [], decide: [] };
    const sub = this.#open({ ...place, path: [...place.path, 'workflow'] }, inclusion.workflow);
    if (!sub) return none;
    judgeInputs(place, inclusion, sub);
    const naming = namingWithin(inclusion.name, sub.inputs ? inclusion.inputs : null);
    const steps = renameSteps(sub.steps, naming);
    if (!this.#fits(place, steps)) return none;
    for (const [key, value] of Object.entries(sub.constants ?? {})) this.constants[naming.step(key)] = value;
    return { ...inclusion, steps, decide: renameRules(sub.decide, naming) };
  }

  #open({ path, wrong }: Place, name: string): Workflow | undefined {
    const from = this.#files.at(-1);
    if (from === undefined) {
      wrong(path, 'needs a file beside this one, but the service has no directory of workflows');
      return undefined;
    }
    const file = join(dirname(from), name);
    const chain = () => [...this.#files, file].map((path) => basename(path)).join(', ');
    if (this.#files.includes(file)) wrong(path, `leads back to a file that led here: ${chain()}`);
    else if (this.#files.length >= MOST.depth) wrong(path, `is too deep: ${chain()}; at most ${MOST.depth} files`);
    else {
      try {
        return this.#parse(readTextFile(file), file, this.#files);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        const [first, ...more] = message.split('\n');
        const rest = more.length === 0 ? '' : `, and ${more.length} more`;
        wrong(path, code === undefined ? `cannot be used: ${first}${rest}` : `cannot be read: ${message}`);
      }
    }
    return undefined;
  }

  #fits({ path, wrong }: Place, steps: readonly Step[]): boolean {
    const tasks = taskSteps(steps);
    this.#tasks += tasks.length;
    if (this.#tasks > MOST.tasks) {
      wrong(path, `makes the workflow too long: at most ${MOST.tasks} tasks come from other files`);
      return false;
    }
    const long = tasks.find(({ name }) => name.length > MOST.nameLength);
    if (long)
      wrong(path, `makes the name "${long.name}", which has more than ${MOST.nameLength} letters. Use a shorter name`);
    if (endsAmongWays(steps)) {
      wrong(path, 'runs a workflow with an end inside parallel. As a step it would leave the other branches open');
    }
    return true;
  }
}

function judgeInputs({ path, wrong }: Place, { inputs }: Wanted, sub: Workflow): void {
  const declared = Object.keys(sub.inputs ?? {});
  const missing = declared.filter((key) => !Object.hasOwn(inputs, key));
  if (missing.length > 0) wrong([...path, 'inputs'], `must have the path of a value for ${missing.join(', ')}`);
  for (const key of Object.keys(inputs)) {
    const words = declared.length === 0 ? 'the workflow declares none' : `the workflow declares ${declared.join(', ')}`;
    if (!declared.includes(key)) wrong([...path, 'inputs', key], `is unknown: ${words}`);
  }
  // Faces come from the custom data of the run itself.
  if (sub.inputs?.media_ids?.type === 'media' && (inputs.media_ids ?? 'start.media_ids') !== 'start.media_ids') {
    wrong([...path, 'inputs', 'media_ids'], 'must be start.media_ids');
  }
}

/** Returns whether steps have an end within parallel. */
function endsAmongWays(steps: readonly Step[], among = false): boolean {
  return steps.some((step) => {
    if ('end' in step) return among;
    if ('if' in step) return endsAmongWays([...step.yes, ...step.no], among);
    if ('parallel' in step) return endsAmongWays(step.parallel.flat(), true);
    return 'repeat' in step && endsAmongWays(step.repeat, among);
  });
}
