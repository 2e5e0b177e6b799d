import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseWorkflow } from './parse.ts';
import type { Workflow } from './workflow.ts';

/** A workflow that comes with the service, for operators to copy and change. */
export interface ReadyWorkflow {
  /** Name of its file without the ending: `onboarding`. */
  readonly key: string;
  /** The file as it is. */
  readonly text: string;
  readonly workflow: Workflow;
}

/** Directories of the package, from a module of the source or of the bundle. */
const DIRECTORIES = ['../../workflows/', '../workflows/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The workflows that come with the service, by their keys. */
export function readyWorkflows(): ReadyWorkflow[] {
  const directory = DIRECTORIES.find((directory) => existsSync(`${directory}onboarding.yaml`)) as string;
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.replace(/\.yaml$/, ''))
    .sort()
    .map((key) => {
      const text = readFileSync(`${directory}${key}.yaml`, 'utf8');
      return { key, text, workflow: parseWorkflow(text, `${key}.yaml`) };
    });
}
