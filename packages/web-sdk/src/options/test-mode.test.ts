import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SdkOptions } from '../types.ts';
import { readOptions } from './read.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (is_sandbox: boolean) =>
  `${part({ alg: 'HS256' })}.${part({ payload: { app: 'a', is_sandbox }, urls: { onfido_api_url: 'https://id.example' } })}.none`;
const sandbox = tokenOf(true);

const read = (options: object) => readOptions({ token: sandbox, ...options } as SdkOptions);
const pageAt = (search: string) => vi.stubGlobal('location', { search });
afterEach(() => vi.unstubAllGlobals());

describe('the test mode', () => {
  test('is off without a choice', () => {
    expect(read({}).testMode).toBe(null);
    expect(read({ testMode: false }).testMode).toBe(null);
    expect(read({ crossDevicePolicy: 'force' }).options.crossDevicePolicy).toBe('force');
  });

  test('is read from the options, and offers no phone', () => {
    const chosen = { document: 'passport', documentResult: 'caution', face: 'spoof' };
    expect(read({ testMode: true }).testMode).toEqual({});
    expect(read({ testMode: chosen }).testMode).toEqual(chosen);
    expect(read({ testMode: chosen, crossDevicePolicy: 'force' }).options.crossDevicePolicy).toBe('disable');
  });

  test('leaves photos to the button, unless the page wants otherwise', () => {
    const automatic = (options: object) => read(options).options.useAutoCapture;
    expect([automatic({}), automatic({ testMode: true })]).toEqual([undefined, false]);
    expect(automatic({ testMode: true, useAutoCapture: true })).toBe(true);
  });

  test('is read from the address of the page, whose choices come first', () => {
    pageAt('?a=b&bonafide_test_mode=document:passport,face:match');
    expect(read({}).testMode).toEqual({ document: 'passport', face: 'match' });
    expect(read({ testMode: { face: 'spoof', documentResult: 'clear' } }).testMode).toEqual({
      document: 'passport',
      documentResult: 'clear',
      face: 'match',
    });
    pageAt('?bonafide_test_mode');
    expect(read({}).testMode).toEqual({});
    // A phone that continues for a computer has a real camera.
    expect(read({ mobileFlow: true }).testMode).toBe(null);
  });

  test.each([
    [{ testMode: 'on' }, '', 'testMode must be true, false or an object; it is "on"'],
    [{ testMode: { face: 'twin' } }, '', 'testMode.face must be one of match, no_match, spoof; it is "twin"'],
    [
      { testMode: { result: 'clear' } },
      '',
      'testMode.result must be absent: the keys are document, documentResult, face; it is "clear"',
    ],
    [
      {},
      '?bonafide_test_mode=faces:match',
      'bonafide_test_mode.faces must be absent: the keys are document, documentResult, face; it is "match"',
    ],
    [{ token: tokenOf(false), testMode: true }, '', 'testMode needs an SDK token of the sandbox; this token is live'],
    [
      { token: tokenOf(false) },
      '?bonafide_test_mode=face:match',
      'testMode needs an SDK token of the sandbox; this token is live',
    ],
  ])('refuses %j at %j', (options, search, message) => {
    pageAt(search);
    expect(() => read(options)).toThrow(expect.objectContaining({ type: 'invalid_sdk_parameter', message }));
  });
});
