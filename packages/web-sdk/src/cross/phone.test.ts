import { describe, expect, test } from 'vitest';
import { begin } from '../flow/machine.ts';
import { planOf } from '../flow/plan.ts';
import { stepsLeft, toldOf } from './phone.ts';

describe('what a computer with a published SDK leaves to the phone', () => {
  const steps = [{ type: 'welcome' }, { type: 'document' }, { type: 'poa' }, { type: 'face' }, { type: 'complete' }];
  const france = { country_alpha2: 'FR', country_alpha3: 'FRA', name: 'France' };

  test.each([
    ['a licence', { documentType: 'driving_licence', idDocumentIssuingCountry: france }, 'driving_licence', 'FRA'],
    [
      'a passport, after another was thought of',
      { documentType: 'passport', idDocumentIssuingCountry: france },
      'passport',
      null,
    ],
    ['a card of no country', { documentType: 'national_identity_card' }, 'national_identity_card', null],
  ])('%s, and what comes after it', (_, chosen, choice, country) => {
    const left = stepsLeft({ steps, step: 3, clientStepIndex: 1, ...chosen });
    expect(left.map(({ type }) => type)).toEqual(['document', 'poa', 'face']);
    expect(begin(planOf(left))).toMatchObject({ screen: 'guide', side: 'front', choice, country });
  });

  test('a proof of address', () => {
    const left = stepsLeft({
      steps,
      step: 9,
      clientStepIndex: 2,
      documentType: 'passport',
      poaDocumentType: 'utility_bill',
    });
    expect(left.map(({ type }) => type)).toEqual(['poa', 'face']);
    expect(left[0]).toMatchObject({ options: { documentTypes: { utility_bill: true } } });
  });

  test('the face alone, whatever was chosen before', () => {
    const face = { type: 'face', options: { requestedVariant: 'video' } };
    const left = stepsLeft({ steps: [{ type: 'document' }, face], clientStepIndex: 1, documentType: 'passport' });
    expect(left).toEqual([face]);
  });

  test('what ours says stays as it is', () => {
    const licence = {
      documentTypes: { driving_licence: { country: 'FRA' } },
      genericDocumentTypes: [],
      hideCountrySelection: false,
    };
    const visa = { documentTypes: {}, genericDocumentTypes: [{ id: 'visa', title: 'Visa', country: 'FRA', pages: 1 }] };
    for (const [documentType, options] of [
      ['driving_licence', licence],
      ['generic_document', visa],
    ]) {
      const steps = [{ type: 'document', options }, { type: 'face' }];
      expect(stepsLeft({ steps, stepIndex: 0, clientStepIndex: 0, documentType })).toEqual(steps);
    }
  });

  test('nothing at all', () => expect(stepsLeft({ steps: 'none' })).toEqual([]));
});

test('captures are told as published SDKs name them', () => {
  expect(toldOf({ kind: 'document', id: 'a', type: 'passport', side: 'front' })).toEqual({
    method: 'document',
    id: 'a',
    side: 'front',
    documentType: 'passport',
    metadata: { id: 'a', type: 'passport', side: 'front' },
  });
  expect(toldOf({ kind: 'face', id: 'b', type: 'video', side: 'front' })).toEqual({
    method: 'face',
    id: 'b',
    documentType: null,
    metadata: { id: 'b', variant: 'video' },
  });
});
