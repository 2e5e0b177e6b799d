import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyPart } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';

/*
 * Loaded when a workflow run asks for a passkey, and by the pages of the service. Imports nothing of the core: it gets its
 * tools as arguments.
 */

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/**
 * Has the browser make or use a passkey; returns what the service judges. Throws where the person or the browser declines.
 *
 * @param ceremony `create` or `get`
 * @param options as the service gives them
 */
export function perform(ceremony: string, options: object): Promise<object> {
  return ceremony === 'create'
    ? startRegistration({ optionsJSON: options as Creation })
    : startAuthentication({ optionsJSON: options as Request });
}

/** The service's answer to the request for a ceremony. */
interface Asked {
  readonly ceremony?: unknown;
  readonly options?: object | null;
}

/** Shows the step in its places. */
export default function showPasskey(kit: Kit, part: PasskeyPart, tools: FormTools, { body, foot }: FormSlots): void {
  const { h, actions, button, alertBox } = tools;
  const troubles = h('div', {});
  let busy = false;

  function report(key: PhraseKey): void {
    const text = kit.t(key);
    troubles.replaceChildren(alertBox('bad', null, text));
    kit.say(text);
  }

  /** A press while the previous one is at work does nothing. */
  const once = (work: () => Promise<void>) => async () => {
    if (busy) return;
    busy = true;
    troubles.replaceChildren();
    await work();
    busy = false;
  };

  async function complete(data: object): Promise<void> {
    const hindrance = await kit.fill(data);
    if (!hindrance) return;
    if ('fields' in hindrance) report('passkey.failed');
    else report(`error.${hindrance.unsent}_title`);
  }

  const skip = once(() => complete({ skipped: true }));

  /** Nothing but to continue without. */
  function offerNothing(key: PhraseKey): void {
    body.replaceChildren(alertBox('note', null, kit.t(key)), troubles);
    kit.say(kit.t(key));
    foot.replaceChildren(actions(kit, button(kit, 'common.continue', skip)));
  }

  const use = once(async () => {
    // A challenge ends after minutes, so each try gets its own.
    const run = encodeURIComponent(kit.settings.run as string);
    const path = `/v3.6/sdk/workflow_runs/${run}/tasks/${encodeURIComponent(part.task)}/passkey`;
    const ceremony: Asked | null = await kit.ask(path, {});
    if (!ceremony) return report('error.connection_title');
    if (!ceremony.options) return offerNothing(part.makes ? 'passkey.too_many' : 'passkey.none');
    let response: object;
    try {
      response = await perform(String(ceremony.ceremony), ceremony.options);
    } catch {
      return report('passkey.failed');
    }
    await complete({ response });
  });

  if (!('PublicKeyCredential' in window)) {
    offerNothing('passkey.unsupported');
    return;
  }
  body.replaceChildren(troubles);
  const go = button(kit, part.makes ? 'passkey.create' : 'passkey.use', use);
  foot.replaceChildren(actions(kit, go, button(kit, 'passkey.skip', skip, { second: true })));
}
