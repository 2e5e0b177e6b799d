import { idOf, type LanguageId } from '../../words/ids.ts';
import { wordsIn } from '../../words/index.ts';
import type { Text } from '../../words/types.ts';

/** The reader of a page. */
export interface Reader {
  /** The language that the client asks for, as capture SDKs name it; null leaves it to the reader. */
  readonly language: string | null;
  /** `Accept-Language` of the reader's browser. */
  readonly accepts: string | undefined;
}

/** Language tags of the header `Accept-Language`, the dearest first (RFC 9110, section 12.5.4). */
export function acceptedTags(header = ''): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** The language that is asked for, or that the reader's browser likes best of those that we have; else English. */
export function languageFor({ language, accepts }: Reader): LanguageId {
  const wanted = language === null ? acceptedTags(accepts) : [language];
  return wanted.map(idOf).find((one) => one !== undefined) ?? 'en';
}

/** The words of a page. */
export const textFor = (reader: Reader): Text => wordsIn(languageFor(reader)).pages;
