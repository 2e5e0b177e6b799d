import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'passport',
  country: 'USA',
  version: 'USA passport 2020',
  source:
    'https://github.com/GoogleCloudPlatform/document-ai-samples: community/identity-form-autofiller-python/src/samples/USA-Passport-2020.jpeg',
  anchors: [
    {
      text: 'passport',
      x: 1,
      y: 0,
    },
    {
      text: 'theuninedstatesofamierica',
      x: 712,
      y: 3,
    },
    {
      text: 'passeportirasaporte',
      x: 2,
      y: 28,
    },
    {
      text: 'typetypetipo',
      x: 319,
      y: 71,
    },
    {
      text: 'codecodecodigo',
      x: 510,
      y: 69,
    },
    {
      text: 'passportnojnodupasseportnodepasaporte',
      x: 861,
      y: 69,
    },
    {
      text: 'sumamenomapellidos',
      x: 326,
      y: 157,
    },
    {
      text: 'givennamesprenomsnombres',
      x: 365,
      y: 223,
    },
    {
      text: 'nationalitynationalitenacionalidad',
      x: 456,
      y: 292,
    },
    {
      text: 'unitedstatesofamericx',
      x: 481,
      y: 321,
    },
    {
      text: 'dateofbirthdatedenaissanoer',
      x: 442,
      y: 350,
    },
    {
      text: 'cphade',
      x: 635,
      y: 352,
    },
    {
      text: 'soxsexesoxo',
      x: 356,
      y: 409,
    },
    {
      text: 'placeofbin',
      x: 355,
      y: 469,
    },
    {
      text: 'naissancelugardenacinienta',
      x: 634,
      y: 469,
    },
    {
      text: 'washingtondcusa',
      x: 527,
      y: 494,
    },
    {
      text: 'dateofissuedatededelivrancelfechadeexpedicion',
      x: 538,
      y: 529,
    },
    {
      text: 'dateofexpirationdatedexpirationfeehadecaducldad',
      x: 549,
      y: 587,
    },
    {
      text: 'authorityautoriteautoridad',
      x: 419,
      y: 650,
    },
    {
      text: 'unitedstatesdepartmentofstate',
      x: 560,
      y: 676,
    },
  ],
  parts: {
    portrait: {
      x: 16,
      y: 390,
    },
    zone: {
      x: 503,
      y: 724,
    },
    documentNumber: {
      x: 860,
      y: 106,
    },
    dateOfBirth: {
      x: 399,
      y: 380,
    },
  },
};
