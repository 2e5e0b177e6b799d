import { publishedVersions, type Version } from '../base/versions.ts';

/** A published version by its name: `version('v3.6')`. Throws for one that was never published. */
export function version(name: string): Version {
  const found = publishedVersions.named(name);
  if (!found) throw new Error(`${name} is not published`);
  return found;
}
