import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'passport',
  country: 'FRA',
  version: 'FRA passport 2009',
  source:
    'https://github.com/GoogleCloudPlatform/document-ai-samples: community/identity-form-autofiller-python/src/samples/FRA-Passport-2010.jpg',
  anchors: [
    {
      text: 'republiquefrancaise',
      x: 657,
      y: 0,
    },
    {
      text: 'passeport',
      x: 46,
      y: 51,
    },
    {
      text: 'typetype',
      x: 381,
      y: 53,
    },
    {
      text: 'codedupayscountrycoe',
      x: 637,
      y: 54,
    },
    {
      text: 'passeportnpop',
      x: 1000,
      y: 56,
    },
    {
      text: 'passport',
      x: 0,
      y: 89,
    },
    {
      text: 'nomsoname',
      x: 410,
      y: 133,
    },
    {
      text: 'prenoms',
      x: 378,
      y: 213,
    },
    {
      text: 'nationalite',
      x: 386,
      y: 295,
    },
    {
      text: 'francaise',
      x: 406,
      y: 339,
    },
    {
      text: 'oatedenassante',
      x: 409,
      y: 378,
    },
    {
      text: 'leudenaissncepeofbio',
      x: 783,
      y: 380,
    },
    {
      text: 'toulon',
      x: 707,
      y: 418,
    },
    {
      text: 'datededelivrano',
      x: 411,
      y: 459,
    },
    {
      text: 'domicileresue',
      x: 897,
      y: 462,
    },
    {
      text: 'france',
      x: 846,
      y: 548,
    },
    {
      text: 'directiondeslibertespubliqes',
      x: 529,
      y: 572,
    },
    {
      text: 'etdesaffairesjuridiques',
      x: 490,
      y: 596,
    },
    {
      text: 'datedeoirationareofeoiy',
      x: 469,
      y: 624,
    },
  ],
  parts: {
    portrait: {
      x: 113,
      y: 434,
    },
    zone: {
      x: 577,
      y: 814,
    },
  },
};
