import { accessSync, constants } from 'node:fs';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium of this system; undefined where there is none. */
export const executablePath = places.find((path): path is string => {
  try {
    accessSync(path as string, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});
