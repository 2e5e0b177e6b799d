/** Consent of applicants who sign, by language: the receipt has it word for word. */
const sentences = {
  en: 'I have read these documents, and I sign them electronically.',
  ar: 'لقد قرأت هذه المستندات، وأوقّعها إلكترونيًا.',
  de: 'Ich habe diese Dokumente gelesen und unterschreibe sie elektronisch.',
  es: 'He leído estos documentos y los firmo electrónicamente.',
  fr: 'J’ai lu ces documents et je les signe électroniquement.',
  it: 'Ho letto questi documenti e li firmo elettronicamente.',
  nl: 'Ik heb deze documenten gelezen en onderteken ze elektronisch.',
  pt: 'Li estes documentos e assino-os eletronicamente.',
} as const satisfies Readonly<Record<string, string>>;

/** A sentence, and the language that it is in. */
export interface ConsentSentence {
  readonly language: keyof typeof sentences;
  readonly sentence: string;
}

/** The sentence in a language, such as `pt-BR` or `pt_BR`; in English if the language has none. */
export function consentIn(tag: string): ConsentSentence {
  const [named = ''] = tag.toLowerCase().split(/[-_]/);
  const language = Object.hasOwn(sentences, named) ? (named as ConsentSentence['language']) : 'en';
  return { language, sentence: sentences[language] };
}

/** The sentence of a language that `consentIn` gave; undefined for any other. */
export function agreedTo(language: unknown): string | undefined {
  return typeof language === 'string' && Object.hasOwn(sentences, language)
    ? sentences[language as ConsentSentence['language']]
    : undefined;
}
