import { describe, expect, test } from 'vitest';
import { type DocumentPart, type FacePart, planOf } from '../flow/plan.ts';
import type { StepDocument, StepFace, StepPoa } from '../types.ts';
import { readSteps } from './steps.ts';

const documentOf = (options: StepDocument['options'] = {}, record = true) =>
  planOf([{ type: 'document', options }], { record })[0] as DocumentPart;
const poaOf = (options: StepPoa['options'] = {}) => planOf([{ type: 'poa', options }])[0] as DocumentPart;
const faceOf = (options: StepFace['options'] = {}, record = true) =>
  planOf([{ type: 'face', options }], { record })[0] as FacePart;

const card = {
  type: 'national_identity_card',
  key: 'national_identity_card',
  country: null,
  sides: 2,
  asksCountry: true,
};
const passport = { type: 'passport', key: 'passport', country: null, sides: 1, asksCountry: false };
const all = ['passport', 'driving_licence', 'national_identity_card', 'residence_permit'];
const typesOf = ({ choices }: DocumentPart) => choices.map(({ type }) => type);

describe('the options of a document step', () => {
  test('documentTypes: undefined is all, defined is what it names, nothing is all', () => {
    expect(typesOf(documentOf())).toEqual(all);
    expect(
      documentOf({ documentTypes: { passport: true, national_identity_card: true, driving_licence: false } }).choices,
    ).toEqual([passport, card]);
    expect(typesOf(documentOf({ documentTypes: {} }))).toEqual(all);
  });

  test('documentTypes: a country is not asked for again; null has no effect', () => {
    const [french] = documentOf({ documentTypes: { national_identity_card: { country: 'FRA' } } }).choices;
    expect(french).toEqual({ ...card, country: 'FRA', asksCountry: false });
    expect(documentOf({ documentTypes: { national_identity_card: { country: null } } }).choices).toEqual([card]);
  });

  test('hideCountrySelection, and showCountrySelection: false, ask for no country', () => {
    const documentTypes = { national_identity_card: true };
    for (const options of [{ hideCountrySelection: true }, { showCountrySelection: false }])
      expect(documentOf({ documentTypes, ...options }).choices).toEqual([{ ...card, asksCountry: false }]);
    expect(documentOf({ documentTypes, showCountrySelection: true }).choices).toEqual([card]);
  });

  test('digitalCredentials: every type, and photos instead, unless it says otherwise', () => {
    const types = ['driving_licence', 'national_identity_card', 'passport'];
    expect(documentOf().wallet).toBeUndefined();
    expect(documentOf({ digitalCredentials: {} }).wallet).toEqual({ types, fallback: true, links: [] });
    const only = { types: ['passport'], fallback: false, links: ['same_device'], ageOver: 18 } as const;
    expect(
      documentOf({ digitalCredentials: { ...only, types: [...only.types], links: [...only.links] } }).wallet,
    ).toEqual(only);
    const visa = { type: 'document', options: { digitalCredentials: { types: ['visa'] } } };
    expect(() => readSteps([visa])).toThrow('steps[0].options.digitalCredentials.types[0] must be one of');
    for (const ageOver of [0, 100, 17.5, '18']) {
      const step = { type: 'document', options: { digitalCredentials: { ageOver } } };
      expect(() => readSteps([step])).toThrow(
        'steps[0].options.digitalCredentials.ageOver must be a whole number from 1 to 99',
      );
    }
  });

  test('genericDocumentTypes come after the others, or one of them alone', () => {
    const visa = { id: 'visa', title: 'Visa', subTitle: 'The sticker', country: 'FRA', pages: 1 } as const;
    const pass = { id: 'pass', title: 'Pass' };
    const shown = [
      {
        type: 'generic_document',
        key: 'visa',
        title: 'Visa',
        subTitle: 'The sticker',
        country: 'FRA',
        sides: 1,
        asksCountry: false,
      },
      { type: 'generic_document', key: 'pass', title: 'Pass', country: null, sides: 2, asksCountry: true },
    ];
    const genericDocumentTypes = [visa, pass];
    expect(documentOf({ genericDocumentTypes }).choices.slice(4)).toEqual(shown);
    expect(documentOf({ documentTypes: { generic_document: { id: 'pass' } }, genericDocumentTypes }).choices).toEqual([
      shown[1],
    ]);
  });

  test.each<[StepDocument['options'], Partial<DocumentPart>]>([
    [{}, { camera: true, webcam: true, files: false, film: false, phoneOnly: false }],
    [{ uploadFallback: true }, { files: true }],
    [{ useWebcam: false }, { webcam: false }],
    [{ useLiveDocumentCapture: false }, { camera: false }],
    [{ forceCrossDevice: true }, { phoneOnly: true }],
    [{ requestedVariant: 'video' }, { film: true }],
    [{ requestedVariant: 'standard' }, { film: false }],
  ])('%j', (options, part) => {
    expect(documentOf(options)).toMatchObject(part);
  });

  test('a browser that can film nothing photographs', () => {
    expect(documentOf({ requestedVariant: 'video' }, false).film).toBe(false);
  });
});

