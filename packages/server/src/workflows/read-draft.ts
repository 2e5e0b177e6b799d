import { join, resolve, sep } from 'node:path';
import { invalid } from '../base/errors.ts';
import type { FileFault } from '../base/yaml-file.ts';
import { type KnownValue, knownValues } from './known-values.ts';
import { layOut, type Picture, type Shape } from './layout.ts';
import type { DraftWorkflow } from './parse.ts';
import { decisions, type Workflow, type WorkflowFiles } from './workflow.ts';

/** A text of a workflow as its author sees it. */
export interface DraftReading {
  /** The graph; null if faults leave nothing to draw. */
  readonly picture: Picture | null;
  readonly values: readonly KnownValue[];
  readonly faults: readonly FileFault[];
}

/**
 * Reads the text of a workflow as a start of the service does. Workflows that steps run are read from the directory of the
 * deployment. Messages name files without the directory.
 *
 * @param name name of the file in the directory
 */
async function parsed({ directory }: WorkflowFiles, text: string, name: string): Promise<DraftWorkflow> {
  // The parser is loaded with the first text: most processes need none.
  const { parseDraft } = await import('./parse.ts');
  const { workflow, faults } = parseDraft(text, directory === null ? null : join(directory, name));
  const folder = directory === null ? null : resolve(directory) + sep;
  const named = (message: string) => (folder === null ? message : message.replaceAll(folder, ''));
  return { workflow, faults: faults.map((fault) => ({ ...fault, message: named(fault.message) })) };
}

/**
 * Reads the text of a workflow for its author, whatever faults it has.
 *
 * @param name name of the file in the directory
 */
export async function readDraft(files: WorkflowFiles, text: string, name: string): Promise<DraftReading> {
  const { workflow, faults } = await parsed(files, text, name);
  return {
    picture: workflow && drawn(() => soundPicture(layOut(workflow))),
    values: (workflow && drawn(() => knownValues(workflow).map(soundValue))) ?? [],
    faults,
  };
}

/**
 * The workflow of a text without faults. Throws `validation_error` with the first fault and its line at `text`.
 *
 * @param name name of the file in the directory
 */
export async function readSoundDraft(files: WorkflowFiles, text: string, name: string): Promise<Workflow> {
  const { workflow, faults } = await parsed(files, text, name);
  const [fault] = faults;
  if (workflow && !fault) return workflow;
  throw invalid({ text: [`line ${fault?.line ?? 1}: ${fault?.message ?? 'is not a workflow'}`] });
}

/** The result of a function that expects a sound workflow; null where a fault has left other types of values. */
function drawn<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The kinds of pieces whose name comes from the file. */
const isKnown = (kind: string): boolean => ['start', 'choice', 'loop', 'workflow', ...decisions].includes(kind);

/** A picture whose texts are texts: a file with faults can have any value as a name or an outcome. */
function soundPicture(picture: Picture): Picture {
  const shapes = picture.shapes.map((shape): Shape => {
    if ('points' in shape || shape.kind === 'label') return shape;
    if (shape.kind === 'task') return { ...shape, name: String(shape.name ?? ''), hint: String(shape.hint ?? '') };
    return { ...shape, kind: isKnown(shape.kind) ? shape.kind : 'review', text: String(shape.text ?? '') };
  });
  return { ...picture, shapes };
}

const soundValue = ({ value, type, choices, step }: KnownValue): KnownValue => ({
  value: String(value),
  type: typeof type === 'string' ? type : null,
  choices: choices?.map(String) ?? null,
  step,
});
