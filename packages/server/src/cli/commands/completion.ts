import { Argument, Command } from 'commander';
import { completionScript, type Shell, shells } from '../completion.ts';
import type { Io } from '../io.ts';

/** `bonafide completion`: a script with which a shell completes commands and flags. */
export function completionCommand(io: Io): Command {
  return new Command('completion')
    .description('print a script with which a shell completes commands and flags')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: Shell, _flags: object, command: Command) =>
      io.out(completionScript(shell, command.parent as Command)),
    );
}
