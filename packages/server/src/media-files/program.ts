import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { Settings } from '../config/settings.ts';

/** The file that is run by a name: itself where it is a path, else the first of the directories of `PATH` that has it. */
export function programFile(name: string, path = process.env.PATH ?? ''): string | undefined {
  const places = /[\\/]/.test(name) ? [resolve(name)] : path.split(delimiter).map((place) => resolve(place, name));
  return places.find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Path of the program that takes frames from videos, without running it; for the log and the doctor. */
export function ffmpegFound({ ffmpeg }: Pick<Settings, 'ffmpeg'>) {
  const path = programFile(ffmpeg);
  return path
    ? ({ state: 'ok', detail: path, path } as const)
    : ({
        state: 'warning',
        detail: `the program ${ffmpeg} was not found, so no frames can be taken from videos`,
        path,
      } as const);
}
