import type { SignaturePart } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';
import { openDocument } from './documents.ts';
import { type Entries, entriesOf, type Part } from './entries.ts';
import type { SigningView } from './view.ts';

/*
 * Loaded when a workflow run asks for a signature, and by the pages of the service for its pad. Imports nothing of the
 * core: it gets its tools as arguments.
 */

export { openPad } from './pad.ts';

/** Shows the step in its places. */
export default function showSignature(kit: Kit, part: SignaturePart, tools: FormTools, slots: FormSlots): void {
  const { h, actions, button, alertBox } = tools;
  const run = encodeURIComponent(kit.settings.run as string);
  const path = `/v3.6/sdk/workflow_runs/${run}/tasks/${encodeURIComponent(part.task)}/signature`;
  const troubles = h('div', {});
  const documents = h('ul', { class: 'signing', role: 'list' });
  const code = h('div', {});
  let view: SigningView;
  let entries: Entries;
  let busy = false;

  async function ask(): Promise<SigningView | null> {
    const answer = await kit.ask(`${path}?language=${encodeURIComponent(kit.language.tag)}`, undefined, 'GET');
    return answer as SigningView | null;
  }

  function report(tone: 'bad' | 'note', text: string): void {
    troubles.replaceChildren(alertBox(tone, null, text));
    kit.say(text);
  }

  /** A press while the one before is at work does nothing. */
  const once = (work: () => Promise<void>) => async (): Promise<void> => {
    if (busy) return;
    busy = true;
    troubles.replaceChildren();
    await work();
    busy = false;
  };

  function showDocuments(): void {
    documents.replaceChildren(
      ...view.documents.map((document) => {
        const opened = h('span', { class: 'quiet' }, document.opened && kit.t('signature.opened'));
        const open = once(async () => {
          const failed = await openDocument(kit, h, `${path}/documents/${document.id}`, document.file_name);
          if (failed) return report('bad', kit.t(failed));
          document.opened = true;
          opened.textContent = kit.t('signature.opened');
          entries.settle('documents');
        });
        const press = { type: 'button', class: 'button second', onclick: open };
        return h('li', {}, h('button', press, h('bdi', {}, document.file_name), opened));
      }),
    );
  }

  /** The code, once one was sent, and the button that sends one. */
  function showCode(): void {
    if (!view.code) return;
    const { sent } = view.code;
    code.replaceChildren(
      entries.code(sent && kit.t(`signature.code_${sent.by}`, { to: sent.to })),
      button(kit, sent ? 'signature.send_another' : 'signature.send_code', sendCode, { second: true }),
    );
  }

  const sendCode = once(async () => {
    const sent = await kit.ask(`${path}/code`, {});
    const now = sent && (await ask());
    if (!now) return report('bad', kit.t('signature.code_failed'));
    view = now;
    showCode();
    kit.say(kit.t('signature.code_sent'));
    entries.focus('code');
  });

  function wrongHere(): Map<Part, PhraseKey> {
    const { name, drawn, consent, code: typed } = entries.read();
    const wrong = new Map<Part, PhraseKey>();
    if (view.documents.some(({ opened }) => !opened)) wrong.set('documents', 'signature.no_document');
    if (name === '' && drawn === '') wrong.set('name', 'signature.no_name');
    if (!consent) wrong.set('consent', 'profileData.tick');
    if (view.code && typed === '') wrong.set('code', 'signature.no_code');
    return wrong;
  }

  /** Translates the faults that the service found. Only the service knows whether a code is wrong or too old. */
  async function wrongThere(fields: readonly string[]): Promise<Map<Part, PhraseKey>> {
    const expired = fields.includes('code') && (await ask())?.code?.sent?.usable === false;
    const words: Readonly<Record<Part, PhraseKey>> = {
      documents: 'signature.no_document',
      name: 'profileData.wrong',
      drawn: 'signature.redraw',
      consent: 'profileData.tick',
      code: expired ? 'signature.expired_code' : 'signature.wrong_code',
    };
    return new Map(
      (Object.keys(words) as Part[]).filter((key) => fields.includes(key)).map((key) => [key, words[key]]),
    );
  }

  function showWrong(wrong: ReadonlyMap<Part, PhraseKey>): void {
    entries.mark(wrong);
    kit.say([...wrong.values()].map((key) => kit.t(key)).join('. '));
  }

  const submit = once(async () => {
    const wrong = wrongHere();
    if (wrong.size > 0) return showWrong(wrong);
    const { name, drawn, code: typed } = entries.read();
    const hindrance = await kit.fill({ name, drawn, consent: view.consent.language, code: typed });
    if (!hindrance) return;
    if ('fields' in hindrance) return showWrong(await wrongThere(hindrance.fields));
    report('note', kit.t(`error.${hindrance.unsent}_title`));
  });

  async function begin(): Promise<void> {
    const now = await ask();
    if (!now) {
      report('note', kit.t('error.connection_title'));
      slots.body.replaceChildren(troubles, actions(kit, button(kit, 'capture.again', begin)));
      return;
    }
    view = now;
    troubles.replaceChildren();
    entries = entriesOf(kit, tools, documents, view.consent.sentence);
    showDocuments();
    showCode();
    const form = h(
      'form',
      { novalidate: true, onsubmit: (event: Event) => event.preventDefault() },
      ...entries.nodes,
      code,
      troubles,
    );
    // Enter in a field submits too: the button is not part of the form.
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      void submit();
    });
    slots.body.replaceChildren(form);
    slots.foot.replaceChildren(actions(kit, button(kit, 'signature.submit', submit)));
  }

  void begin();
}
