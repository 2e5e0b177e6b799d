import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Failure } from './api.ts';
import { plain, words } from './words.ts';

/** What a page shows while its data comes. */
export const Loading = () => (
  <p className="loading" role="status">
    {words.loading}…
  </p>
);

/** What failed, with the id by which the operator finds the request. */
export function Trouble({ error, again }: { error: unknown; again?: () => void }) {
  const id = error instanceof Failure ? error.requestId : null;
  const fields = error instanceof Failure ? Object.entries(error.fields) : [];
  return (
    <div className="trouble" role="alert">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {fields.map(([name, reasons]) => (
        <p key={name}>
          {plain(name)}: {reasons.join(', ')}
        </p>
      ))}
      {id && (
        <p className="quiet">
          {words.requestId} <code>{id}</code>
        </p>
      )}
      {again && (
        <button type="button" onClick={again}>
          {words.again}
        </button>
      )}
    </div>
  );
}

/** A state or result: its word says it, its colour repeats it. */
export const Chip = ({ value, children }: { value: string | null; children?: ReactNode }) => (
  <span className={`chip ${value ?? 'none'}`}>{children ?? (value === null ? '–' : plain(value))}</span>
);

/** The values of a form that was sent. */
export function valuesOf(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
}

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

/** A labelled input with what is wrong with it. */
export function Field({
  label,
  name,
  hint,
  error,
  ...input
}: {
  label: string;
  name: string;
  hint?: string;
  error?: readonly string[] | undefined;
  type?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  defaultValue?: string;
  required?: boolean;
  minLength?: number;
  disabled?: boolean;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
}) {
  // A dialog may have a field of the same name as the page below it.
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="quiet" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <input id={id} name={name} required aria-describedby={hint && `${id}-hint`} aria-invalid={!!error} {...input} />
      {error && (
        <span className="error" role="alert">
          {error.join(', ')}
        </span>
      )}
    </div>
  );
}

/** A labelled choice among values; the first choice is none of them. */
export function Select({
  label,
  name,
  chosen = '',
  options,
}: {
  label: string;
  name: string;
  chosen?: string | undefined;
  options: readonly string[];
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={chosen}>
        <option value="">{words.any}</option>
        {options.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </div>
  );
}
