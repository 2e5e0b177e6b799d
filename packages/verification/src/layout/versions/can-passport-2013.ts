import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'passport',
  country: 'CAN',
  version: 'CAN passport 2013',
  source: 'https://github.com/Arg0s1080/mrz: docs/images/passports/Canada.png',
  anchors: [
    {
      text: 'passport',
      x: 1,
      y: 0,
    },
    {
      text: 'canada',
      x: 466,
      y: 0,
    },
    {
      text: 'passeport',
      x: 0,
      y: 32,
    },
    {
      text: 'typatype',
      x: 243,
      y: 61,
    },
    {
      text: 'iesuingcountypayesmemeur',
      x: 487,
      y: 61,
    },
    {
      text: 'pasopotnondopossiprt',
      x: 862,
      y: 62,
    },
    {
      text: 'sumamenoer',
      x: 261,
      y: 119,
    },
    {
      text: 'ghennemeprdnome',
      x: 298,
      y: 177,
    },
    {
      text: 'netonaltynacoeame',
      x: 294,
      y: 235,
    },
    {
      text: 'canadiancanadienne',
      x: 407,
      y: 262,
    },
    {
      text: 'dutosfbhcatedonatter',
      x: 323,
      y: 292,
    },
    {
      text: 'soseo',
      x: 241,
      y: 349,
    },
    {
      text: 'haoarorhleioigasatoo',
      x: 461,
      y: 351,
    },
    {
      text: 'ottamacan',
      x: 435,
      y: 379,
    },
    {
      text: 'deteofissdededeyra',
      x: 324,
      y: 407,
    },
    {
      text: 'datjfyydrinfoapieue',
      x: 337,
      y: 466,
    },
    {
      text: 'antmartn',
      x: 794,
      y: 506,
    },
    {
      text: 'isauiaaunoityautonddeselvranoo',
      x: 367,
      y: 523,
    },
    {
      text: 'gatineau',
      x: 291,
      y: 550,
    },
  ],
  parts: {
    portrait: {
      x: 4,
      y: 304,
    },
    zone: {
      x: 406,
      y: 637,
    },
  },
};
