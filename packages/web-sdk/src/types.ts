/**
 * The options, callbacks and events of the SDK: the public contract, with the names of `names.ts`.
 */
import type {
  AddressDocument,
  AnalyticsEventName,
  CountryCode,
  LanguageTag,
  ScreenName,
  ThemeConfig,
} from './names.ts';

/** Identity documents. */
export type IdentityDocument =
  | 'passport'
  | 'driving_licence'
  | 'national_identity_card'
  | 'residence_permit'
  | 'generic_document';

/** `true` offers the document, issued anywhere; a country (ISO 3166-1 alpha-3) fixes who issued it. */
export type DocumentChoice = boolean | { country?: CountryCode | null; id?: string };

export interface GenericDocument {
  id: string;
  title: string;
  subTitle?: string;
  country?: CountryCode;
  /** Sides to photograph; default 2. */
  pages?: 1 | 2;
}

/** Documents that the applicant's wallet may present in place of photos, by the browser's Digital Credentials API. */
/** A way to a wallet by a link: on the phone of the page, or by a QR code on a computer. */
export type WalletLink = 'same_device' | 'cross_device';
export interface DigitalCredentials {
  /** Default: every type. */
  types?: ('driving_licence' | 'national_identity_card' | 'passport')[];
  /** Takes photos where the browser opens no wallet, or the applicant prefers photos; default true. */
  fallback?: boolean;
  /** Ways by a link where the browser opens no wallet, as the service offers them; default: none. */
  links?: WalletLink[];
  /** Opens wallets of Safari, too, where the service has a certificate for them (`--mdoc-reader-cert`); default false. */
  isoMdoc?: boolean;
  /** Asks for nothing but whether the holder has this age, 1 to 99. The check must ask the same (`age_over`). */
  ageOver?: number;
}

export interface StepWelcome {
  type: 'welcome';
  options?: { title?: string; descriptions?: string[]; nextButton?: string };
}
/** Asks the applicant to agree before anything is taken. */
export interface StepConsent {
  type: 'consent' | 'userConsent';
  options?: { title?: string; descriptions?: string[]; policyUrl?: string };
}
export interface StepDocument {
  type: 'document';
  options?: {
    documentTypes?: Partial<Record<IdentityDocument, DocumentChoice>>;
    hideCountrySelection?: boolean;
    genericDocumentTypes?: GenericDocument[];
    /** Offers files of the phone beside its camera; default false. A computer always offers files. */
    uploadFallback?: boolean;
    /** Offers the camera of a computer beside its files; default true. */
    useWebcam?: boolean;
    /** Uses the in-page camera on phones; false leaves it to the phone's own camera. Default true. */
    useLiveDocumentCapture?: boolean;
    /** Captured on a phone only; older than `crossDevicePolicy`, which wins where it is `disable`. */
    forceCrossDevice?: boolean;
    /** `false` is the older `hideCountrySelection`. */
    showCountrySelection?: boolean;
    /** `video` films the document besides, for up to 30 s a side. A browser that can't film takes photos. */
    requestedVariant?: 'standard' | 'video';
    /** Asks for a credential of the applicant's wallet first. */
    digitalCredentials?: DigitalCredentials;
  };
}
export interface StepPoa {
  type: 'poa';
  options?: { documentTypes?: Partial<Record<AddressDocument, DocumentChoice>>; country?: CountryCode };
}
export interface StepFace {
  type: 'face';
  options?: {
    requestedVariant?: 'standard' | 'video' | 'motion';
    /** The screen before the camera, of photos and motion; default true. */
    showIntro?: boolean;
    useMultipleSelfieCapture?: boolean;
    /** A photo where nothing can be filmed, and the phone's own camera where the page gets none; default true. */
    photoCaptureFallback?: boolean;
    recordMotionAudio?: boolean;
    /** Offers files beside the camera; default false. */
    uploadFallback?: boolean;
    /** Files, and a phone's own camera, instead of the camera in the page; default false. */
    useUploader?: boolean;
    /** Requires the capture on a phone, as for documents. */
    forceCrossDevice?: boolean;
  };
}
/** Data that an applicant may be asked to type. */
export interface ProfileData {
  first_name?: string;
  last_name?: string;
  /** `YYYY-MM-DD`. */
  dob?: string;
  /** Alpha-3, as all countries here. */
  nationality?: string;
  email?: string;
  /** Phone number with its country code. */
  phone_number?: string;
  phone_number_consent_granted?: boolean;
  country_residence?: string;
  address?: {
    country?: string;
    line1?: string;
    line2?: string;
    line3?: string;
    town?: string;
    /** State of the USA, two letters. */
    state?: string;
    postcode?: string;
  };
  /** Social security number of the USA, `123-45-6789`. */
  ssn?: string;
}
export type ProfileField = Exclude<keyof ProfileData, 'ssn'>;
/** Asks for typed data; `onComplete` gets it. The page can pass data that it already knows. */
export interface StepData {
  type: 'data';
  options?: ProfileData & {
    /** Default: names, date of birth and address. */
    required?: ProfileField[];
    /** Default where nothing is named: `email`, and the given values. */
    optional?: ProfileField[];
    /** Asks for the social security number of people in the USA; default false. */
    ssn_enabled?: boolean;
  };
}
/**
 * Offers what would prove a document whose check has begun: another picture, or to continue without. Where nothing is asked for, the step
 * ends by itself. A workflow run has the step without being told.
 */
