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
  const { h, actions, button } = tools;
  const { troubles, report, once } = makeActionRunner(kit, tools);
  const run = encodeURIComponent(kit.settings.run as string);
  const path = `/v3.6/sdk/workflow_runs/${run}/tasks/${encodeURIComponent(part.task)}/signature`;
  const documents = h('ul', { class: 'signing', role: 'list' });
  const code = h('div', {});
  let view: SigningView;
  let entries: Entries;

  async function ask(): Promise<SigningView | null> {
    const answer = await kit.ask(`${path}?language=${encodeURIComponent(kit.language.tag)}`, undefined, 'GET');
    return answer as SigningView | null;
  }

  function documentItem(document: SigningView['documents'][number]): HTMLElement {
    const opened = h('span', { class: 'quiet' }, document.opened && kit.t('signature.opened'));
    const onclick = once(async () => {
      const failed = await openDocument(kit, h, `${path}/documents/${document.id}`, document.file_name);
      if (failed) return report('bad', kit.t(failed));
      document.opened = true;
      opened.textContent = kit.t('signature.opened');
      entries.settle('documents');
    });
    const press = { type: 'button', class: 'button second', onclick };
    return h('li', {}, h('button', press, h('bdi', {}, document.file_name), opened));
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

  async function faultsOf(fields: readonly string[]): Promise<Map<Part, PhraseKey>> {
    // Only the service knows whether a code is wrong or too old.
    const expired = fields.includes('code') && (await ask())?.code?.sent?.usable === false;
    return refused(fields, expired);
  }

  function showWrong(wrong: ReadonlyMap<Part, PhraseKey>): void {
    entries.mark(wrong);
    kit.say([...wrong.values()].map((key) => kit.t(key)).join('. '));
  }

  const submit = once(async () => {
    const wrong = missing(view, entries.read());
    if (wrong.size > 0) return showWrong(wrong);
    const { name, drawn, code: typed } = entries.read();
    const hindrance = await kit.fill({ name, drawn, consent: view.consent.language, code: typed });
    if (!hindrance) return;
    if ('fields' in hindrance) return showWrong(await faultsOf(hindrance.fields));
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
    documents.replaceChildren(...view.documents.map(documentItem));
    showCode();
    slots.body.replaceChildren(formOf(tools, submit, ...entries.nodes, code, troubles));
    slots.foot.replaceChildren(actions(kit, button(kit, 'signature.submit', submit)));
  }

  void begin();
}

/** Runs one action at a time, and shows what went wrong. */
function makeActionRunner(kit: Kit, { h, alertBox }: FormTools) {
  const troubles = h('div', {});
  let busy = false;
  return {
    troubles,
    report(tone: 'bad' | 'note', text: string): void {
      troubles.replaceChildren(alertBox(tone, null, text));
      kit.say(text);
    },
    /** A press while an action is at work does nothing. */
    once: (work: () => Promise<void>) => async (): Promise<void> => {
      if (busy) return;
      busy = true;
      troubles.replaceChildren();
      await work();
      busy = false;
    },
  };
}

function formOf({ h }: FormTools, submit: () => Promise<void>, ...content: HTMLElement[]): HTMLElement {
  const form = h('form', { novalidate: true, onsubmit: (event: Event) => event.preventDefault() }, ...content);
  // Enter in a field submits too: the button is not part of the form.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void submit();
  });
  return form;
}

/** Finds the parts that the applicant has left out. */
function missing(view: SigningView, { name, drawn, consent, code }: ReturnType<Entries['read']>): Map<Part, PhraseKey> {
  const wrong = new Map<Part, PhraseKey>();
  if (view.documents.some(({ opened }) => !opened)) wrong.set('documents', 'signature.no_document');
  if (name === '' && drawn === '') wrong.set('name', 'signature.no_name');
  if (!consent) wrong.set('consent', 'profileData.tick');
  if (view.code && code === '') wrong.set('code', 'signature.no_code');
  return wrong;
}

/** Translates the faults that the service found. */
function refused(fields: readonly string[], expired: boolean): Map<Part, PhraseKey> {
  const words: Readonly<Record<Part, PhraseKey>> = {
    documents: 'signature.no_document',
    name: 'profileData.wrong',
    drawn: 'signature.redraw',
    consent: 'profileData.tick',
    code: expired ? 'signature.expired_code' : 'signature.wrong_code',
  };
  return new Map((Object.keys(words) as Part[]).filter((key) => fields.includes(key)).map((key) => [key, words[key]]));
}
