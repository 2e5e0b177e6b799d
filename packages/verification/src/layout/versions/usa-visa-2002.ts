import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'visa',
  country: 'USA',
  version: 'USA visa 2002',
  source: 'https://github.com/Arg0s1080/mrz: docs/images/visas/USA.png',
  anchors: [
    {
      text: 'uilto',
      x: 459,
      y: 0,
    },
    {
      text: 'issuingpostnamey',
      x: 280,
      y: 131,
    },
    {
      text: 'controlnumber',
      x: 745,
      y: 131,
    },
    {
      text: 'surname',
      x: 190,
      y: 206,
    },
    {
      text: 'rtoform',
      x: 390,
      y: 233,
    },
    {
      text: 'givenname',
      x: 208,
      y: 280,
    },
    {
      text: 'visatypeclass',
      x: 897,
      y: 283,
    },
    {
      text: 'passportnumber',
      x: 236,
      y: 355,
    },
    {
      text: 'birthdate',
      x: 712,
      y: 355,
    },
    {
      text: 'nationality',
      x: 943,
      y: 356,
    },
    {
      text: 'entries',
      x: 176,
      y: 429,
    },
    {
      text: 'lssuedate',
      x: 440,
      y: 439,
    },
    {
      text: 'expirationdate',
      x: 744,
      y: 438,
    },
    {
      text: 'annotation',
      x: 200,
      y: 504,
    },
  ],
  parts: {
    portrait: {
      x: -82,
      y: 357,
    },
    zone: {
      x: 400,
      y: 743,
    },
    documentNumber: {
      x: 223,
      y: 389,
    },
    dateOfBirth: {
      x: 715,
      y: 391,
    },
    dateOfExpiry: {
      x: 739,
      y: 475,
    },
  },
};