export interface StepStepUp {
  type: 'stepUp';
  options?: Record<never, never>;
}
export interface StepComplete {
  type: 'complete';
  options?: { message?: string; submessage?: string };
}
export type Step = StepWelcome | StepConsent | StepDocument | StepPoa | StepFace | StepData | StepStepUp | StepComplete;
export type StepType = Step['type'];

export type ErrorType =
  | 'invalid_token'
  | 'expired_token'
  | 'expired_trial'
  | 'geoblocked_request'
  | 'permissions_unavailable'
  | 'unsupported'
  | 'unsupported_feature'
  | 'invalid_sdk_parameter'
  | 'unsupported_sdk_version'
  | 'no_camera'
  | 'user_consent_denied'
  | 'exception'
  | 'workflow_abandoned'
  | 'workflow_error';

export interface SdkError {
  type: ErrorType;
  message: string;
  /** Error that caused an `exception`; absent for other types. */
  exception?: { name: string; message: string };
}

export interface UploadedDocument {
  id: string;
  type: string;
  side: string;
  /** Set for a document that was filmed. */
  variant?: 'video';
}

/** The captures, in the shapes of all generations of the contract at once. */
export interface SdkResponse {
  /** Videos have the ids of their documents: `GET documents/<id>/video/download`. */
  document?: {
    type: string;
    sides: Partial<Record<'front' | 'back' | 'front_video' | 'back_video', { id: string; type: string }>>;
  };
  document_front?: UploadedDocument;
  document_back?: UploadedDocument;
  /** The first document that was filmed, and all. */
  document_video?: { id: string; media_uuids: string[]; variant: 'video' };
  face?: { id: string; variant: 'standard' | 'video' | 'motion' };
  poa?: { id: string; type: string; sides: { front: { id: string; type: string } } };
  /** Data that was typed in a `data` step. */
  data?: ProfileData;
}

export interface UserAnalytics {
  eventName: AnalyticsEventName;
  properties: Record<string, unknown>;
  /** True if the session began on a computer and continued on a phone. */
  isCrossDevice: boolean;
}

export interface Theme {
  /** Default: as the page is, by its `color-scheme`. */
  name?: 'light' | 'dark';
  config?: ThemeConfig;
}

/** Result of the page's own server for media: it answered as this service would, or leaves the upload to the SDK. */
export type MediaResult = { onfidoSuccessResponse: unknown } | { continueWithOnfidoSubmission: true };
export type MediaCallback = (data: FormData | Record<string, unknown>) => Promise<MediaResult>;

