import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { published } from '../../base/versions.ts';
import { CommandFailed, type Io } from '../io.ts';

/** `bonafide docs`: the documentation of this release. */
export function docsCommand(io: Io): Command {
  const exportCommand = new Command('export')
    .description('write the documentation as static files, for a web server of your own')
    .argument('<directory>', 'where to write; files of an earlier export are replaced')
    .action((directory: string) => exportDocs(directory, io));
  return new Command('docs').description('write the documentation as files').addCommand(exportCommand);
}

async function exportDocs(directory: string, io: Io): Promise<void> {
  const { docsFiles } = await import('../../pages/docs/export.ts');
  const files = await docsFiles(published.at(-1)?.name as string);
  try {
    mkdirSync(directory, { recursive: true });
    for (const [name, content] of files) writeFileSync(join(directory, name), content);
  } catch (error) {
    throw new CommandFailed(`The documentation can't be written: ${(error as Error).message}`);
  }
  io.out(`Wrote ${files.size} files. Open ${join(directory, 'index.html')}, or serve the directory`);
}