describe('the options of a step for a proof of address', () => {
  const five = [
    'bank_building_society_statement',
    'utility_bill',
    'council_tax',
    'benefit_letters',
    'government_letter',
  ];

  test('documentTypes: the usual five, or what it names, with files on every device', () => {
    expect(typesOf(poaOf())).toEqual(five);
    expect(poaOf({ documentTypes: { gas_bill: true, water_bill: { country: 'IRL' }, phone_bill: false } })).toEqual({
      kind: 'poa',
      camera: true,
      webcam: true,
      files: true,
      film: false,
      phoneOnly: false,
      choices: [
        { type: 'gas_bill', key: 'gas_bill', country: null, sides: 1, asksCountry: true },
        { type: 'water_bill', key: 'water_bill', country: 'IRL', sides: 1, asksCountry: false },
      ],
    });
  });

  test('country is that of all that name none', () => {
    const { choices } = poaOf({ country: 'GBR', documentTypes: { gas_bill: true, water_bill: { country: 'IRL' } } });
    expect(choices.map(({ country, asksCountry }) => [country, asksCountry])).toEqual([
      ['GBR', false],
      ['IRL', false],
    ]);
  });
});

describe('the options of a face step', () => {
  test.each<[StepFace['options'], Partial<FacePart>]>([
    [
      {},
      {
        variant: 'standard',
        sound: false,
        intro: true,
        snapshot: true,
        camera: true,
        nativeCamera: true,
        files: false,
        phoneOnly: false,
      },
    ],
    [
      { requestedVariant: 'video' },
      { variant: 'video', sound: true, intro: true, camera: true, nativeCamera: false, files: false },
    ],
    [{ requestedVariant: 'motion' }, { variant: 'motion', sound: false }],
    [{ requestedVariant: 'motion', recordMotionAudio: true }, { sound: true }],
    [{ recordMotionAudio: true }, { sound: false }],
    [{ showIntro: false }, { intro: false }],
    [{ showIntro: false, requestedVariant: 'motion' }, { intro: false }],
    // There is no sample clip, and an applicant must be prepared to talk.
    [{ showIntro: false, requestedVariant: 'video' }, { intro: true }],
    [{ useMultipleSelfieCapture: false }, { snapshot: false }],
    [{ photoCaptureFallback: false }, { nativeCamera: false, camera: true }],
    [{ uploadFallback: true }, { files: true, camera: true }],
    [{ useUploader: true }, { files: true, camera: false, nativeCamera: true }],
    [{ useUploader: true, showIntro: false }, { intro: true }],
    // A video is filmed now.
    [
      { uploadFallback: true, useUploader: true, requestedVariant: 'video' },
      { files: false, camera: true },
    ],
    [{ forceCrossDevice: true }, { phoneOnly: true }],
  ])('%j', (options, part) => {
    expect(faceOf(options)).toMatchObject(part);
  });

  test.each(['video', 'motion'] as const)(
    'photoCaptureFallback: where no %s can be filmed a photo does, or nothing',
    (requestedVariant) => {
      expect(faceOf({ requestedVariant }, false)).toMatchObject({
        variant: 'standard',
        camera: true,
        nativeCamera: true,
      });
      expect(faceOf({ requestedVariant, photoCaptureFallback: false }, false)).toMatchObject({
        variant: requestedVariant,
        camera: false,
        nativeCamera: false,
        files: false,
      });
    },
  );
});