export interface EnterpriseFeatures {
  hideOnfidoLogo?: boolean;
  cobrand?: { text: string } | null;
  logoCobrand?: { darkLogoSrc: string; lightLogoSrc: string } | null;
  useCustomizedApiRequests?: boolean;
  /** Format in which media callbacks get their data: `FormData`, or a plain object. */
  formatter?: 'formData' | 'raw';
  onSubmitDocument?: MediaCallback;
  onSubmitSelfie?: MediaCallback;
  onSubmitVideo?: MediaCallback;
}

/** Texts by language, module and key; languages that the SDK doesn't know are changes of English. */
export type Translations = Record<string, Record<string, unknown>>;

/**
 * Drawn documents and faces in place of the camera, and the outcome of the checks. Works with tokens of the sandbox alone. A query parameter of
 * the page can choose the same: `bonafide_test_mode=document:passport,face:match`.
 */
export interface TestMode {
  /** The drawn document that the camera shows; default: of the type that the applicant chooses. */
  document?: 'passport' | 'driving_licence' | 'national_identity_card' | 'residence_permit';
  /** Sub-result of document reports; default: as the sandbox decides. */
  documentResult?: 'clear' | 'caution' | 'suspected' | 'rejected';
  /** The drawn face, and the outcome of facial similarity reports; default: as the sandbox decides. */
  face?: 'match' | 'no_match' | 'spoof';
}

export interface SdkOptions {
  /** SDK token of `POST /v3/sdk_token`. */
  token: string;
  /** A workflow run that says by itself what comes next. Excludes `steps`. */
  workflowRunId?: string;
  /** Default: welcome, document, face, complete. */
  steps?: (StepType | Step)[];
  /** Default `onfido-mount`, else `sdk-mount`. */
  containerId?: string;
  /** Wins over `containerId`. */
  containerEl?: Element | null;
  onComplete?: (data: SdkResponse) => void;
  onError?: (error: SdkError) => void;
  onUserExit?: (action: string) => void;
  /** Called once, when the first screen is shown. */
  onReady?: () => void;
  /**
   * Makes a new SDK token for the same applicant, when the present one has expired. The flow then continues where it was. Without
   * it, or when its promise fails, the flow ends with `expired_token`.
   */
  onTokenExpired?: () => Promise<string>;
  /** Default false. */
  showExitButton?: boolean;
  /** Default: the browser's. */
  language?: LanguageTag | LanguageObject;
  translations?: Translations;
  theme?: Theme;
  /** Older name of `theme.config`. */
  customUI?: ThemeConfig;
  enterpriseFeatures?: EnterpriseFeatures;
  /**
   * Takes photos of documents and faces by itself once the camera has seen a good picture for a second, and opens the camera of a phone
   * that is allowed already without a press; default true, and false in test mode.
   */
  useAutoCapture?: boolean;
  /** Shows name and logo of the token's account above every screen; default true. Pages that show them set false. */
  showBranding?: boolean;
  crossDevicePolicy?: 'enable' | 'force' | 'disable';
  /**
   * Begins the first document or face on a computer with the link to a phone; false offers the phone as one of several ways. Default true,
   * and false where only the computer itself can open the link (`localhost`).
   */
  usePhoneFirst?: boolean;
  _crossDeviceLinkMethods?: ('qr_code' | 'copy_link' | 'sms')[] | null;
  /** Default GB. */
  smsNumberCountryCode?: string;
  userDetails?: { smsNumber?: string };
  crossDeviceClientIntroProductName?: string;
  crossDeviceClientIntroProductLogoSrc?: string;
  roomId?: string;
  mobileFlow?: boolean;
  /** Receives the branding of the account, as the service sends it to the page of a phone. The service's own phone page shows it. */
  _onPhoneBranding?: (branding: Readonly<Record<string, unknown>>) => void;
  /** Receives the token that the computer has sent. The service's own phone page uses it to show whose page it is. */
  _onPhoneToken?: (token: string) => void;
  disableAnalytics?: boolean;
  disableAnalyticsCookies?: boolean;
  disableWelcomeScreen?: boolean;
  disableCompleteScreen?: boolean;
  /** The bar above; default: Back, and Exit where `showExitButton` says so. */
  navigation?: { navigationBar?: 'BackAndExit' | 'BackOnly' | 'Hidden' };
  onBiometricTokenGenerated?: (customerUserHash: string, biometricToken: string) => void;
  onBiometricTokenRequested?: (customerUserHash: string) => Promise<string>;
  /** Called instead of opening a new tab. */
  onExternalLink?: (url: string) => void;
  version?: string;
  sdkUrl?: string;
  /** Move the focus to the title of the first screen too; default true. */
  autoFocusOnInitialScreenTitle?: boolean;
  /** Shows everything in a dialog over the page, as long as `isModalOpen`. */
  useModal?: boolean;
  /** Default false; changed by `setOptions`. */
  isModalOpen?: boolean;
  /** The applicant wants to close the dialog: it is for the page to do so. Without it the dialog closes by itself. */
  onModalRequestClose?: () => void;
  /** Closes the dialog on a press beside it; default true. */
  shouldCloseOnOverlayClick?: boolean;
  useMemoryHistory?: boolean;
  region?: string;
  /** Tests the flow without a camera, in sandbox alone. `true` chooses no outcome. */
  testMode?: boolean | TestMode;
}

