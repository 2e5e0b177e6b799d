import type { Static, TSchema } from 'typebox';

/** A setting of an account. The types, defaults, API schemas and documents of settings derive from such entries. */
interface AccountSetting<S extends TSchema> {
  /** Bounds of the value. The meaning becomes the description of the schema. */
  readonly schema: S;
  readonly fallback: Static<S>;
  /** Effect of the setting, one line of Markdown. */
  readonly meaning: string;
}

type SettingTable = Readonly<Record<string, AccountSetting<TSchema>>>;

/** The values of a table of settings by name. */
export type ValuesOf<T extends SettingTable> = { [Name in keyof T]: Static<T[Name]['schema']> };

/** Returns an entry of a table of settings. */
export function setting<S extends TSchema>(schema: S, fallback: Static<S>, meaning: string): AccountSetting<S> {
  return { schema, fallback, meaning };
}

/** Returns the default of each setting of a table. */
export function defaultsOf<T extends SettingTable>(table: T): ValuesOf<T> {
  return Object.fromEntries(Object.entries(table).map(([name, { fallback }]) => [name, fallback])) as ValuesOf<T>;
}
