/**
 * The text of a message with the link to the phone's part of a capture, by language (ISO 639-1). Short, so that with its
 * link it is one message where the alphabet allows.
 */
const texts: Readonly<Record<string, string>> = {
  da: 'Fortsæt din identitetskontrol på denne telefon: LINK Linket gælder i en time.',
  de: 'Setzen Sie Ihre Identitätsprüfung auf diesem Telefon fort: LINK Der Link gilt eine Stunde.',
  en: 'Continue your identity check on this phone: LINK The link works for one hour.',
  es: 'Continúe su verificación de identidad en este teléfono: LINK El enlace es válido durante una hora.',
  fi: 'Jatka henkilöllisyytesi vahvistamista tällä puhelimella: LINK Linkki on voimassa tunnin.',
  fr: 'Poursuivez la vérification de votre identité sur ce téléphone : LINK Le lien est valable une heure.',
  it: "Continua la verifica della tua identità su questo telefono: LINK Il link è valido per un'ora.",
  nl: 'Ga verder met uw identiteitscontrole op deze telefoon: LINK De link is een uur geldig.',
  no: 'Fortsett identitetskontrollen på denne telefonen: LINK Lenken er gyldig i en time.',
  pl: 'Kontynuuj weryfikację tożsamości na tym telefonie: LINK Link jest ważny przez godzinę.',
  pt: 'Continue a verificação da sua identidade neste telefone: LINK O link é válido por uma hora.',
  sv: 'Fortsätt din identitetskontroll på den här telefonen: LINK Länken gäller i en timme.',
};

/**
 * The text of a message: the name of the company, then what to do.
 *
 * @param language an id that begins with a language, `pt` or `pt_BR`; one that is unknown gets English
 */
export function crossDeviceText(company: string, language: string, link: string): string {
  const text = texts[language.slice(0, 2).toLowerCase()] ?? (texts.en as string);
  // A function, since a link could hold what a replacement means something else by.
  return `${company}: ${text.replace('LINK', () => link)}`;
}