/** Language option of generations before 14. */
export interface LanguageObject {
  locale: string;
  phrases?: Record<string, unknown>;
  /** Go before `phrases` on phones. */
  mobilePhrases?: Record<string, unknown>;
  direction?: 'ltr' | 'rtl';
}

export interface SdkEvents {
  ready: { version: string };
  /** A screen was reached. Screens between two answers of the service, such as `waiting`, are named too. */
  screen: { screen: ScreenName };
  complete: { data: SdkResponse };
  error: { error: SdkError };
  userAnalytics: UserAnalytics;
  userAnalyticsEvent: UserAnalytics;
  moduleStart: { module: string };
  moduleComplete: { module: string };
  permissionUnknown: { permissionsRequired: string[] };
}

/**
 * The mounted SDK.
 *
 * @example
 * import { init } from '@bonafide/web-sdk';
 *
 * const handle = init({ token: '<SDK token>', useModal: true });
 * handle.setOptions({ isModalOpen: true });
 * handle.addEventListener('complete', ({ data }) => console.log(data));
 */
export interface SdkHandle {
  readonly version: string;
  readonly options: SdkOptions;
  readonly containerId: string | undefined;
  /**
   * Takes the SDK out of the page; await it before mounting again. May be called more than once.
   *
   * @example
   * import { init } from '@bonafide/web-sdk';
   *
   * const handle = init({ token: '<SDK token>' });
   * await handle.tearDown();
   */
  tearDown(): Promise<void>;
  /**
   * Changes options of the mounted SDK. New `steps`, another `token` or `workflowRunId` start again.
   *
   * @example
   * import { init } from '@bonafide/web-sdk';
   *
   * init({ token: '<SDK token>' }).setOptions({ language: 'de' });
   */
  setOptions(options: Partial<SdkOptions>): void;
  /**
   * Calls a listener for each event of a name until it is removed.
   *
   * @example
   * import { init } from '@bonafide/web-sdk';
   *
   * const handle = init({ token: '<SDK token>' });
   * handle.addEventListener('moduleStart', ({ module }) => console.log(module));
   */
  addEventListener<K extends keyof SdkEvents>(name: K, listener: (event: SdkEvents[K]) => void): void;
  /**
   * Removes a listener that was added before.
   *
   * @example
   * import { init, type SdkEvents } from '@bonafide/web-sdk';
   *
   * const log = ({ error }: SdkEvents['error']) => console.error(error.message);
   * const handle = init({ token: '<SDK token>' });
   * handle.addEventListener('error', log);
   * handle.removeEventListener('error', log);
   */
  removeEventListener<K extends keyof SdkEvents>(name: K, listener: (event: SdkEvents[K]) => void): void;
}
