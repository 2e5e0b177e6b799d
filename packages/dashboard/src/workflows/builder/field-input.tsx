import { useId, useState } from 'react';
import { parse, stringify } from 'yaml';
import { Choice, choicesOf } from '../../form-fields.tsx';
import { plain, words } from '../../words.ts';
import type { FieldForm } from './part-fields.ts';

const yamlOf = (value: unknown): string => (value === undefined ? '' : stringify(value, { lineWidth: 0 }).trimEnd());

/** Reads what a member typed. Throws for a text that is not YAML, and for a fraction. */
function readTyped(typed: string, form: FieldForm['form']): unknown {
  if (typed.trim() === '') return undefined;
  if (form === 'text') return typed;
  const value: unknown = parse(typed);
  if (form === 'number' && !Number.isInteger(value)) throw new Error(words.builder.wholeNumber);
  return value;
}

/** A field of a part. A change counts once the field is left; an empty field is removed from the file. */
export function FieldInput({
  name,
  value,
  form,
  suggestions,
  change,
}: {
  name: string;
  value: unknown;
  form: FieldForm;
  suggestions?: readonly string[] | undefined;
  change: (value: unknown) => void;
}) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  if (form.form === 'choice') {
    return (
      <Choice
        label={plain(name)}
        name={name}
        any={words.builder.notSet}
        chosen={value === undefined ? '' : String(value)}
        options={choicesOf(form.values)}
        change={(chosen) => change(chosen === '' ? undefined : chosen)}
      />
    );
  }
  const written = form.form === 'yaml' ? yamlOf(value) : value === undefined ? '' : String(value);
  const leave = (typed: string) => {
    if (typed === written) return setError(null);
    try {
      change(readTyped(typed, form.form));
      setError(null);
    } catch (problem) {
      setError((problem as Error).message);
    }
  };
  const given = {
    id,
    name,
    defaultValue: written,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    onBlur: ({ currentTarget }: { currentTarget: { value: string } }) => leave(currentTarget.value),
  } as const;
  const long = form.form === 'yaml' || (form.form === 'text' && form.long);
  return (
    <div className="field">
      <label htmlFor={id}>{plain(name)}</label>
      {long ? (
        <textarea key={written} {...given} rows={Math.min(12, written.split('\n').length + 1)} spellCheck={false} />
      ) : (
        <input key={written} {...given} list={suggestions && `${id}-list`} autoComplete="off" />
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {error && (
        <span className="error" role="alert" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
