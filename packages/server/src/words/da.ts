import type { SomeWords } from './types.ts';

export const da: SomeWords = {
  sms: { phoneLink: (link) => `Fortsæt din identitetskontrol på denne telefon: ${link} Linket gælder i en time.` },
};
