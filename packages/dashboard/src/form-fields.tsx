import { type ChangeEvent, type FormEvent, type ReactNode, useId } from 'react';
import { plain } from './words.ts';

/** The values of a form that was sent. */
export function valuesOf(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
}

/** The error of a field. */
const FieldError = ({ of }: { of: readonly string[] }) => (
  <span className="error" role="alert">
    {of.join(', ')}
  </span>
);

/** A label, a hint and an error around the control with the id. */
export function Labelled({
  id,
  label,
  hint,
  error,
  children,
}: {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: readonly string[] | undefined;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="quiet" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {error && <FieldError of={error} />}
    </div>
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
  list?: string;
  maxLength?: number;
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
    <Labelled id={id} label={label} hint={hint} error={error}>
      <input id={id} name={name} required aria-describedby={hint && `${id}-hint`} aria-invalid={!!error} {...input} />
    </Labelled>
  );
}

/** A labelled text of some lines, such as the reason of a decision. */
export function NoteField({
  label,
  name = 'note',
  hint,
  error,
  required = true,
}: {
  label: string;
  name?: string;
  hint?: string;
  error?: readonly string[] | undefined;
  required?: boolean;
}) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        name={name}
        rows={3}
        maxLength={2000}
        required={required}
        aria-describedby={hint && `${id}-hint`}
        aria-invalid={error ? true : undefined}
      />
    </Labelled>
  );
}

/** A labelled choice among values with their texts; with `any`, the first choice stands for any value. */
export function Choice({
  label,
  name,
  chosen = '',
  any,
  options,
  error,
  change,
}: {
  label: string;
  name: string;
  error?: readonly string[] | undefined;
  chosen?: string | undefined;
  any?: string;
  options: readonly (readonly [value: string, text: string])[];
  change?: (value: string) => void;
}) {
  const id = useId();
  const missing = any !== undefined && chosen !== '' && !options.some(([value]) => value === chosen);
  const controlled = change ? { value: chosen } : { defaultValue: chosen };
  return (
    <Labelled id={id} label={label} error={error}>
      <select
        key={change ? undefined : options.length}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
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
    </Labelled>
  );
}

/** Values as choices, each with its plain name. */
export const choicesOf = (values: readonly string[]) => values.map((value) => [value, plain(value)] as const);
