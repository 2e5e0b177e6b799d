/**
 * The colours of all pages, written once: of the SDK, of the hosted pages and mails of the service, and of the dashboard, whose build makes
 * a style sheet of them. They stand in the SDK because it imports nothing of the service. `docs/architecture/design.md` says what each is for.
 */

/** Names of custom properties, without their dashes, with their values. */
export type Tokens = Readonly<Record<string, string>>;

const WHITE = '#ffffff';
const FOCUS = { light: '#b35900', dark: '#ffbf66' } as const;

/** Hosted pages and dashboard in light surroundings. */
export const light = {
  page: WHITE,
  text: '#1c2430',
  quiet: '#4a5563',
  line: '#c9d0d9',
  edge: '#7f8a9a',
  soft: '#f3f5f8',
  action: '#1b4d89',
  'on-action': WHITE,
  'action-over': '#123a6b',
  error: '#a3150f',
  good: '#14643c',
  mark: '#ffe08a',
  focus: FOCUS.light,
  sandbox: '#8a4b00',
} as const;

/** The colours of the dark theme. */
export const dark: { readonly [Name in keyof typeof light]: string } = {
  page: '#12161c',
  text: '#eef1f5',
  quiet: '#b6c0cc',
  line: '#3a4452',
  edge: '#76818f',
  soft: '#1c222b',
  action: '#9cc4f5',
  'on-action': '#0c1a2b',
  'action-over': '#c3dcfa',
  error: '#ffaaa3',
  good: '#8fdcb2',
  mark: '#ffd35c',
  focus: FOCUS.dark,
  sandbox: FOCUS.dark,
};

/** Colours that the dashboard adds in light mode: fainter rules, and a background and a text colour for each kind of state. */
export const dashboardLight = {
  line: '#dfe3e9',
  side: '#f7f8fa',
  'good-ground': '#e4f4ea',
  'error-ground': '#fdecea',
  doubt: '#7a4100',
  'doubt-ground': '#fff2dd',
  'action-ground': '#e8f0fa',
} as const;

/** The same in dark surroundings. */
export const dashboardDark: { readonly [Name in keyof typeof dashboardLight]: string } = {
  line: '#2b333e',
  side: '#161b22',
  'good-ground': '#13301f',
  'error-ground': '#3b1917',
  doubt: '#ffce8a',
  'doubt-ground': '#34270f',
  'action-ground': '#1b2c41',
};

/** Colours over pictures, which are neither light nor dark. */
export const overPictures = { box: light.action, doubt: '#d01f17' } as const;

/** The capture SDK in light surroundings. */
export const captureLight = {
  page: WHITE,
  title: '#16202c',
  text: '#1c2836',
  quiet: '#4a5767',
  line: '#cfd6de',
  edge: '#667382',
  soft: '#f2f5f8',
  action: '#14508c',
  'on-action': WHITE,
  'action-over': '#0f3f70',
  'action-down': '#0b3158',
  'icon-ground': '#e6eff8',
  good: '#11693a',
  'good-ground': '#e2f4e9',
  alert: '#9c1c14',
  'alert-ground': '#fdeceb',
  note: '#1c2836',
  'note-ground': '#fff4db',
  'note-icon': '#7a4d00',
  focus: FOCUS.light,
} as const;

/** The same in dark surroundings. */
export const captureDark: { readonly [Name in keyof typeof captureLight]: string } = {
  page: '#12171e',
  title: '#f4f7fa',
  text: '#e6ebf1',
  quiet: '#b3bfcc',
  line: '#36414e',
  edge: '#8e9cab',
  soft: '#1c232c',
  action: '#9cc8f5',
  'on-action': '#0a1a2b',
  'action-over': '#bfdcfa',
  'action-down': '#d9eafc',
  'icon-ground': '#1d2d3d',
  good: '#7fdca4',
  'good-ground': '#14301f',
  alert: '#ffb3ad',
  'alert-ground': '#3a1816',
  note: '#f4ead2',
  'note-ground': '#33290f',
  'note-icon': '#ffcc66',
  focus: FOCUS.dark,
};

/** Tokens as custom properties of a style sheet. */
export const declared = (tokens: Tokens): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
