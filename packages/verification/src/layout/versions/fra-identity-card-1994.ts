import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'national_identity_card',
  country: 'FRA',
  version: 'FRA identity card 1994',
  source:
    'https://github.com/GoogleCloudPlatform/document-ai-samples: community/identity-form-autofiller-python/src/samples/FRA-National-ID-1994/National-ID-France-1994-recto.jpg',
  anchors: [
    {
      text: 'republique',
      x: 0,
      y: 0,
    },
    {
      text: 'francaise',
      x: 848,
      y: 3,
    },
    {
      text: 'nationalitefrancaise',
      x: 1000,
      y: 105,
    },
    {
      text: 'tailte',
      x: 160,
      y: 565,
    },
    {
      text: 'signature',
      x: 181,
      y: 628,
    },
    {
      text: 'dutitulaire',
      x: 192,
      y: 677,
    },
    {
      text: 'cosefctahie',
      x: 765,
      y: 698,
    },
  ],
  parts: {
    portrait: {
      x: -204,
      y: 381,
    },
    zone: {
      x: 405,
      y: 878,
    },
  },
};
