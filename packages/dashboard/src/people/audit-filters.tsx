import { Field, valuesOf } from '../parts.tsx';
import { plain, words } from '../words.ts';
import { useNames } from './names.tsx';

/** What the address of the page narrows the log by; days as `2026-01-15`. */
export interface AuditFilter {
  readonly member?: string;
  readonly token?: string;
  readonly action?: string;
  readonly object?: string;
  readonly since?: string;
  readonly until?: string;
}

/**
 * The filter of the audit log.
 * @param all whether the member sees the entries of others
 */
export function Filters({
  filter,
  actions,
  all,
  apply,
}: {
  filter: AuditFilter;
  actions: readonly string[];
  all: boolean;
  apply: (filter: AuditFilter) => void;
}) {
  const names = useNames();
  const { audit: say } = words;
  const given = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  return (
    <form className="filters" onSubmit={(event) => apply(given(valuesOf(event)))}>
      {all && (
        <>
          <Choice
            label={say.member}
            name="member"
            chosen={filter.member}
            options={names.map(({ id, name }) => [id, name])}
          />
          <Field
            label={say.token}
            name="token"
            hint={say.tokenHint}
            required={false}
            defaultValue={filter.token ?? ''}
          />
        </>
      )}
      <Choice
        label={say.action}
        name="action"
        chosen={filter.action}
        options={actions.map((action) => [action, plain(action)])}
      />
      <Field
        label={say.object}
        name="object"
        hint={say.objectHint}
        required={false}
        defaultValue={filter.object ?? ''}
      />
      <Field label={say.since} name="since" type="date" required={false} defaultValue={filter.since ?? ''} />
      <Field label={say.until} name="until" type="date" required={false} defaultValue={filter.until ?? ''} />
      <div className="buttons">
        <button type="submit">{say.filter}</button>
        <button type="button" onClick={() => apply({})}>
          {say.clear}
        </button>
      </div>
    </form>
  );
}

function Choice({
  label,
  name,
  chosen = '',
  options,
}: {
  label: string;
  name: string;
  chosen?: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select key={options.length} id={name} name={name} defaultValue={chosen}>
        <option value="">{words.audit.any}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
