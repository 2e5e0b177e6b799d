import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { SdkOptions } from '../types.ts';
import { style } from '../ui/style.ts';
import { version } from '../version.ts';
import { readOptions } from './read.ts';
import { themeKeys, themeValues } from './theme.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object) => `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`;
const soon = Math.floor(Date.now() / 1000) + 600;
const claims = { exp: soon, payload: { app: 'a', is_sandbox: true }, urls: { onfido_api_url: 'https://id.example/' } };
const token = tokenOf(claims);

const read = (options: object) => readOptions({ token, ...options } as SdkOptions);
const problemOf = (options: object): unknown => {
  try {
    read(options);
  } catch (error) {
    const { type, message } = error as { type: string; message: string };
    return `${type}: ${message}`;
  }
  return undefined;
};

let warned: string[] = [];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((text) => void warned.push(text));
});
afterEach(() => vi.restoreAllMocks());

describe('options that are refused', () => {
  test.each<[object, string]>([
    [{ steps: 'document' }, 'steps must be an array; it is "document"'],
    [
      { steps: ['selfie'] },
      'steps[0].type must be one of welcome, consent, userConsent, document, poa, face, data, stepUp, complete; it is "selfie"',
    ],
    [
      { steps: [{ options: {} }] },
      'steps[0].type must be one of welcome, consent, userConsent, document, poa, face, data, stepUp, complete; it is undefined',
    ],
    [{ steps: ['welcome', 'complete'] }, 'steps must hold a step that captures something, such as document'],
    [{ steps: [{ type: 'document', options: [] }] }, 'steps[0].options must be an object; it is an array'],
    [
      { steps: [{ type: 'document', options: { documentTypes: { visa: true } } }] },
      'steps[0].options.documentTypes.visa must be one of passport, driving_licence, national_identity_card, residence_permit, generic_document; it is "visa"',
    ],
    [
      { steps: [{ type: 'document', options: { documentTypes: { passport: { country: 'FR' } } } }] },
      'steps[0].options.documentTypes.passport.country must be an ISO 3166-1 alpha-3 country code; it is "FR"',
    ],
    [
      { steps: [{ type: 'document', options: { genericDocumentTypes: [{ id: 'a' }] } }] },
      'steps[0].options.genericDocumentTypes[0].title must be a string; it is undefined',
    ],
    [
      { steps: [{ type: 'face', options: { requestedVariant: 'fast' } }] },
      'steps[0].options.requestedVariant must be one of standard, video, motion; it is "fast"',
    ],
    [
      { steps: [{ type: 'welcome', options: { descriptions: 'a' } }, 'face'] },
      'steps[0].options.descriptions must be an array; it is "a"',
    ],
    [
      { steps: [{ type: 'data', options: { required: ['shoe_size'] } }] },
      'steps[0].options.required[0] must be one of first_name, last_name, dob, nationality, email, phone_number, phone_number_consent_granted, country_residence, address; it is "shoe_size"',
    ],
    [
      { steps: [{ type: 'data', options: { address: { country: 'FR' } } }] },
      'steps[0].options.address.country must be an ISO 3166-1 alpha-3 country code; it is "FR"',
    ],
    [{ workflowRunId: '' }, 'workflowRunId must be a string that is not empty; it is ""'],
    [{ workflowRunId: 'r', steps: ['document'] }, 'workflowRunId and steps exclude each other'],
    [{ onComplete: 'done' }, 'onComplete must be a function; it is "done"'],
    [{ showExitButton: 'yes' }, 'showExitButton must be true or false; it is "yes"'],
    [{ containerEl: '#mount' }, 'containerEl must be an element; it is "#mount"'],
    [{ language: 5 }, 'language must be an object; it is 5'],
    [{ translations: { fr: 'Bonjour' } }, 'translations.fr must be an object; it is "Bonjour"'],
    [{ theme: { name: 'blue' } }, 'theme.name must be one of light, dark; it is "blue"'],
    [
      { theme: { config: { colorContentBody: 'url(https://a.example/x)' } } },
      'theme.config.colorContentBody must be a plain CSS value; it is "url(https://a.example/x)"',
    ],
    [
      { customUI: { colorContentBody: 'red; }' } },
      'customUI.colorContentBody must be a plain CSS value; it is "red; }"',
    ],
    [{ crossDevicePolicy: 'never' }, 'crossDevicePolicy must be one of enable, force, disable; it is "never"'],
    [
      { enterpriseFeatures: { logoCobrand: { darkLogoSrc: 'javascript:x' } } },
      'enterpriseFeatures.logoCobrand.darkLogoSrc must be the address of a picture; it is "javascript:x"',
    ],
  ])('%j', (options, message) => {
    expect(problemOf(options)).toBe(`invalid_sdk_parameter: ${message}`);
  });

  test.each<[object, string]>([
    [{ steps: ['auth'] }, 'unsupported_feature: steps[0]: the step auth is not supported'],
    [
      { enterpriseFeatures: { cobrand: { text: 'Shop' } } },
      'unsupported_feature: enterpriseFeatures.cobrand is not enabled for this account',
    ],
    [{ token: undefined }, 'invalid_token: token is missing'],
    [{ token: 'abc' }, 'invalid_token: token is not an SDK token'],
    [{ token: 'api_sandbox.abc.def' }, 'invalid_token: token is not an SDK token'],
    [
      { token: tokenOf({ exp: soon }) },
      'invalid_token: token is not an SDK token: it does not say which service it is for',
    ],
    [{ token: tokenOf({ ...claims, exp: soon - 900 }) }, 'expired_token: token has expired; please generate a new one'],
  ])('%j', (options, problem) => {
    expect(problemOf(options)).toBe(problem);
  });
});

