import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'passport',
  country: 'QAT',
  version: 'QAT passport 2006',
  source: 'https://github.com/Arg0s1080/mrz: docs/images/passports/Qatar.png',
  anchors: [
    {
      text: 'niyoodr',
      x: 562,
      y: 0,
    },
    {
      text: 'spechmen',
      x: 880,
      y: 27,
    },
    {
      text: 'durieofblrh',
      x: 356,
      y: 210,
    },
    {
      text: 'penonaln',
      x: 879,
      y: 210,
    },
    {
      text: 'plceofbirth',
      x: 542,
      y: 289,
    },
    {
      text: 'qatar',
      x: 545,
      y: 324,
    },
    {
      text: 'holdgt',
      x: 913,
      y: 411,
    },
    {
      text: 'delacrepy',
      x: 364,
      y: 446,
    },
  ],
  parts: {
    portrait: {
      x: 80,
      y: 235,
    },
    zone: {
      x: 520,
      y: 682,
    },
  },
};
