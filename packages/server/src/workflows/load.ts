import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { sampleWorkflow } from './sample.ts';
import type { Workflow, WorkflowFiles, Workflows, WorkflowText } from './workflow.ts';

const extensions: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);

/** The workflows of a deployment. */
export interface LoadedWorkflows {
  /** Highest version of each workflow by id: new runs begin with it. */
  readonly newest: Workflows;
  /** Earlier versions by id that files still describe, the highest first. */
  readonly earlier: ReadonlyMap<string, readonly Workflow[]>;
  readonly files: WorkflowFiles;
}

/**
 * The workflows of the files in a directory, beside the built-in one. Throws one error that names everything that is
 * wrong with them, so that a service never starts with half of its workflows.
 *
 * @param directory null for the built-in one alone
 */
export async function loadWorkflows(directory: string | null): Promise<LoadedWorkflows> {
  const keyOf = ({ id, version }: Workflow) => `${id} ${version}`;
  const texts = new Map<string, WorkflowText>();
  const found = new Map([[keyOf(sampleWorkflow), { workflow: sampleWorkflow, file: 'the built-in workflow' }]]);
  const wrong: string[] = [];
  for (const file of directory === null ? [] : filesOf(directory)) {
    try {
      const { workflow, text } = await readWithText(file);
      const other = found.get(keyOf(workflow));
      if (other) wrong.push(`${file} id: ${other.file} has the same id and version`);
      else {
        found.set(keyOf(workflow), { workflow, file });
        texts.set(keyOf(workflow), { name: basename(file), text });
      }
    } catch (error) {
      wrong.push((error as Error).message);
    }
  }
  if (wrong.length > 0) throw new Error(`--workflows: ${wrong.join('\n')}`);
  const versions = new Map<string, Workflow[]>();
  for (const { workflow } of found.values())
    versions.set(workflow.id, [...(versions.get(workflow.id) ?? []), workflow]);
  for (const list of versions.values()) list.sort((one, other) => other.version - one.version);
  return {
    newest: new Map([...versions].map(([id, [newest]]) => [id, newest as Workflow])),
    earlier: new Map([...versions].map(([id, [, ...earlier]]) => [id, earlier])),
    files: { directory, textOf: ({ id, version }) => texts.get(`${id} ${version}`) },
  };
}

/** The workflow of a file. Throws an error that names the file and everything that is wrong with it. */
export async function readWorkflow(file: string): Promise<Workflow> {
  return (await readWithText(file)).workflow;
}

async function readWithText(file: string): Promise<{ readonly workflow: Workflow; readonly text: string }> {
  const [{ parseWorkflow }, { readNamedFile }] = [await import('./parse.ts'), await import('../base/yaml-file.ts')];
  const text = readNamedFile(file);
  return { workflow: parseWorkflow(text, file), text };
}

function filesOf(directory: string): string[] {
  try {
    const names = readdirSync(directory).filter((name) => extensions.has(extname(name)));
    return names.sort().map((name) => join(directory, name));
  } catch (error) {
    throw new Error(`--workflows: the directory cannot be read: ${(error as Error).message}`);
  }
}