describe('options that are taken', () => {
  it('reads the token, whatever alphabet its base64 has', () => {
    const { token: facts } = read({ token: tokenOf({ ...claims, name: 'ÿÿÿ>>>???' }) });
    const here = 'https://id.example';
    const about = { country: null, expiresAt: soon * 1000, sandbox: true, features: {}, brand: null };
    expect(facts).toEqual({ id: null, applicant: 'a', api: here, sync: here, phonePage: here, ...about });
  });

  it('has the steps of the contract where none are given', () => {
    const types = (options: object) => read(options).steps.map(({ type }) => type);
    expect(types({})).toEqual(['welcome', 'document', 'face', 'complete']);
    expect(types({ steps: null })).toEqual(['welcome', 'document', 'face', 'complete']);
    expect(types({ steps: [{ type: 'face' }, 'poa'] })).toEqual(['face', 'poa']);
  });

  it('has what comes around the tasks of a workflow run', () => {
    const { run, steps } = read({ workflowRunId: 'r' });
    expect([run, steps.map(({ type }) => type)]).toEqual(['r', ['welcome', 'complete']]);
    expect(read({}).run).toBe(null);
  });

  it('takes features that the token allows', () => {
    const features = { cobrand: true, useCustomizedApiRequests: true };
    const enterpriseFeatures = {
      cobrand: { text: 'Shop' },
      useCustomizedApiRequests: true,
      onSubmitSelfie: async () => {},
    };
    expect(read({ token: tokenOf({ ...claims, enterprise_features: features }), enterpriseFeatures }).enterprise).toBe(
      enterpriseFeatures,
    );
  });

  it('offers all ways to the phone where the list makes no sense', () => {
    const all = ['qr_code', 'copy_link', 'sms'];
    for (const list of [undefined, null, [], ['fax']])
      expect(read({ _crossDeviceLinkMethods: list }).linkMethods).toEqual(all);
    expect(read({ _crossDeviceLinkMethods: ['sms'] }).linkMethods).toEqual(['sms']);
  });

  it('takes numbers for British ones where no other country is named', () => {
    for (const [given, country] of [
      [undefined, 'GB'],
      ['fr', 'FR'],
      ['XK', 'XK'],
      ['ZZ', 'GB'],
      ['', 'GB'],
    ])
      expect(read({ smsNumberCountryCode: given }).smsCountry).toBe(country);
    expect(warned).toEqual([
      '[bonafide] smsNumberCountryCode "ZZ" is not a country; GB is taken',
      '[bonafide] smsNumberCountryCode "" is not a country; GB is taken',
    ]);
  });

  it('warns about unknown options', () => {
    read({
      colour: 'red',
      theme: { name: 'dark', config: { colorOfMoon: 'red', googleFonts: [], colorOfSun: 'red' } },
    });
    expect(warned).toEqual([
      `[bonafide] theme.config has keys that are not known: colorOfMoon, colorOfSun. Known keys: ${[...themeKeys, 'buttonGroupStacked', 'googleFonts'].join(', ')}`,
      '[bonafide] the option colour is not known',
    ]);
    expect(warned[0]).toMatch(/: borderRadiusButton, .*colorContentBody, .*, googleFonts$/);
  });

  it('takes the older name of the theme, over which the newer one wins', () => {
    const { theme } = read({
      customUI: { borderRadiusButton: 4, fontWeightTitle: 700, colorIcon: 'red', buttonGroupStacked: true },
      theme: { name: 'dark', config: { colorIcon: '#0af' } },
    });
    expect(theme).toEqual({
      properties: { '--borderRadiusButton': '4px', '--fontWeightTitle': '700', '--colorIcon': '#0af' },
      stacked: true,
      hasColours: true,
    });
  });
});

