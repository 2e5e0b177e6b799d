import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { ErrorPanel } from './page-layout.tsx';
import { words } from './words.ts';

/** A modal dialog, open while it is mounted. `Escape` closes it. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog ref={ref} aria-label={title} onClose={close}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

/**
 * The form of a dialog: its fields, what failed, and the buttons that send and close.
 * @param error what failed; leave it out where a field shows it
 * @param leave the word of the button that closes
 * @param danger whether what is sent can't be undone
 */
export function DialogForm({
  submit,
  send,
  disabled,
  error,
  close,
  leave = words.cancel,
  danger = false,
  children,
}: {
  submit: string;
  send: (event: FormEvent<HTMLFormElement>) => void;
  disabled: boolean;
  error?: unknown;
  close: () => void;
  leave?: string;
  danger?: boolean;
  children: ReactNode;
}) {
  const sent = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event);
  };
  return (
    <form onSubmit={sent}>
      {children}
      {!!error && <ErrorPanel error={error} />}
      <div className="buttons">
        <button className={danger ? 'main danger' : 'main'} type="submit" disabled={disabled}>
          {submit}
        </button>
        <button type="button" onClick={close}>
          {leave}
        </button>
      </div>
    </form>
  );
}

/** The end of a dialog that has done its work. */
export const DialogEnd = ({ close }: { close: () => void }) => (
  <div className="buttons">
    <button type="button" className="main" onClick={close}>
      {words.close}
    </button>
  </div>
);
