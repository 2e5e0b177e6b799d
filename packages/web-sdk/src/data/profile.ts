import type { DataPart } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { ProfileData } from '../types.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';
import { type Controls, controlsOf } from './controls.ts';

/*
 * Loaded when a step asks for typed data. Imports nothing of the core: it gets its tools as arguments.
 */

const USA = 'USA';

/** Shows the form of a step in a place. */
export default function showProfile(kit: Kit, part: DataPart, tools: FormTools, { body, foot }: FormSlots): void {
  const { h, actions, button, alertBox } = tools;
  const controls: Controls = controlsOf(kit, part, tools, () => arrange());
  const troubles = h('div', {});
  const go = button(kit, 'common.continue', () => void submit());
  let busy = false;

  /** Asks for a state and a social security number in the USA alone. */
  function arrange(): void {
    const lives = controls.typedIn('address.country') || controls.typedIn('country_residence');
    const inUsa = lives === USA;
    controls.show('address.state', inUsa);
    controls.show('ssn', inUsa || !controls.asksCountry);
  }

  function showProblems(wrong: ReadonlyMap<string, PhraseKey>): void {
    const marked = controls.mark(wrong);
    const text = (fields: string) => kit.t('profileData.look_again', { fields });
    // An applicant who reaches the button last finds links to each wrong field there.
    const leads = marked.flatMap(({ label, focus }, i) => {
      const go = (event: Event) => {
        event.preventDefault();
        focus();
      };
      return [i > 0 && ', ', h('a', { href: '#', onclick: go }, label)];
    });
    const [before = '', after = ''] = text('\n').split('\n');
    troubles.replaceChildren(alertBox('bad', null, [before, ...leads, after]));
    kit.say(text(marked.map(({ label }) => label).join(', ')));
  }

  async function submit(): Promise<void> {
    if (busy) return;
    troubles.replaceChildren();
    const { data, wrong } = controls.read();
    if (wrong.size > 0) return showProblems(wrong);
    busy = true;
    go.setAttribute('aria-disabled', 'true');
    kit.watch(({ waiting }) => kit.say(kit.t(waiting ? `upload.${waiting}` : 'profileData.sending')));
    kit.say(kit.t('profileData.sending'));
    const hindrance = await kit.fill(data as ProfileData);
    busy = false;
    go.removeAttribute('aria-disabled');
    if (!hindrance) return;
    if ('fields' in hindrance) {
      if (hindrance.fields.length > 0)
        showProblems(new Map(hindrance.fields.map((path) => [path, 'profileData.wrong'])));
      return;
    }
    const text = kit.t(`error.${hindrance.unsent}_title`);
    troubles.replaceChildren(alertBox('note', text, kit.t('profileData.kept')));
    kit.say(text);
  }

  arrange();
  const form = h(
    'form',
    { novalidate: true, onsubmit: (event: Event) => event.preventDefault() },
    ...controls.nodes,
    troubles,
  );
  // Enter in a field submits too: the button is not part of the form.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void submit();
  });
  body.replaceChildren(form);
  foot.replaceChildren(actions(kit, go));
}
