import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'passport',
  country: 'ISL',
  version: 'ISL passport 2006',
  source: 'https://github.com/Arg0s1080/mrz: docs/images/passports/Iceland.png',
  anchors: [
    {
      text: 'vegabref',
      x: 4,
      y: 7,
    },
    {
      text: 'islandicelandislande',
      x: 633,
      y: 0,
    },
    {
      text: 'passport',
      x: 2,
      y: 53,
    },
    {
      text: 'cpcoon',
      x: 534,
      y: 57,
    },
    {
      text: 'passeport',
      x: 0,
      y: 97,
    },
    {
      text: 'aevarsoottir',
      x: 354,
      y: 165,
    },
    {
      text: 'puridurosp',
      x: 345,
      y: 240,
    },
    {
      text: 'islenskticelandicislandaise',
      x: 513,
      y: 319,
    },
    {
      text: 'frodarhreppur',
      x: 621,
      y: 475,
    },
    {
      text: 'pjoeskra',
      x: 758,
      y: 634,
    },
  ],
  parts: {
    portrait: {
      x: -13,
      y: 367,
    },
    zone: {
      x: 472,
      y: 797,
    },
  },
};
