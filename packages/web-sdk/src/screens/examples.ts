import { offerOf } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { loadTeaching } from '../teaching/lazy.ts';
import type { Flaw, Subject } from '../teaching/subjects.ts';
import type { TeachingSlots } from '../teaching/teaching.ts';
import { h, svg } from '../ui/dom.ts';
import { codeExample } from '../ui/example.ts';
import { icon } from '../ui/icons.ts';

/** Flaws of example photos of documents. */
const DOCUMENT_FLAWS: readonly Flaw[] = ['cut', 'blurred', 'glare'];
/** Flaws of example photos of faces, which have no glare. */
const FACE_FLAWS: readonly Flaw[] = ['cut', 'blurred', 'dark'];

/** Details that a bill must show, in the order of the numbers in its drawing. */
const BILL: readonly PhraseKey[] = ['examples.name', 'examples.address', 'examples.date', 'examples.sender'];

function subjectOf({ part, choice, state }: Kit): Subject {
  if (part?.kind === 'face') return 'face';
  if (part?.kind === 'poa') return 'page';
  return choice?.type === 'passport' ? 'passport' : state.side;
}

/** The examples of a guide. Their drawings load with the screen, into places of their final size. */
export interface Examples {
  readonly elements: readonly HTMLElement[];
  /** Loads the drawings. Without them the words remain. */
  load(): void;
}

/** An example photo of each kind, the good one first, and of a proof of address what it must show. A close-up has one drawing. */
export function examplesOf(kit: Kit): Examples {
  const offer = offerOf(kit.part);
  if (offer?.kind === 'seal') return { elements: [h('div', { class: 'example' }, codeExample(offer))], load() {} };
  const flaws = kit.part?.kind === 'face' ? FACE_FLAWS : DOCUMENT_FLAWS;
  const tiles = [null, ...flaws].map((flaw) => ({ flaw, place: h('span', { class: 'shot' }) }));
  const list = h(
    'ul',
    { class: 'tiles', role: 'list', 'aria-label': kit.t('examples.label') },
    ...tiles.map(({ flaw, place }) =>
      h(
        'li',
        { class: flaw ? 'flawed' : 'fine' },
        place,
        h('span', {}, icon(flaw ? 'close' : 'check', 16), kit.words('span', flaw ? `seen.${flaw}` : 'examples.good')),
      ),
    ),
  );
  const bill = kit.part?.kind === 'poa' ? h('div', { class: 'paper' }) : undefined;
  const needs =
    bill &&
    h('ol', { role: 'list' }, ...BILL.map((key, at) => h('li', {}, h('b', {}, `${at + 1}`), kit.words('span', key))));
  const slots: TeachingSlots = { tiles, bill };
  return {
    elements: [list, ...(bill ? [h('div', { class: 'bill' }, bill, needs)] : [])],
    load() {
      loadTeaching().then(
        (module) => module.default(svg, subjectOf(kit), slots),
        // The words say the same.
        () => list.classList.add('bare'),
      );
    },
  };
}
