import { noSpaceReason } from '../base/no-space.ts';
import { errorCode } from '../base/sqlite-codes.ts';
import type { Settings } from '../config/settings.ts';
import { CommandFailed } from './io.ts';

/** Codes of the system and SQLite for a file that the user of the process may not write. */
const FORBIDDEN = /^(EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH)$/;

const READ_ONLY = 'it is read-only';

/**
 * Returns an error that says in one sentence why `place` could not be written and what to do. Returns undefined when the error
 * has another cause.
 *
 * @param place file or folder that was written
 * @param failed what could not be done
 */
export function notWritable(
  error: unknown,
  place: string,
  failed = 'The service could not start',
): CommandFailed | undefined {
  const { message } = error as NodeJS.ErrnoException;
  const reason = noSpaceReason(error) ?? (FORBIDDEN.test(errorCode(error)) ? READ_ONLY : undefined);
  if (reason === undefined) return undefined;
  const remedy = reason === READ_ONLY ? 'Make it writable for the user of the service' : 'Free some space there';
  return new CommandFailed(
    `${failed}: ${place} could not be written, because ${reason} (${message}). ${remedy}, then start again.`,
    { cause: error },
  );
}

/** Returns what the operator reads when a start fails: one sentence where he can correct the cause, else the error itself. */
export function startFailure(error: unknown, { data, host, port, httpPort }: Settings): unknown {
  if (error instanceof CommandFailed) return error;
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'bind') {
    return new CommandFailed(`${message} (--host ${host} --port ${port} --http-port ${httpPort}; 0 picks a free port)`);
  }
  const place = code === '53100' ? 'the database' : data;
  const found = notWritable(error, place);
  if (found) return found;
  // What the service itself says at start is meant for the operator; what libraries throw keeps its stack.
  return (error as object).constructor === Error && code === undefined ? new CommandFailed(message) : error;
}
