import { join, resolve, sep } from 'node:path';
import type { FileFault } from '../base/yaml-file.ts';
import { type KnownValue, knownValues } from './known-values.ts';
import { layOut, type Picture } from './layout.ts';
import type { Workflow, WorkflowFiles } from './workflow.ts';

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
export async function readDraft({ directory }: WorkflowFiles, text: string, name: string): Promise<DraftReading> {
  // The parser is loaded with the first text: most processes need none.
  const { parseDraft } = await import('./parse.ts');
  const { workflow, faults } = parseDraft(text, directory === null ? null : join(directory, name));
  const folder = directory === null ? null : resolve(directory) + sep;
  const named = (message: string) => (folder === null ? message : message.replaceAll(folder, ''));
  return {
    picture: workflow && drawn(() => layOut(workflow)),
    values: (workflow && drawn(() => knownValues(workflow as Workflow))) ?? [],
    faults: faults.map((fault) => ({ ...fault, message: named(fault.message) })),
  };
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
