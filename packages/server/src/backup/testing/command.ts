import { buildProgram } from '../../cli/program.ts';

/** Settings of a deployment for the command line. */
export interface Deployment {
  readonly data: string;
  readonly databaseUrl?: string | undefined;
  readonly masterKey?: string;
  /** More variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command line as a shell would. Returns what it printed; throws `CommandFailed` where the exit code would be 1. */
export async function bonafide(
  { data, databaseUrl, masterKey, env: more }: Deployment,
  ...line: string[]
): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const env = {
    BONAFIDE_DATA: data,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(masterKey && { BONAFIDE_MASTER_KEY: masterKey }),
    ...more,
  };
  const program = buildProgram({ out: print, err: print, env });
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command.exitOverride().configureOutput({ writeErr: () => {} });
  }
  await program.parseAsync(line, { from: 'user' });
  return printed.join('\n');
}
