import type { StoreChoice } from './arguments.ts';
import { freshPlace } from './database.ts';
import { type RunningService, serviceScriptIn, startService } from './service.ts';

/** The service of another working copy, with data of its own. */
export interface OtherBuild {
  readonly service: RunningService;
  stop(): Promise<void>;
}

/** Starts the service that is built in another working copy, so that both builds are loaded in turn in one run. */
export async function startOther(store: StoreChoice, copy: string): Promise<OtherBuild> {
  const place = await freshPlace(store);
  try {
    const service = await startService(place, [], serviceScriptIn(copy));
    return {
      service,
      async stop() {
        await service.stop();
        await place.drop();
      },
    };
  } catch (error) {
    await place.drop();
    throw error;
  }
}
