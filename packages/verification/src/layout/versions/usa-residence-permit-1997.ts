import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'residence_permit',
  country: 'USA',
  version: 'USA residence permit 1997',
  source: 'https://github.com/Arg0s1080/mrz: docs/images/resident_cards/USA_Permanent.png',
  anchors: [
    {
      text: 'permanentresidentcard',
      x: 601,
      y: 0,
    },
    {
      text: 'birthdatecategory',
      x: 516,
      y: 275,
    },
    {
      text: 'counyofbuh',
      x: 438,
      y: 452,
    },
    {
      text: 'canaca',
      x: 328,
      y: 527,
    },
  ],
  parts: {
    portrait: {
      x: -112,
      y: 479,
    },
    zone: {
      x: 531,
      y: 877,
    },
    dateOfBirth: {
      x: 341,
      y: 353,
    },
  },
};
