import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { FileUnusable, prepareFile } from '../upload/picture.ts';
import { type Child, h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

/** The title of a screen, in its own words or in the words of a key. */
export function title(kit: Kit, key: PhraseKey, own?: unknown, values = {}): HTMLHeadingElement {
  const heading = kit.words('h1', key, { tabindex: -1 }, values);
  if (typeof own === 'string' && own) heading.textContent = own;
  return heading;
}

/** Puts a phrase into an element, and its key for pages that replace phrases. */
export function setPhrase(
  kit: Kit,
  element: HTMLElement,
  key: PhraseKey,
  values?: Readonly<Record<string, string | number>>,
): void {
  element.textContent = kit.t(key, values);
  element.dataset.i18nToken = key;
}

interface ButtonOptions {
  readonly second?: boolean;
  /** Draws no edge, for an alternative that few applicants need. */
  readonly quiet?: boolean;
  readonly icon?: IconName;
  /** Words of the page, instead of ours. */
  readonly own?: unknown;
}

export function button(kit: Kit, key: PhraseKey, press: () => void, options: ButtonOptions = {}): HTMLButtonElement {
  const own = typeof options.own === 'string' && options.own;
  return h(
    'button',
    {
      type: 'button',
      class: `button${options.second ? ' second' : ''}${options.quiet ? ' quiet' : ''}`,
      onclick: press,
    },
    options.icon && icon(options.icon),
    own ? h('span', {}, own) : kit.words('span', key),
  );
}

/** Buttons at the end of a screen, the primary button first. Three don't fit into a row: their words would break. */
export const actions = (kit: Kit, ...buttons: Child[]): HTMLElement =>
  h('div', { class: kit.settings.theme.stacked || buttons.length > 2 ? 'actions stacked' : 'actions' }, ...buttons);

/** Rows of a list, each with a drawing and a phrase. */
export const tipRows = (kit: Kit, each: readonly (readonly [IconName, PhraseKey])[]): HTMLElement[] =>
  each.map(([name, key]) => h('li', {}, h('span', { class: 'badge' }, icon(name)), kit.words('span', key)));

export const tips = (kit: Kit, ...each: readonly (readonly [IconName, PhraseKey])[]): HTMLElement =>
  h('ul', { class: 'tips', role: 'list' }, ...tipRows(kit, each));

/** A box with an error (`bad`) or a note (`note`). */
export const alertBox = (
  tone: 'bad' | 'note',
  strong: string | null,
  text: Child | readonly Child[],
  drawing: IconName = 'alert',
): HTMLElement =>
  h(
    'div',
    { class: tone === 'note' ? 'alert note' : 'alert' },
    icon(drawing),
    h('p', {}, strong !== null && h('strong', {}, strong), ...[text].flat()),
  );

/** A box with the fault of the last file, if it had one. */
export function fileAlert(kit: Kit): { box: HTMLElement; text: string } | undefined {
  const { trouble } = kit.state;
  if (trouble?.kind !== 'file') return undefined;
  const photo = trouble.what === 'wrong_type' && kit.part?.kind === 'face';
  const text = kit.t(photo ? 'error.wrong_type_photo' : `error.${trouble.what}`);
  return { box: alertBox('bad', null, text), text };
}

/** Makes a file fit and takes it as the picture, or shows why not. */
export async function takeFile(kit: Kit, file: File): Promise<void> {
  try {
    kit.take(await prepareFile(file, { pdf: kit.part?.kind !== 'face' }));
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error;
    kit.send({ type: 'file_trouble', what: error.what });
  }
}

/**
 * A button that opens the system's own dialogue for files.
 *
 * @param capture opens the camera app of a phone instead, with the camera that looks there
 */
export function fileButton(
  kit: Kit,
  key: PhraseKey,
  options: ButtonOptions & { readonly capture?: 'environment' | 'user' },
): HTMLElement {
  const face = kit.part?.kind === 'face';
  const input = h('input', {
    type: 'file',
    hidden: true,
    // Phones turn their own formats into JPEG where only that is asked for; systems hide what isn't named.
    accept: options.capture || face ? 'image/*' : 'image/*,application/pdf,.pdf',
    capture: options.capture,
    'aria-hidden': 'true',
    tabindex: -1,
    onchange: () => {
      const [file] = input.files ?? [];
      input.value = '';
      if (file) void takeFile(kit, file);
    },
  });
  return h(
    'div',
    { class: 'file-way' },
    button(kit, key, () => input.click(), options),
    input,
  );
}
