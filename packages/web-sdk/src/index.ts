import { makeDialogController } from './controllers/dialog.ts';
import type { Mounted } from './controllers/mounted.ts';
import { makeOptionsReader } from './controllers/options.ts';
import { makePhoneController } from './controllers/phone.ts';
import { makeSessionController } from './controllers/session.ts';
import { makeListeners } from './events/events.ts';
import { findContainer, makePlace } from './mount.ts';
import { anyOptions } from './options/read.ts';
import type { SdkHandle, SdkOptions } from './types.ts';
import { version } from './version.ts';

export type * from './names.ts';
export type * from './types.ts';
export { version };

/** Functions that remove the SDK from a container: of two that are mounted in one, the later stays. */
const removers = new WeakMap<Element, () => void>();

/**
 * Mounts the SDK and guides the applicant of the token through the steps. Returns a handle at once.
 *
 * Throws when there is no element to mount in; every other problem goes to `onError`.
 *
 * @example
 * import { init } from '@bonafide/web-sdk';
 *
 * const handle = init({
 *   token: '<SDK token>',
 *   containerId: 'sdk-mount',
 *   steps: ['welcome', 'document', 'face'],
 *   onComplete: (response) => console.log(response.document_front?.id),
 * });
 * await handle.tearDown();
 */
export function init(options: SdkOptions): SdkHandle {
  anyOptions(options);
  const container = findContainer(options);
  removers.get(container)?.();
  const dialog = makeDialogController(() => mounted);
  const mounted: Mounted = {
    place: makePlace(container, options.useModal ? dialog.modalOptions : undefined),
    listeners: makeListeners(),
    options: { ...options },
    session: undefined,
    removed: false,
  };
  const sessions = makeSessionController(mounted, dialog, makeOptionsReader(mounted));
  const phone = makePhoneController(mounted, sessions);

  function remove(): void {
    if (mounted.removed) return;
    mounted.removed = true;
    mounted.session?.close();
    mounted.place.modal?.show(false);
    phone.close();
    mounted.place.host.remove();
    if (removers.get(container) === remove) removers.delete(container);
  }
  removers.set(container, remove);

  if (options.isModalOpen) mounted.place.modal?.show(true);
  if (options.mobileFlow) phone.start();
  else sessions.start(true);

  return {
    version,
    get options() {
      return mounted.options;
    },
    get containerId() {
      return mounted.options.containerId;
    },
    async tearDown() {
      remove();
    },
    setOptions(changes) {
      if (mounted.removed) return;
      const before = mounted.options;
      const changed = (key: 'testMode' | 'token' | 'workflowRunId') =>
        changes[key] !== undefined && changes[key] !== before[key];
      const restart = 'steps' in changes || changed('token') || changed('workflowRunId') || changed('testMode');
      mounted.options = { ...before, ...changes };
      // A phone has no steps before its computer has sent them, nor after they are done.
      if (mounted.session || !mounted.options.mobileFlow) sessions.start(restart || !mounted.session);
      if (mounted.place.modal && 'isModalOpen' in changes) dialog.show(changes.isModalOpen === true);
    },
    addEventListener: mounted.listeners.add,
    removeEventListener: mounted.listeners.remove,
  };
}

/**
 * Object that scripts of the older generations use: `Onfido.init(…)`.
 *
 * @example
 * import { Onfido } from '@bonafide/web-sdk';
 *
 * Onfido.init({ token: '<SDK token>', steps: ['document'] });
 */
export const Onfido = { init, version };
/**
 * Same object under this SDK's own name.
 *
 * @example
 * import { Bonafide } from '@bonafide/web-sdk';
 *
 * console.log(Bonafide.version);
 */
export const Bonafide = Onfido;
