import { guarded } from '../events/events.ts';
import type { ModalOptions } from '../ui/modal.ts';
import type { Mounted } from './mounted.ts';

export type DialogController = ReturnType<typeof makeDialogController>;

/**
 * Opens and closes the dialog around the SDK, where the page wants one. The camera is closed while the dialog is.
 *
 * @param mounted gives the mounted SDK: the dialog is made with its place, before the rest
 */
export function makeDialogController(mounted: () => Mounted) {
  /** Opens or closes the dialog. */
  function show(is: boolean): void {
    const { place, session } = mounted();
    mounted().options = { ...mounted().options, isModalOpen: is };
    place.modal?.show(is);
    session?.rest(!is);
    if (is && session) place.root.querySelector('h1')?.focus();
  }

  const modalOptions: ModalOptions = {
    ask() {
      const { onModalRequestClose } = mounted().options;
      if (onModalRequestClose) guarded(onModalRequestClose);
      else show(false);
    },
    closesBeside: () => mounted().options.shouldCloseOnOverlayClick !== false,
    closed() {
      mounted().options = { ...mounted().options, isModalOpen: false };
      mounted().session?.rest(true);
    },
  };

  return {
    modalOptions,
    show,
    /** Returns whether there is a dialog that the page has not opened: no session starts in it. */
    isHidden: () => mounted().place.modal !== undefined && !mounted().options.isModalOpen,
  };
}
