import { spawn } from 'node:child_process';
import { Argument, Command } from 'commander';
import { type ApiFlags, forApi, withApi } from '../api.ts';
import type { Io } from '../io.ts';
import { printable, printableJson } from '../printable.ts';

/** The path of each kind of object, and the field with its page in the dashboard. */
const kinds = {
  check: { path: '/checks', field: 'results_uri' },
  'workflow-run': { path: '/workflow_runs', field: 'dashboard_url' },
} as const;

interface OpenFlags extends ApiFlags {
  browser: boolean;
}

/** `bonafide open`: the page of an object in the dashboard. */
export function openCommand(io: Io): Command {
  return forApi(new Command('open').description('open the page of a check or a workflow run in the dashboard'))
    .addArgument(new Argument('<kind>').choices(Object.keys(kinds)))
    .argument('<id>')
    .option('--no-browser', 'only print the address')
    .action((kind: keyof typeof kinds, id: string, flags: OpenFlags) =>
      withApi(flags, io, async (api) => {
        const { path, field } = kinds[kind];
        const url = String((await api.call('GET', `${path}/${encodeURIComponent(id)}`))[field]);
        io.out(flags.json ? printableJson({ url }) : printable(url));
        // A program that reads the output, or a person without a screen, wants the address alone.
        if (flags.browser && io.colours && /^https?:/.test(url)) openInBrowser(url);
      }),
    );
}

function openInBrowser(url: string): void {
  const command = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
  const browser = spawn(command, [url], { stdio: 'ignore', detached: true });
  // The address is printed, so a machine without a browser needs no error.
  browser.on('error', () => {});
  browser.unref();
}
