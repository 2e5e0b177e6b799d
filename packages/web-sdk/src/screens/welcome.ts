import { type Task, tasksOf } from '../flow/step-count.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { companyOf } from '../ui/brand.ts';
import { h } from '../ui/dom.ts';
import { type IconName, icon } from '../ui/icons.ts';
import { actions, button, tipRows, tips, title } from '../ui/parts.ts';
import { optionsOf, ownSentences } from './own-words.ts';

/** The first screen: who asks, what the applicant will do, how long it takes, and who gets it. */
export const welcome: ScreenView = (kit) => {
  const { nextButton } = optionsOf(kit);
  const own = ownSentences(kit);
  const tasks = own ? [] : (tasksOf(kit.plan) ?? []);
  return {
    layout: 'page',
    content: [
      tasks.length === 0 && h('div', { class: 'hero' }, icon('shield', 52)),
      heading(kit),
      ...(own ? [own] : tasks.length > 0 ? [stepList(kit, tasks), notes(kit, tasks)] : [generalTips(kit)]),
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

const drawings: Record<Task['kind'], readonly [IconName, PhraseKey]> = {
  document: ['card', 'welcome.step_document'],
  poa: ['paper', 'welcome.step_poa'],
  face: ['face', 'welcome.step_face'],
  data: ['person', 'welcome.step_data'],
  passkey: ['shield', 'welcome.step_passkey'],
  signature: ['check', 'welcome.step_signature'],
};

const drawingOf = (task: Task): readonly [IconName, PhraseKey] =>
  task.kind === 'face' && task.variant !== 'standard' ? ['face', 'welcome.step_video'] : drawings[task.kind];

/** A list of all that the applicant will be asked for, in order. */
const stepList = (kit: Kit, tasks: readonly Task[]): HTMLElement =>
  h(
    'div',
    {},
    kit.words('h2', 'welcome.steps', { class: 'small' }),
    h('ol', { class: 'tips', role: 'list' }, ...tipRows(kit, tasks.map(drawingOf))),
  );

/** Tips for steps that are not known yet. */
const generalTips = (kit: Kit): HTMLElement =>
  tips(kit, ['clock', 'welcome.description_1'], ['card', 'welcome.description_2'], ['camera', 'welcome.description_3']);

/** Notes on the time it takes, the document to have ready, and the company that gets everything. */
function notes(kit: Kit, tasks: readonly Task[]): HTMLElement {
  const company = companyOf(kit.settings);
  const rows: readonly (readonly [IconName, HTMLElement] | false)[] = [
    ['clock', duration(kit, tasks.length)],
    tasks.some(({ kind }) => kind === 'document') && ['card', kit.words('span', 'welcome.description_2')],
    company !== undefined && ['shield', kit.words('span', 'welcome.recipient', {}, { company })],
  ];
  return h('ul', { class: 'notes', role: 'list' }, ...rows.map((row) => row && h('li', {}, icon(row[0], 20), row[1])));
}

/** The time that all steps take. A minute a step is an estimate. */
function duration(kit: Kit, minutes: number): HTMLElement {
  if (minutes <= 2) return kit.words('span', 'welcome.description_1');
  const format = new Intl.NumberFormat(kit.language.tag, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return kit.words('span', 'welcome.takes', {}, { duration: format.format(minutes) });
}
