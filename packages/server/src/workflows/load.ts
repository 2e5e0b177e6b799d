import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseWorkflow } from './parse.ts';
import { sampleWorkflow } from './sample.ts';
import type { Workflow, Workflows } from './workflow.ts';

const extensions: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);

/**
 * The workflows of the files in a directory, beside the built-in one. Throws one error that names everything that is
 * wrong with them, so that a service never starts with half of its workflows.
 *
 * @param directory null for the built-in one alone
 */
export function loadWorkflows(directory: string | null): Workflows {
  const found = new Map<string, { workflow: Workflow; file: string }>();
  const wrong: string[] = [];
  const add = (text: string, file: string) => {
    try {
      const workflow = parseWorkflow(text, file);
      const other = found.get(workflow.id);
      if (other) wrong.push(`${file} id: ${other.file} has the same`);
      else found.set(workflow.id, { workflow, file });
    } catch (error) {
      wrong.push((error as Error).message);
    }
  };
  add(sampleWorkflow, 'the built-in workflow');
  for (const file of directory === null ? [] : filesOf(directory)) add(readFileSync(file, 'utf8'), file);
  if (wrong.length > 0) throw new Error(`--workflows: ${wrong.join('\n')}`);
  return new Map([...found].map(([id, { workflow }]) => [id, workflow]));
}

function filesOf(directory: string): string[] {
  try {
    const names = readdirSync(directory).filter((name) => extensions.has(extname(name)));
    return names.sort().map((name) => join(directory, name));
  } catch (error) {
    throw new Error(`--workflows: the directory cannot be read: ${(error as Error).message}`);
  }
}
