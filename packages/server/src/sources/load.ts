import { statSync } from 'node:fs';
import type { Settings } from '../config/settings.ts';
import { addressPolicyOf, type Provider } from './provider.ts';

/**
 * The providers of data of the operator's file; none without one. Throws one error that names everything that is wrong, so that a
 * service never starts with half of its sources.
 */
export async function loadProviders({ dataSources: file, mode }: Settings): Promise<Provider[]> {
  if (file === null) return [];
  const [{ readNamedFile }, { parseProviders }] = [await import('../base/yaml-file.ts'), await import('./parse.ts')];
  try {
    return parseProviders(readNamedFile(file), file, addressPolicyOf(mode));
  } catch (error) {
    throw new Error(`--data-sources: ${(error as Error).message}`);
  }
}

/** Returns whether others than its owner may read the file with the secrets. */
export function isReadByOthers(file: string): boolean {
  return (statSync(file).mode & 0o077) !== 0;
}