test('every key of a theme changes something', () => {
  expect(themeKeys.filter((key) => !style.includes(`var(--${key},`))).toEqual([]);
  expect(new Set(themeKeys).size).toBe(themeKeys.length);
  expect(Object.keys(themeValues(Object.fromEntries(themeKeys.map((key) => [key, 'x']))).properties)).toHaveLength(
    themeKeys.length,
  );
});

test('every key of a state is in the rule of that state', () => {
  const pseudo: Readonly<Record<string, string>> = { Hover: ':hover', Active: ':active', Focus: ':focus-visible' };
  const wrong = themeKeys.filter((key) => {
    const [suffix] = /Hover$|Active$|Focus$/.exec(key) ?? [];
    if (!suffix) return false;
    // Some get there by way of another property.
    const by = new RegExp(`(--[\\w-]+): var\\(--${key},`).exec(style)?.[1] ?? `--${key}`;
    const rules = style.split('}').filter((rule) => rule.includes(`var(${by}`));
    return !rules.some((rule) => rule.split('{')[0]?.includes(pseudo[suffix] as string));
  });
  expect(wrong).toEqual([]);
});

test('exports the version of the package', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(version).toBe(manifest.version);
});

describe('the company of a token', () => {
  const path = `/logos/${'0a'.repeat(32)}.png`;
  const withBrand = (branding: unknown) => ({ token: tokenOf({ ...claims, branding }) });

  test('is its name, colour and logo on the service', () => {
    const branding = { name: 'Alice Ltd', colour: '#ffe600', logo: { path, width: 400, height: 200 } };
    const { token: facts, accent } = read(withBrand(branding));
    expect(facts.brand).toEqual({
      name: 'Alice Ltd',
      colour: '#ffe600',
      logo: { address: `https://id.example${path}`, width: 400, height: 200 },
    });
    expect(accent).toBe('#ffe600');
  });

  test.each([
    [undefined, null],
    ['Alice', null],
    [{ name: 5 }, null],
    [
      { name: 'Alice', colour: 'red;}', logo: null },
      { name: 'Alice', colour: null, logo: null },
    ],
    [
      { name: 'Alice', colour: null, logo: { path: '//evil.example/a.png' } },
      { name: 'Alice', colour: null, logo: null },
    ],
  ])('that is not as the service writes it: %o', (branding, brand) => {
    expect(read(withBrand(branding)).token.brand).toEqual(brand);
  });

  test('leaves the colours to a theme that has some', () => {
    const { token: branded } = withBrand({ name: 'Alice', colour: '#ffe600' });
    const accentWith = (options: object) => read({ token: branded, ...options }).accent;
    expect(accentWith({ theme: { config: { borderRadiusButton: 4 } } })).toBe('#ffe600');
    expect(accentWith({ theme: { config: { colorIcon: '#222' } } })).toBeNull();
    expect(accentWith({ customUI: { colorBackgroundButtonPrimary: '#222' } })).toBeNull();
  });
});
