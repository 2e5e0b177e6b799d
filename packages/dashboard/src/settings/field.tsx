import { useId } from 'react';
import type { SettingsOfAnAccount } from '../api-types.ts';
import { plain, type SettingWords, words } from '../words.ts';

/** A setting with its JSON Schema. The document of the API leaves the shape of the schema open. */
export type Setting = Omit<SettingsOfAnAccount['fields'][number], 'schema'> & {
  readonly schema: {
    readonly type?: string | readonly string[];
    readonly enum?: readonly string[];
    readonly items?: { readonly enum?: readonly string[] };
    readonly minimum?: number;
    readonly maximum?: number;
    readonly description: string;
  };
};

interface Given {
  readonly field: Setting;
  readonly value: unknown;
  readonly disabled: boolean;
  set(value: unknown): void;
}

const { settings: say } = words;

/** Name and description of a setting; the interface describes a setting that has no words here. */
export function settingWords({ name, schema }: Pick<Setting, 'name' | 'schema'>): SettingWords {
  const known: Readonly<Record<string, SettingWords>> = say.fields;
  return known[name] ?? { label: plain(name), hint: schema.description };
}

/** A setting with its control, what it does and its default. */
export function SettingField({ field, value, disabled, set }: Given) {
  const id = useId();
  const { label, hint, choices } = settingWords(field);
  const { default: first } = field;
  const listed = first !== null && typeof first === 'object' && !Array.isArray(first) ? Object.keys(first) : first;
  const byDefault = typeof listed === 'boolean' ? (listed ? say.on : say.off) : [listed ?? []].flat().join(', ');
  const name = <label htmlFor={id}>{label}</label>;
  const control = <Control {...{ id, field, value, disabled, set, choices }} />;
  return (
    <div className="field">
      {name}
      {control}
      <span className="quiet" id={`${id}-hint`}>
        {hint} {say.byDefault}: {choices?.[byDefault] ?? (byDefault || say.nothing)}.
      </span>
    </div>
  );
}

/** The entries of a text with one `name=number` a line. */
const entriesIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => line.split('='))
      .map(([key = '', one = '']) => [key.trim(), Number(one)]),
  );

type Shown = Given & { readonly id: string; readonly choices: SettingWords['choices'] };

function Control({ id, field: { schema }, value, disabled, set, choices }: Shown) {
  const types = [schema.type].flat();
  const common = { id, disabled, 'aria-describedby': `${id}-hint` };
  if (types.includes('boolean')) {
    return (
      <input
        {...common}
        type="checkbox"
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  }
  if (schema.enum) {
    return (
      <select {...common} value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
        {schema.enum.map((one) => (
          <option key={one} value={one}>
            {choices?.[one] ?? one}
          </option>
        ))}
      </select>
    );
  }
  if (types.includes('array')) {
    // One a line; a line that is being written may be empty.
    const lines = (text: string) => text.split('\n');
    return (
      <textarea
        {...common}
        rows={3}
        defaultValue={(value as readonly string[]).join('\n')}
        onChange={({ currentTarget }) =>
          set(
            lines(currentTarget.value)
              .map((line) => line.trim())
              .filter(Boolean),
          )
        }
      />
    );
  }
  if (types.includes('object')) {
    const entries = Object.entries(value as Readonly<Record<string, number>>);
    return (
      <textarea
        {...common}
        rows={3}
        defaultValue={entries.map(([key, one]) => `${key}=${one}`).join('\n')}
        onChange={({ currentTarget }) => set(entriesIn(currentTarget.value))}
      />
    );
  }
  const number = types.includes('integer') || types.includes('number');
  const bounds = number
    ? { min: schema.minimum, max: schema.maximum, step: types.includes('integer') ? 1 : 'any' }
    : {};
  const nullable = types.includes('null');
  return (
    <input
      {...common}
      {...bounds}
      type={number ? 'number' : 'text'}
      required={!nullable}
      defaultValue={value === null ? '' : String(value)}
      onChange={({ currentTarget: { value: text } }) => set(text === '' ? null : number ? Number(text) : text)}
    />
  );
}
