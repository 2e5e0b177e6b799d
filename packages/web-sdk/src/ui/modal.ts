import { h } from './dom.ts';

export interface ModalOptions {
  /** The applicant wants to leave: by the button, Escape, the way back of a phone, or beside the dialog. */
  ask(): void;
  /** Returns whether a press beside the dialog closes it. */
  closesBeside(): boolean;
  /** The browser has closed it without asking. */
  closed(): void;
}

/** A dialog over the page, which is out of reach meanwhile; the focus stays in it, and returns to where it was. */
export interface Modal {
  readonly element: HTMLDialogElement;
  ask(): void;
  /** Opens or closes it, unless it is so already. */
  show(is: boolean): void;
}

/** Makes a dialog that is closed. It never closes by itself: who made it does that. */
export function makeModal({ ask, closesBeside, closed }: ModalOptions, ...content: readonly Node[]): Modal {
  /** True if a press began beside the dialog. A press that only ended there was meant for something in the dialog. */
  let beside = false;
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    ask();
  };
  const dialog: HTMLDialogElement = h(
    'dialog',
    {
      onkeydown: leave,
      oncancel: (event: Event) => {
        // Ignores the cancel event of a file dialogue.
        if (event.target !== dialog) return;
        event.preventDefault();
        ask();
      },
      onclose: () => shown && closed(),
      onpointerdown: ({ target }: Event) => {
        beside = target === dialog;
      },
      onclick: ({ target }: Event) => {
        if (beside && target === dialog && closesBeside()) ask();
      },
    },
    ...content,
  );
  let shown = false;
  return {
    element: dialog,
    ask,
    show(is) {
      shown = is;
      if (is === dialog.open) return;
      if (is) dialog.showModal();
      else dialog.close();
    },
  };
}
