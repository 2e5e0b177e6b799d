import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Failure } from './api.ts';
import { Mark } from './icons.tsx';
import { exactTime, plain, stateText, time, words } from './words.ts';

/** Number of placeholder lines. */
const LINES = { page: 8, panel: 3 } as const;

/** Placeholder of a page while its data loads: a line of text, and lines in place of the data, so that nothing jumps. */
export const Loading = ({ of = 'page' }: { of?: keyof typeof LINES }) => (
  <div className="loading" role="status">
    <span>{words.loading}…</span>
    {Array.from({ length: LINES[of] }, (_, line) => `line ${line}`).map((line) => (
      <i key={line} />
    ))}
  </div>
);

/** Panel with an error and the id by which the operator finds the request. */
export function ErrorPanel({ error, again }: { error: unknown; again?: () => void }) {
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

/** Error in place of a page whose data failed. */
export const PageError = (given: { error: unknown; again?: () => void }) => (
  <>
    <Title text={words.notShown} />
    <ErrorPanel {...given} />
  </>
);

/** The head of a page, whose name is also the title of its browser tab. `within`: a link to the list that it belongs to. */
export function Title({
  text,
  heading = text,
  within,
  children,
}: {
  text: string;
  heading?: ReactNode;
  within?: ReactNode;
  children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${text} · ${words.product}`;
  }, [text]);
  return (
    <div className="title">
      {within && (
        <nav className="within" aria-label={words.breadcrumb}>
          {within}
        </nav>
      )}
      <h1>{heading}</h1>
      {children}
    </div>
  );
}

/** A page outside of any account: its name and content in a card. */
export function CenteredCard({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <main className="alone">
      <p className="brand">
        <Mark /> <strong>{words.product}</strong>
      </p>
      <div className="alone-card">
        {title && <Title text={title} />}
        {children}
      </div>
    </main>
  );
}

/** States and results by how much they ask of a member; all others are plain. */
const tones: Readonly<Record<'good' | 'bad' | 'open', readonly string[]>> = {
  good: [
    ...['clear', 'complete', 'active', 'approved', 'succeeded', 'delivered', 'sent', 'granted', 'match'],
    'false_match',
  ],
  bad: [
    'consider',
    'declined',
    'failed',
    'error',
    'suspected',
    'rejected',
    'disabled',
    'caution',
    'differs',
    'true_match',
  ],
  open: [
    ...[
      'awaiting_approval',
      'awaiting_input',
      'awaiting_client_input',
      'awaiting_applicant',
      'awaiting_data',
      'paused',
    ],
    ...[
      'review',
      'reopened',
      'second_needed',
      'third_needed',
      'invited',
      'expired',
      'staged',
      'pending',
      'failing',
      'unsure',
    ],
  ],
};

/** A state or result: its word says it, its colour repeats it. */
export function Chip({ value, children }: { value: string | null; children?: ReactNode }) {
  const tone = Object.entries(tones).find(([, values]) => value !== null && values.includes(value))?.[0] ?? 'plain';
  return <span className={`chip ${tone}`}>{children ?? (value === null ? '–' : stateText(value))}</span>;
}

/** Letters of an id that are shown at its beginning and end: those between are in the page, so that a copy has them. */
const SHOWN = { first: 8, last: 4 } as const;

/** An id, short to the eye and whole to who copies it. */
export const Id = ({ id }: { id: string }) =>
  id.length > SHOWN.first + SHOWN.last + 1 ? (
    <code className="id" title={id}>
      {id.slice(0, SHOWN.first)}
      <span>{id.slice(SHOWN.first, -SHOWN.last)}</span>
      {id.slice(-SHOWN.last)}
    </code>
  ) : (
    <code className="id">{id}</code>
  );

/** An id in full, with a button that copies it. */
export function FullId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <span className="full-id">
      <code>{id}</code>
      <button
        type="button"
        aria-label={`${copied ? words.copied : words.copy}: ${id}`}
        onClick={() => void navigator.clipboard?.writeText(id).then(() => setCopied(true))}
      >
        {copied ? words.copied : words.copy}
      </button>
    </span>
  );
}

/** A time in one line, to the minute or second; its title has it to the second. */
export const When = ({ at, exact = false }: { at: string | null; exact?: boolean }) =>
  at === null ? (
    <>–</>
  ) : (
    <time dateTime={at} title={exactTime(at)}>
      {exact ? exactTime(at) : time(at)}
    </time>
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

/** A labelled input with its error. */
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
  placeholder?: string;
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

/** A labelled choice among values with their texts; with `any`, the first choice stands for any value. */
export function Choice({
  label,
  name,
  chosen = '',
  any,
  options,
  change,
}: {
  label: string;
  name: string;
  chosen?: string | undefined;
  any?: string;
  options: readonly (readonly [value: string, text: string])[];
  change?: (value: string) => void;
}) {
  const id = useId();
  const missing = any !== undefined && chosen !== '' && !options.some(([value]) => value === chosen);
  const controlled = change ? { value: chosen } : { defaultValue: chosen };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        key={change ? undefined : options.length}
        id={id}
        name={name}
        {...controlled}
        onChange={(event) => change?.(event.currentTarget.value)}
      >
        {any !== undefined && <option value="">{any}</option>}
        {missing && <option value={chosen}>{plain(chosen)}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Values as choices, each with its plain name. */
export const choicesOf = (values: readonly string[]) => values.map((value) => [value, plain(value)] as const);
