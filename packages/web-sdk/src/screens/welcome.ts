import type { Part } from '../flow/plan.ts';
import { tasksOf } from '../flow/step-count.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { companyOf } from '../ui/brand.ts';
import { h } from '../ui/dom.ts';
import { type IconName, icon } from '../ui/icons.ts';
import { actions, button, tips, title } from '../ui/parts.ts';
import { optionsOf, ownSentences } from './own-words.ts';

/** The first screen: who asks, what the applicant will do, how long it takes, and who gets it. */
export const welcome: ScreenView = (kit) => {
  const { nextButton } = optionsOf(kit);
  const own = ownSentences(kit);
  const steps = own ? undefined : stepList(kit);
  return {
    layout: 'page',
    content: [
      !steps && h('div', { class: 'hero' }, icon('shield', 52)),
      heading(kit),
      ...(own ? [own] : [steps, notes(kit, steps !== undefined)]),
      h('div', { class: 'grow' }),
      actions(
        kit,
        button(kit, 'welcome.next_button', () => kit.send({ type: 'continue' }), { own: nextButton }),
      ),
    ],
  };
};

/** The page's own title, else one with the name of the company where that is known. */
function heading(kit: Kit): HTMLElement {
  const { title: own } = optionsOf(kit);
  const company = companyOf(kit.settings);
  const named = company !== undefined && !kit.language.isReplaced('welcome.title');
  return named ? title(kit, 'welcome.title_company', own, { company }) : title(kit, 'welcome.title', own);
}

const drawings: Partial<Record<Part['kind'], readonly [IconName, PhraseKey]>> = {
  document: ['card', 'welcome.step_document'],
  poa: ['paper', 'welcome.step_poa'],
  face: ['face', 'welcome.step_face'],
  data: ['person', 'welcome.step_data'],
  passkey: ['shield', 'welcome.step_passkey'],
  signature: ['check', 'welcome.step_signature'],
};

const drawingOf = (part: Part): readonly [IconName, PhraseKey] | undefined =>
  part.kind === 'face' && part.variant !== 'standard' ? ['face', 'welcome.step_video'] : drawings[part.kind];

/** A list of all that the applicant will be asked for, in order. Undefined while that is not known. */
function stepList(kit: Kit): HTMLElement | undefined {
  const rows = (tasksOf(kit.plan) ?? []).map(drawingOf).filter((row) => row !== undefined);
  if (rows.length === 0) return undefined;
  const items = rows.map(([name, key]) =>
    h('li', {}, h('span', { class: 'badge' }, icon(name)), kit.words('span', key)),
  );
  return h(
    'div',
    {},
    kit.words('h2', 'welcome.steps', { class: 'small' }),
    h('ol', { class: 'tips', role: 'list' }, ...items),
  );
}

/** Notes on the time it takes, the document to have ready, and the company that gets everything. */
function notes(kit: Kit, listed: boolean): HTMLElement {
  if (!listed)
    return tips(
      kit,
      ['clock', 'welcome.description_1'],
      ['card', 'welcome.description_2'],
      ['camera', 'welcome.description_3'],
    );
  const company = companyOf(kit.settings);
  const needsDocument = kit.plan.some(({ kind }) => kind === 'document');
  const rows: readonly (readonly [IconName, HTMLElement] | false)[] = [
    ['clock', duration(kit)],
    needsDocument && ['card', kit.words('span', 'welcome.description_2')],
    company !== undefined && ['shield', kit.words('span', 'welcome.recipient', {}, { company })],
  ];
  return h('ul', { class: 'notes', role: 'list' }, ...rows.map((row) => row && h('li', {}, icon(row[0], 20), row[1])));
}

/** Minutes that a step takes, rounded up: an estimate. */
const MINUTES_A_STEP = 1;

function duration(kit: Kit): HTMLElement {
  const minutes = (tasksOf(kit.plan) ?? []).length * MINUTES_A_STEP;
  if (minutes <= 2) return kit.words('span', 'welcome.description_1');
  const format = new Intl.NumberFormat(kit.language.tag, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return kit.words('span', 'welcome.takes', {}, { duration: format.format(minutes) });
}
