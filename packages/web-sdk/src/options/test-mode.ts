import { SdkProblem, wrong } from '../problems.ts';
import type { TokenFacts } from '../token.ts';
import type { SdkOptions, TestMode } from '../types.ts';
import { isRecord, type Rule } from './rules.ts';

/** Query parameter of the page that turns the test mode on: `bonafide_test_mode=document:passport,face:match`. */
const PARAMETER = 'bonafide_test_mode';

const values: { readonly [Key in keyof TestMode]-?: readonly NonNullable<TestMode[Key]>[] } = {
  document: ['passport', 'driving_licence', 'national_identity_card', 'residence_permit'],
  documentResult: ['clear', 'caution', 'suspected', 'rejected'],
  face: ['match', 'no_match', 'spoof'],
};

/** Judges a choice. Unknown keys are refused: a test with a misspelt outcome would test another. */
export const testMode: Rule = (value, path) => {
  if (typeof value === 'boolean') return;
  if (!isRecord(value)) throw wrong(path, 'true, false or an object', value);
  for (const [key, chosen] of Object.entries(value)) {
    const known = Object.hasOwn(values, key) ? values[key as keyof TestMode] : undefined;
    if (!known) throw wrong(`${path}.${key}`, `absent: the keys are ${Object.keys(values).join(', ')}`, chosen);
    if (chosen !== undefined && chosen !== null && !(known as readonly unknown[]).includes(chosen))
      throw wrong(`${path}.${key}`, `one of ${known.join(', ')}`, chosen);
  }
};

/**
 * Reads the test mode of the options and of the page's address, whose choices come first; null without one. Throws
 * `invalid_sdk_parameter` for an unknown choice, and for a token that is not of the sandbox.
 */
export function readTestMode({ testMode: option, mobileFlow }: SdkOptions, { sandbox }: TokenFacts): TestMode | null {
  const fromPage = mobileFlow ? null : choicesOfPage();
  if (!option && !fromPage) return null;
  if (!sandbox)
    throw new SdkProblem('invalid_sdk_parameter', 'testMode needs an SDK token of the sandbox; this token is live');
  return { ...(typeof option === 'object' ? option : {}), ...fromPage };
}

/** The choices in the page's address; null where the parameter is absent. It may have no value. */
function choicesOfPage(): TestMode | null {
  const text = new URLSearchParams(globalThis.location?.search).get(PARAMETER);
  if (text === null) return null;
  const pairs = text.split(',').filter((pair) => pair !== '');
  const choices = Object.fromEntries(pairs.map((pair) => pair.split(':') as [string, string | undefined]));
  testMode(choices, PARAMETER);
  return choices;
}
