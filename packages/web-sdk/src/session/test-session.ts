import { type CameraSource, CameraUnavailable } from '../capture/camera.ts';
import type { Choice, Part } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { Place } from '../mount.ts';
import { loadTestMode } from '../test-mode/lazy.ts';
import type { TestMode } from '../types.ts';
import { h } from '../ui/dom.ts';
import type { Uploader } from '../upload/uploader.ts';

const PATH = '/v3.6/sandbox/test_mode';

export type TestSession = ReturnType<typeof makeTestSession>;

/**
 * The test mode of a session: the drawn camera of each step, the panel on every screen, and the outcome, which is sent to the service. The
 * drawings and the panel load when the session begins.
 *
 * @param uploader sends outcomes alone, so that none of them ends an upload of the session
 */
export function makeTestSession(chosen: TestMode, { root }: Place, uploader: Uploader) {
  let loaded: ReturnType<Awaited<ReturnType<typeof loadTestMode>>['default']> | undefined;

  /** Loads the rest. What has failed is tried again with the next call. */
  async function load() {
    const module = await loadTestMode();
    if (!loaded) {
      loaded = module.default(h, root.getRootNode() as ShadowRoot, chosen, async (outcomes) => {
        return (await uploader.ask(PATH, outcomes)) !== null;
      });
      root.querySelector('.test')?.replaceWith(loaded.panel);
    }
    return loaded;
  }

  const camera =
    (part: Part | undefined, choice: Choice | undefined, side: 'front' | 'back'): CameraSource =>
    async (_, sound) => {
      const mode = await load().catch(() => {
        throw new CameraUnavailable('offline');
      });
      const type = part?.kind === 'face' || part?.kind === 'poa' ? part.kind : (choice?.type ?? 'generic_document');
      return mode.open({ type, side }, sound);
    };

  void load().catch(() => {});
  return {
    forScreen: (part: Part | undefined, choice: Choice | undefined, side: 'front' | 'back'): Kit['test'] => ({
      camera: camera(part, choice, side),
      panel: loaded?.panel,
    }),
    /** Waits until the service has the outcome; false where it can't be reached. */
    settled: (): Promise<boolean> =>
      load().then(
        (mode) => mode.settled(),
        () => false,
      ),
    close: () => uploader.stop(),
  };
}
