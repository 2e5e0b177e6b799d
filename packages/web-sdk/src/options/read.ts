import { alpha2 } from '../countries.ts';
import { SdkProblem, wrong } from '../problems.ts';
import { readToken, type TokenFacts } from '../token.ts';
import type { EnterpriseFeatures, SdkOptions, Step, TestMode } from '../types.ts';
import {
  anObject,
  callback,
  element,
  flag,
  isRecord,
  listOf,
  oneOf,
  type Rule,
  recordOf,
  shape,
  text,
} from './rules.ts';
import { aroundRun, readSteps } from './steps.ts';
import { readTestMode, testMode } from './test-mode.ts';
import { type ThemeValues, themeConfig, themeValues } from './theme.ts';

const LINK_METHODS = ['qr_code', 'copy_link', 'sms'];

const imageAddress: Rule = (value, path) => {
  text(value, path);
  if (/^\s*(javascript|vbscript):/i.test(value as string)) throw wrong(path, 'the address of a picture', value);
};

const notEmpty: Rule = (value, path) => {
  text(value, path);
  if (value === '') throw wrong(path, 'a string that is not empty', value);
};

const language: Rule = (value, path) => {
  if (typeof value !== 'string')
    shape({ locale: text, phrases: anObject, mobilePhrases: anObject, direction: oneOf('ltr', 'rtl') })(value, path);
};

const rules: Readonly<Record<keyof SdkOptions, Rule>> = {
  token: () => {},
  steps: () => {},
  workflowRunId: notEmpty,
  containerId: text,
  containerEl: element,
  onComplete: callback,
  onError: callback,
  onUserExit: callback,
  onReady: callback,
  onTokenExpired: callback,
  showExitButton: flag,
  language,
  translations: recordOf(recordOf(() => {})),
  theme: shape({ name: oneOf('light', 'dark'), config: themeConfig }),
  customUI: themeConfig,
  enterpriseFeatures: shape({
    hideOnfidoLogo: flag,
    cobrand: shape({ text }),
    logoCobrand: shape({ darkLogoSrc: imageAddress, lightLogoSrc: imageAddress }),
    useCustomizedApiRequests: flag,
    formatter: oneOf('formData', 'raw'),
    onSubmitDocument: callback,
    onSubmitSelfie: callback,
    onSubmitVideo: callback,
  }),
  useAutoCapture: flag,
  showBranding: flag,
  usePhoneFirst: flag,
  crossDevicePolicy: oneOf('enable', 'force', 'disable'),
  _crossDeviceLinkMethods: listOf(text),
  smsNumberCountryCode: text,
  userDetails: shape({ smsNumber: text }),
  crossDeviceClientIntroProductName: text,
  crossDeviceClientIntroProductLogoSrc: imageAddress,
  roomId: text,
  mobileFlow: flag,
  _onPhoneBranding: callback,
  _onPhoneToken: callback,
  disableAnalytics: flag,
  disableAnalyticsCookies: flag,
  disableWelcomeScreen: flag,
  disableCompleteScreen: flag,
  navigation: shape({ navigationBar: oneOf('BackAndExit', 'BackOnly', 'Hidden') }),
  onBiometricTokenGenerated: callback,
  onBiometricTokenRequested: callback,
  onExternalLink: callback,
  version: text,
  sdkUrl: text,
  autoFocusOnInitialScreenTitle: flag,
  useModal: flag,
  isModalOpen: flag,
  onModalRequestClose: callback,
  shouldCloseOnOverlayClick: flag,
  useMemoryHistory: flag,
  region: text,
  testMode,
};

/** Options as the SDK goes by them. */
export interface Settings {
  readonly options: SdkOptions;
  readonly token: TokenFacts;
  readonly steps: readonly Step[];
  /** Id of the workflow run whose tasks come between the steps; null where the steps are all. */
  readonly run: string | null;
  readonly theme: ThemeValues;
  readonly themeName: 'light' | 'dark' | undefined;
  /** Colour of the account, `#rrggbb`; null where the theme of the page has colours of its own. */
  readonly accent: string | null;
  readonly enterprise: EnterpriseFeatures;
  readonly linkMethods: readonly string[];
  /** Null where the camera is real. */
  readonly testMode: TestMode | null;
  /** Country whose calling code completes numbers that were typed without one: alpha-2, in capitals. */
  readonly smsCountry: string;
}

/** Judges every option. Throws the first problem: of the options first, then of the token. */
export function readOptions(options: SdkOptions): Settings {
  shape(rules)(options, '');
  for (const key of Object.keys(options))
    if (!Object.hasOwn(rules, key)) console.warn(`[bonafide] the option ${key} is not known`);
  if (options.workflowRunId && options.steps)
    throw new SdkProblem('invalid_sdk_parameter', 'workflowRunId and steps exclude each other');
  const run = options.workflowRunId ?? null;
  const steps = run === null ? readSteps(options.steps) : aroundRun;
  const token = readToken(options.token);
  const inTest = readTestMode(options, token);
  const theme = themeValues(options.customUI, options.theme?.config);
  return {
    options: inTest ? inTestMode(options) : options,
    token,
    steps,
    run,
    theme,
    themeName: options.theme?.name,
    accent: theme.hasColours ? null : (token.brand?.colour ?? null),
    enterprise: enterpriseOf(options, token),
    linkMethods: linkMethodsOf(options._crossDeviceLinkMethods),
    testMode: inTest,
    smsCountry: smsCountryOf(options.smsNumberCountryCode),
  };
}

/**
 * Options in test mode. No phone is offered, since it would have a real camera. Photos wait for a press unless the page wants otherwise: a test
 * that presses the button would race with a camera that takes the photo by itself.
 */
const inTestMode = (options: SdkOptions): SdkOptions => ({
  ...options,
  crossDevicePolicy: 'disable',
  useAutoCapture: options.useAutoCapture ?? false,
});

/** Features work only where the token allows them. Throws `unsupported_feature` for one that it doesn't. */
function enterpriseOf({ enterpriseFeatures }: SdkOptions, { features }: TokenFacts): EnterpriseFeatures {
  const enterprise = enterpriseFeatures ?? {};
  for (const name of ['hideOnfidoLogo', 'cobrand', 'logoCobrand', 'useCustomizedApiRequests'] as const)
    if (enterprise[name] && !features[name])
      throw new SdkProblem('unsupported_feature', `enterpriseFeatures.${name} is not enabled for this account`);
  return enterprise;
}

/** An invalid list is as none: all three. */
function linkMethodsOf(methods: unknown): readonly string[] {
  const good = Array.isArray(methods) && methods.length > 0 && methods.every((method) => LINK_METHODS.includes(method));
  return good ? (methods as string[]) : LINK_METHODS;
}

/** An unknown country is as none: the United Kingdom. */
function smsCountryOf(country = 'GB'): string {
  const code = country.toUpperCase();
  if (alpha2(code)) return code;
  console.warn(`[bonafide] smsNumberCountryCode "${country}" is not a country; GB is taken`);
  return 'GB';
}

/** Throws where the options are not an object, and so have no `onError`. */
export function anyOptions(options: unknown): asserts options is SdkOptions {
  if (!isRecord(options)) throw wrong('the argument of init', 'an object of options', options);
}
