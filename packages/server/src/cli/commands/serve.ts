import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Service } from '../../app.ts';
import { withFiles } from '../../config/env-files.ts';
import { readSettings, type SettingName, type Settings, settingsTable } from '../../config/settings.ts';
import { CommandFailed, type Io } from '../io.ts';
import { returnMemoryAtRest } from '../memory-at-rest.ts';
import { endWithNpm } from '../npm-parent.ts';
import { notWritable, startFailure } from '../start-failure.ts';
import { growYoungGeneration } from '../young-generation.ts';

interface Flag {
  readonly name: SettingName;
  readonly option: Option;
}

function flags(): Flag[] {
  return Object.entries(settingsTable).map(([name, { flag, env, fallback, meaning, ...entry }]) => {
    const unit = 'unit' in entry && entry.unit !== 'port' ? ` ${entry.unit}` : '';
    const value = fallback === null || String(fallback) === '' ? '' : `, default ${fallback}${unit}`;
    return { name: name as SettingName, option: new Option(`--${flag} <value>`, `${meaning} (${env}${value})`) };
  });
}

export interface RunningServer {
  readonly service: Service;
  /** Lets running requests and jobs end, then stops. */
  stop(): Promise<void>;
}

/**
 * Starts the service, prints where it is, and writes the files for scripts and other commands. A start that fails closes
 * what it has opened.
 */
export async function serve(chosen: Settings, io: Io): Promise<RunningServer> {
  const settings: Settings = { ...chosen, data: resolve(chosen.data) };
  const { readyFile, data } = settings;
  const { removeServerFile, serverRuns } = await import('../server-file.ts');
  try {
    // One of an earlier run would signal to a waiting script that this one is ready; one of a running server is still true.
    if (readyFile && !serverRuns(data)) await rm(readyFile, { force: true });
  } catch (error) {
    throw notWritable(error, resolve(readyFile as string)) ?? error;
  }
  const { startService } = await import('../../app.ts');
  const service = await startService(settings).catch((error) => {
    throw startFailure(error, settings);
  });
  const holdMemory = returnMemoryAtRest();
  const stop = async () => {
    holdMemory();
    try {
      await removeServerFile(data, process.pid);
    } finally {
      await service.close();
    }
  };
  try {
    await announce(service, settings, io);
  } catch (error) {
    // Open ports and timers would keep the process alive. A full disk may also fail what closing writes.
    await stop().catch(() => undefined);
    throw startFailure(error, settings);
  }
  return { service, stop };
}

/** Makes the first account, writes the files for scripts and other commands, and prints where the service is. */
async function announce(service: Service, settings: Settings, io: Io): Promise<void> {
  const { readyFile, data } = settings;
  const { bootstrap, mintReadyPair } = await import('../../app/bootstrap.ts');
  const { inviteFirst } = await import('../../members/invitations.ts');
  const { banner } = await import('../banner.ts');
  const { writeServerFile } = await import('../server-file.ts');
  const { writeReadyFile } = await import('../ready-file.ts');

  // What is printed ends up in the logs of production, which more people read than may have a token.
  const prints = settings.mode === 'development';
  const first = await bootstrap(service.services, prints || Boolean(readyFile));
  const invitation = prints ? await inviteFirst(service.services) : undefined;
  const pair = readyFile ? (first ?? (await mintReadyPair(service.services))) : undefined;
  await writeServerFile(data, {
    base_url: service.urls.https,
    http_base_url: service.urls.http,
    ca_file: service.caFile,
    server_name: service.caFile === null && settings.publicUrl ? new URL(settings.publicUrl).hostname : null,
    pid: process.pid,
  });
  growYoungGeneration();
  io.out(banner(service, prints ? first : undefined, invitation));
  if (!readyFile || !pair) return;
  await writeReadyFile(readyFile, service, pair).catch((error) => {
    throw notWritable(error, resolve(readyFile)) ?? error;
  });
}

/**
 * Ends the process well at the first signal and at once at the second, and never continues after an unknown error. Watches
 * from before the start, since the service answers before `starting` resolves.
 */
function watchProcess(starting: Promise<RunningServer>, io: Io): void {
  let stopping = false;
  const crash = (error: unknown) => {
    io.err(`The process ends after an unexpected error: ${error instanceof Error ? error.stack : error}`);
    process.exit(1);
  };
  const end = () => {
    if (stopping) process.exit(1);
    stopping = true;
    starting.then(({ stop }) => stop()).then(() => process.exit(0), crash);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  endWithNpm(io.env, () => {
    if (!stopping) end();
  });
  process.on('uncaughtException', crash).on('unhandledRejection', crash);
}

/** `bonafide serve`: runs the service. Its flags are the table of settings. */
export function serveCommand(io: Io): Command {
  const command = new Command('serve').description('run the service');
  const all = flags();
  for (const { option } of all) command.addOption(option);
  return command.action(async (values: Record<string, string>) => {
    const flags: Partial<Record<SettingName, string>> = {};
    for (const { name, option } of all) {
      const value = values[option.attributeName()];
      if (value !== undefined) flags[name] = value;
    }
    const starting = serve(settingsOf(flags, io), io);
    watchProcess(starting, io);
    await starting;
  });
}

function settingsOf(flags: Partial<Record<SettingName, string>>, io: Io): Settings {
  try {
    return readSettings(flags, withFiles(io.env));
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}
