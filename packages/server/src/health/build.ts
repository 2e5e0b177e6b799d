import manifest from '../../package.json' with { type: 'json' };
import type { Settings } from '../config/settings.ts';
import type { Services } from '../context/services.ts';
import { migrationState } from '../store/queries/migrations.ts';

/** The build that runs. */
export interface Build {
  readonly version: string;
  /** Commit of its source, hexadecimal; null where the build did not say. */
  readonly commit: string | null;
  /** Version of Node, such as `v24.7.0`. */
  readonly node: string;
}

/** Facts that `/version` has: the build, the versions of the API that it serves, and the state of its store. */
export async function describeVersion({ settings, versions, store }: Services): Promise<object> {
  const { applied, missing } = await migrationState(store.system);
  return {
    ...build(settings),
    role: settings.role,
    api_versions: versions.all.map(({ name }) => name),
    store: store.dialect,
    migrations: { latest: applied.at(-1) ?? null, missing },
  };
}

/** The build of this process. */
export function build({ commit }: Pick<Settings, 'commit'>): Build {
  return { version: manifest.version, commit, node: process.version };
}
