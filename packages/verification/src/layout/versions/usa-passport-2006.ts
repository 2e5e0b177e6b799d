import type { Layout } from '../layout.ts';

export const layout: Layout = {
  documentType: 'passport',
  country: 'USA',
  version: 'USA passport 2006',
  source:
    'https://github.com/GoogleCloudPlatform/document-ai-samples: community/identity-form-autofiller-python/src/samples/USA-Passport-2006.jpg',
  anchors: [
    {
      text: 'passfort',
      x: 0,
      y: 0,
    },
    {
      text: 'unitedstatesofamierica',
      x: 687,
      y: 12,
    },
    {
      text: 'passeport',
      x: 1,
      y: 32,
    },
    {
      text: 'pasaporte',
      x: 2,
      y: 63,
    },
    {
      text: 'typetypetipo',
      x: 336,
      y: 72,
    },
    {
      text: 'codecodecodigopassportnonodupassepornodepasaperte',
      x: 813,
      y: 71,
    },
    {
      text: 'sumamenomapelidos',
      x: 393,
      y: 146,
    },
    {
      text: 'givennamesprenomsnombres',
      x: 421,
      y: 218,
    },
    {
      text: 'naticnalitynationalitenacionalidad',
      x: 434,
      y: 290,
    },
    {
      text: 'unitedstatesofamerica',
      x: 496,
      y: 329,
    },
    {
      text: 'dateofbirthdatedemaissancefechadenacimiento',
      x: 514,
      y: 363,
    },
    {
      text: 'placeofbirthlieudeaaissancelugardenacimiento',
      x: 520,
      y: 434,
    },
    {
      text: 'sexsexesexo',
      x: 963,
      y: 433,
    },
    {
      text: 'washingtondcusa',
      x: 464,
      y: 476,
    },
    {
      text: 'dateofissuedatededelivrancefechadeexpedicion',
      x: 526,
      y: 510,
    },
    {
      text: 'authortyautcnteauoridad',
      x: 1000,
      y: 509,
    },
    {
      text: 'unitedstates',
      x: 983,
      y: 549,
    },
    {
      text: 'dateofexpiraliondatedexprationfechadecaducidad',
      x: 526,
      y: 581,
    },
    {
      text: 'epexemplarbook',
      x: 984,
      y: 596,
    },
    {
      text: 'endorsemefitshentienwspeniaiesaanotacione',
      x: 487,
      y: 655,
    },
  ],
  parts: {
    portrait: {
      x: 31,
      y: 410,
    },
    zone: {
      x: 454,
      y: 807,
    },
    dateOfBirth: {
      x: 351,
      y: 400,
    },
    dateOfExpiry: {
      x: 351,
      y: 622,
    },
  },
};
