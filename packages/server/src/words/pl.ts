import type { SomeWords } from './types.ts';

export const pl: SomeWords = {
  sms: {
    phoneLink: (link) => `Kontynuuj weryfikację tożsamości na tym telefonie: ${link} Link jest ważny przez godzinę.`,
  },
};
