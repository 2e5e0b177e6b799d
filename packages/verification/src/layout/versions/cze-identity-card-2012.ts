import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'national_identity_card',
  country: 'CZE',
  version: 'CZE identity card 2012',
  source: 'https://github.com/onfido/onfido-sdk-ui: test/resources/national_identity_card.jpg',
  anchors: [
    {
      text: 'czechrepublicidentificationcard',
      x: 796,
      y: 1,
    },
    {
      text: 'obcanskyprukaz',
      x: 123,
      y: 63,
    },
    {
      text: 'cislodokladudocumentno',
      x: 641,
      y: 67,
    },
    {
      text: 'prumenisurname',
      x: 0,
      y: 141,
    },
    {
      text: 'datumnarozeniydateofbirth',
      x: 518,
      y: 239,
    },
    {
      text: 'pohlavisex',
      x: 901,
      y: 240,
    },
    {
      text: 'mistonarozeniplaceofbirth',
      x: 518,
      y: 340,
    },
    {
      text: 'ricany',
      x: 383,
      y: 378,
    },
    {
      text: 'okrprahavychod',
      x: 512,
      y: 422,
    },
    {
      text: 'statniobcanstvinationality',
      x: 513,
      y: 493,
    },
    {
      text: 'podpisdrziteleyholderssignature',
      x: 952,
      y: 563,
    },
    {
      text: 'datumvyoanidateofissue',
      x: 491,
      y: 595,
    },
    {
      text: 'platnostdodateofexpiry',
      x: 489,
      y: 697,
    },
    {
      text: 'memur',
      x: 931,
      y: 685,
    },
  ],
  parts: {
    portrait: {
      x: 94,
      y: 497,
    },
    documentNumber: {
      x: 1000,
      y: 76,
    },
    dateOfBirth: {
      x: 420,
      y: 280,
    },
    dateOfExpiry: {
      x: 424,
      y: 737,
    },
  },
};
