import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'passport',
  country: 'UKR',
  version: 'UKR passport 2013',
  source: 'https://github.com/Arg0s1080/mrz: docs/images/passports/Ukraine.png',
  anchors: [
    {
      text: 'ykbaihatukraine',
      x: 522,
      y: 0,
    },
    {
      text: 'tentype',
      x: 215,
      y: 47,
    },
    {
      text: 'kounepoweaucountycodehomepnacnoptapassportno',
      x: 743,
      y: 47,
    },
    {
      text: 'tacnopt',
      x: 2,
      y: 95,
    },
    {
      text: 'passport',
      x: 0,
      y: 139,
    },
    {
      text: 'npiaamwesumame',
      x: 283,
      y: 135,
    },
    {
      text: 'imsgivennames',
      x: 271,
      y: 222,
    },
    {
      text: 'pomaprhctbonatonanty',
      x: 320,
      y: 310,
    },
    {
      text: 'ykpaihaukraine',
      x: 345,
      y: 352,
    },
    {
      text: 'darahapapkehhadatedbith',
      x: 356,
      y: 397,
    },
    {
      text: 'cratesex',
      x: 221,
      y: 485,
    },
    {
      text: 'micuehaparpkennaplaceofbirth',
      x: 568,
      y: 485,
    },
    {
      text: 'mkmibukr',
      x: 486,
      y: 525,
    },
    {
      text: 'latasakihhehhactpokyaidateofexory',
      x: 422,
      y: 660,
    },
    {
      text: 'migndcroegsshrkahoiderssgnature',
      x: 1000,
      y: 660,
    },
  ],
  parts: {
    portrait: {
      x: -87,
      y: 500,
    },
    zone: {
      x: 492,
      y: 909,
    },
  },
};
