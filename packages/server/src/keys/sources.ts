import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SettingName, type Settings, settingsTable } from '../config/settings.ts';
import { fingerprintOf, KEY_BYTES, type MasterKey, masterKey } from '../crypto/keys.ts';

/** Milliseconds in which a command must have printed the key. */
const COMMAND_TIMEOUT_MS = 20_000;

export type KeySettings = Pick<
  Settings,
  | 'data'
  | 'masterKey'
  | 'masterKeyFile'
  | 'masterKeyCommand'
  | 'oldMasterKey'
  | 'oldMasterKeyFile'
  | 'oldMasterKeyCommand'
>;

/** A master key of the settings. */
export interface GivenKey {
  readonly secret: Buffer;
  readonly master: MasterKey;
  readonly fingerprint: string;
  /** The file, or the environment variable of the setting. */
  readonly source: string;
}

/** The master keys of the settings. */
export interface GivenKeys {
  /** Undefined while no key was made yet. */
  readonly current: GivenKey | undefined;
  /** The key that `current` replaces; undefined unless a setting names it. */
  readonly old: GivenKey | undefined;
}

/** File of the master key if no setting names another source. */
export const masterKeyFileOf = ({ data }: Pick<Settings, 'data'>): string => join(data, 'master.key');

/** Returns whether the master key is the file in the data directory, which the service may replace. */
export function isOwnFile(settings: KeySettings): boolean {
  return !settings.masterKey && !settings.masterKeyFile && !settings.masterKeyCommand;
}

/** Returns whether the master key is a file, which may be replaced while the service runs. */
export function readsKeyFile({ masterKey, masterKeyCommand }: KeySettings): boolean {
  return !masterKey && !masterKeyCommand;
}

/** File or environment variable from which the settings take the master key. */
export function masterKeySource(settings: KeySettings): string {
  if (settings.masterKeyCommand) return settingsTable.masterKeyCommand.env;
  if (settings.masterKeyFile) return settings.masterKeyFile;
  return settings.masterKey ? settingsTable.masterKey.env : masterKeyFileOf(settings);
}

/**
 * Reads the master keys of the settings. Throws with words for the operator when a source has no key, or two settings name one.
 * No key is part of a message.
 */
export async function givenKeys(settings: KeySettings): Promise<GivenKeys> {
  const current = await currentKey(settings);
  return { current, old: await keyOf(settings, ['oldMasterKey', 'oldMasterKeyFile', 'oldMasterKeyCommand']) };
}

/** Reads the master key of the settings; undefined while none was made. Throws like `givenKeys`. */
export async function currentKey(settings: KeySettings): Promise<GivenKey | undefined> {
  const key = await keyOf(settings, ['masterKey', 'masterKeyFile', 'masterKeyCommand']);
  const file = masterKeyFileOf(settings);
  return key || !existsSync(file) ? key : keyFrom(file, readFileSync(file, 'utf8'));
}

type KeySetting = Exclude<keyof KeySettings, 'data'> & SettingName;

async function keyOf(
  settings: KeySettings,
  [text, file, command]: readonly [KeySetting, KeySetting, KeySetting],
): Promise<GivenKey | undefined> {
  const set = [text, file, command].filter((name) => settings[name]);
  if (set.length > 1) {
    const names = set.map((name) => settingsTable[name].env).join(' and ');
    throw new Error(`${names} both name the master key. Set one of them`);
  }
  if (settings[text]) return keyFrom(settingsTable[text].env, settings[text]);
  if (settings[file]) return keyFrom(settings[file], readKeyFile(settings[file]));
  if (!settings[command]) return undefined;
  const source = settingsTable[command].env;
  return keyFrom(source, await outputOf(source, settings[command]));
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The master key ${file} can't be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function keyFrom(source: string, text: string): GivenKey {
  const secret = Buffer.from(text.trim(), 'base64url');
  if (secret.length !== KEY_BYTES) {
    throw new Error(
      `The master key from ${source} must be ${KEY_BYTES} bytes as base64url, not ${secret.length} bytes`,
    );
  }
  const master = masterKey(secret);
  return { secret, master, fingerprint: fingerprintOf(master), source };
}

/**
 * Runs a command without a shell and returns what it prints. Its output is never part of an error: it may be the key.
 *
 * @param command words between blanks, or a JSON array of words if a word has blanks
 */
async function outputOf(source: string, command: string): Promise<string> {
  const [program, ...words] = wordsOf(source, command);
  const options = {
    timeout: COMMAND_TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024,
    windowsHide: true,
  } as const;
  try {
    const { stdout } = await promisify(execFile)(program as string, words, options);
    return stdout;
  } catch (error) {
    throw new Error(`The command of ${source} ${failureOf(error as CommandError)}`);
  }
}

type CommandError = Error & { code?: number | string; killed?: boolean; signal?: string | null };

function failureOf({ code, killed, signal }: CommandError): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed more than a key';
  if (killed) return `did not end within ${COMMAND_TIMEOUT_MS / 1000} s`;
  if (typeof code === 'string') return `can't be run: ${code}`;
  return signal ? `was ended by ${signal}` : `ended with the exit code ${code}`;
}

function wordsOf(source: string, command: string): readonly string[] {
  if (!command.trimStart().startsWith('[')) return command.trim().split(/\s+/);
  let words: unknown;
  try {
    words = JSON.parse(command);
  } catch {
    words = undefined;
  }
  if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string')) return words;
  throw new Error(`${source} begins with [ but is not a JSON array of texts`);
}
