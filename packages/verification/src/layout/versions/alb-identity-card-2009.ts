import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'national_identity_card',
  country: 'ALB',
  version: 'ALB identity card 2009',
  source: 'https://github.com/Oriolrt/SIDTD_Dataset: SIDTD/utils/Test_Samples/alb00.jpg',
  anchors: [
    {
      text: 'leternjoftimid',
      x: 0,
      y: 0,
    },
    {
      text: 'republikaeshqiperiserepublicofalbania',
      x: 794,
      y: 2,
    },
    {
      text: 'mbiemrisurname',
      x: 393,
      y: 110,
    },
    {
      text: 'emrigivenname',
      x: 387,
      y: 196,
    },
    {
      text: 'shtetesianationality',
      x: 407,
      y: 279,
    },
    {
      text: 'nrleternjoftimcardno',
      x: 961,
      y: 279,
    },
    {
      text: 'shqiptarealbanian',
      x: 497,
      y: 323,
    },
    {
      text: 'vendlindjaplaceofbirth',
      x: 432,
      y: 365,
    },
    {
      text: 'bulcaralb',
      x: 408,
      y: 406,
    },
    {
      text: 'datelindjadateofbirth',
      x: 425,
      y: 449,
    },
    {
      text: 'gjiniasex',
      x: 876,
      y: 450,
    },
    {
      text: 'dataeleshimitdateofissue',
      x: 453,
      y: 535,
    },
    {
      text: 'dataeskadimitdateofexpiry',
      x: 1000,
      y: 535,
    },
    {
      text: 'firmasignature',
      x: 75,
      y: 621,
    },
    {
      text: 'autoritetileshuesauthority',
      x: 452,
      y: 621,
    },
    {
      text: 'nrpersonalpersonalno',
      x: 969,
      y: 621,
    },
  ],
  parts: {
    portrait: {
      x: 82,
      y: 345,
    },
    documentNumber: {
      x: 946,
      y: 321,
    },
    dateOfBirth: {
      x: 421,
      y: 490,
    },
    dateOfExpiry: {
      x: 965,
      y: 570,
    },
  },
};
