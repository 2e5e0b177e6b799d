import type { SomeWords } from './types.ts';

export const no: SomeWords = {
  sms: { phoneLink: (link) => `Fortsett identitetskontrollen på denne telefonen: ${link} Lenken er gyldig i en time.` },
};
