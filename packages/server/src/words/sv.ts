import type { SomeWords } from './types.ts';

export const sv: SomeWords = {
  sms: {
    phoneLink: (link) => `Fortsätt din identitetskontroll på den här telefonen: ${link} Länken gäller i en timme.`,
  },
};
