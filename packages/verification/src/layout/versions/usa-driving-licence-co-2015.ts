import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'driving_licence',
  country: 'USA',
  version: 'USA driving licence CO 2015',
  source:
    'https://github.com/GoogleCloudPlatform/document-ai-samples: community/identity-form-autofiller-python/src/samples/USA-Driver-License-CO-2015.png',
  anchors: [
    {
      text: 'colorado',
      x: 351,
      y: 0,
    },
    {
      text: 'notwalioforfederalidentification',
      x: 0,
      y: 83,
    },
    {
      text: 'driverlicense',
      x: 691,
      y: 87,
    },
    {
      text: 'votingorpublicbenehtpurposes',
      x: 3,
      y: 113,
    },
    {
      text: 'previoustype',
      x: 636,
      y: 426,
    },
  ],
  parts: {
    portrait: {
      x: -4,
      y: 406,
    },
    documentNumber: {
      x: 354,
      y: 388,
    },
    dateOfBirth: {
      x: 340,
      y: 309,
    },
  },
};
