import type { SomeWords } from './types.ts';

export const fi: SomeWords = {
  sms: {
    phoneLink: (link) => `Jatka henkilöllisyytesi vahvistamista tällä puhelimella: ${link} Linkki on voimassa tunnin.`,
  },
};
