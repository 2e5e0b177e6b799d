import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'driving_licence',
  country: 'USA',
  version: 'USA driving licence MA 2016',
  source:
    'https://github.com/GoogleCloudPlatform/document-ai-samples: community/identity-form-autofiller-python/src/samples/USA-Driver-License-MA-2016.png',
  anchors: [
    {
      text: 'massachusetts',
      x: 131,
      y: 0,
    },
    {
      text: 'drivers',
      x: 768,
      y: 1,
    },
    {
      text: 'license',
      x: 766,
      y: 54,
    },
    {
      text: 'hnber',
      x: 921,
      y: 182,
    },
    {
      text: 'veteran',
      x: 696,
      y: 680,
    },
    {
      text: 'onmaoampe',
      x: 0,
      y: 734,
    },
  ],
  parts: {
    portrait: {
      x: 56,
      y: 395,
    },
    dateOfBirth: {
      x: 994,
      y: 307,
    },
    dateOfExpiry: {
      x: 664,
      y: 302,
    },
  },
};
