import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Workflow } from '../../workflows/workflow.ts';
import { CommandFailed, type Io } from '../io.ts';
import { table } from '../table.ts';

/** `bonafide workflow`: files of workflows, before a service starts with them. */
export function workflowCommand(io: Io): Command {
  const workflow = new Command('workflow').description('workflow files');

  workflow
    .command('check')
    .description('validate workflow files and show every error')
    .argument('<file...>', 'YAML or JSON')
    .action(async (files: string[]) => {
      const wrong: string[] = [];
      for (const file of files) {
        try {
          const { name, version } = await read(file);
          io.out(`${file}: ${name}, version ${version}`);
        } catch (error) {
          wrong.push((error as Error).message);
        }
      }
      if (wrong.length > 0) throw new CommandFailed(wrong.join('\n'));
    });

  workflow
    .command('draw')
    .description('print a diagram of a workflow as SVG')
    .argument('<file>', 'YAML or JSON')
    .action(async (file: string) => {
      const { drawWorkflow } = await import('../../workflows/draw.ts');
      try {
        io.out(drawWorkflow(await read(file)));
      } catch (error) {
        throw new CommandFailed((error as Error).message);
      }
    });

  workflow
    .command('list')
    .description('list the ready-made workflows')
    .action(async () => {
      const { readyWorkflows } = await import('../../workflows/ready.ts');
      const rows = readyWorkflows().map(({ key, workflow: { id, name } }) => ({ key, name, id }));
      io.out(table(['key', 'name', 'id'], rows));
    });

  workflow
    .command('copy')
    .description('write a ready-made workflow as a file into a directory')
    .argument('<key>', 'key from "workflow list"')
    .argument('<directory>', 'the directory of --workflows')
    .action(async (key: string, directory: string) => {
      const { readyWorkflows } = await import('../../workflows/ready.ts');
      const all = readyWorkflows();
      const ready = all.find((workflow) => workflow.key === key);
      if (!ready)
        throw new CommandFailed(
          `There is no workflow ${key}. Workflows: ${all.map((workflow) => workflow.key).join(', ')}`,
        );
      const file = join(directory, `${key}.yaml`);
      try {
        // A file that is there may have been changed.
        writeFileSync(file, ready.text, { flag: 'wx' });
      } catch (error) {
        throw new CommandFailed(`${file} cannot be written: ${(error as Error).message}`);
      }
      io.out(file);
    });

  return workflow;
}

async function read(file: string): Promise<Workflow> {
  const { readWorkflow } = await import('../../workflows/load.ts');
  return readWorkflow(file);
}
