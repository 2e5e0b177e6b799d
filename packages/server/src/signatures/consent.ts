import { isLanguage, languageWith, wordsIn } from '../words/index.ts';

/** A sentence of consent, and its language. */
export interface ConsentSentence {
  readonly language: string;
  readonly sentence: string;
}

/** The sentence in a language, such as `pt-BR` or `pt_BR`; in English if the language has none. */
export function consentIn(tag: string): ConsentSentence {
  const language = languageWith(tag);
  return { language, sentence: wordsIn(language).consent };
}

/** The sentence of a language that `consentIn` gave; undefined for any other. */
export function agreedTo(language: unknown): string | undefined {
  return isLanguage(language) ? wordsIn(language).consent : undefined;
}
