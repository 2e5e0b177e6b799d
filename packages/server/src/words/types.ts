import type { en } from './en.ts';

/** The name between two braces, before a comma. Never for the text of a plural form: that text has blanks. */
type NameIn<Braces extends string> = Braces extends `${infer Name},${string}`
  ? Name
  : Braces extends `${string} ${string}`
    ? never
    : Braces;

/** Names of the values of a message: `account` and `name` for `{account} asks you, {name}`. */
type NamesIn<Message extends string> = Message extends `${string}{${infer Braces}}${infer Rest}`
  ? NameIn<Braces> | NamesIn<Rest>
  : never;

/** A table whose messages with values are functions of the values. */
type Spoken<T> = T extends string
  ? [NamesIn<T>] extends [never]
    ? string
    : (values: { readonly [Name in NamesIn<T>]: string | number }) => string
  : T extends readonly unknown[]
    ? readonly string[]
    : { readonly [K in keyof T]: Spoken<T[K]> };

/** Every word that applicants get from the service, in one language. */
export interface Words extends Omit<Spoken<typeof en>, 'pages'> {
  readonly pages: Text;
}

/** The words of pages. */
export interface Text extends Readonly<Spoken<(typeof en)['pages']>> {
  /** BCP 47 tag of the language. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Name of the language in the capture SDK. */
  readonly sdk: string;
}
