import type { WalletOffer } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';
import { hasReturn, showLink } from './link.ts';

/*
 * Loaded when the applicant's wallet may present a document. Imports nothing of the core: it gets its tools as arguments.
 */

const PATH = '/v3.6/digital_credentials/request';

/** A request of the service, good for one answer. */
interface Asked {
  readonly id?: unknown;
  readonly requests?: readonly { readonly protocol: string }[];
}

/** The answer of a wallet, as the browser gives it (Digital Credentials API of the W3C). */
interface Answer {
  readonly protocol: string;
  readonly data: unknown;
}

/** Milliseconds after which a request that was got in advance is not used: it can be answered for 15 minutes. */
const FRESH_MS = 10 * 60_000;

/** Shows the step in its places. */
export default function showWallet(kit: Kit, offer: WalletOffer, tools: FormTools, slots: FormSlots): void {
  const instead = () => tools.button(kit, 'wallet.instead', () => kit.send({ type: 'continue' }), { second: true });
  const step = { kit, offer, tools, slots, instead };
  // A wallet may lead from another browser back into this one.
  if (kit.wallets.open(offer.isoMdoc) && !hasReturn()) offerWallet(step);
  else showOtherWay(step);
}

interface Step {
  readonly kit: Kit;
  readonly offer: WalletOffer;
  readonly tools: FormTools;
  readonly slots: FormSlots;
  /** The button that takes photos instead. */
  instead(): HTMLElement;
}

/** A link or a code where the browser opens no wallet, else photos. */
function showOtherWay({ kit, offer, tools, slots, instead }: Step): void {
  const { fallback, links } = offer;
  const way = kit.wallets.link();
  // A wallet can't lead back to a phone that got its steps from a computer: the link of such a page works once.
  if (links.includes(way) && !kit.onPhone) {
    showLink(kit, offer, way, { tools, slots, instead });
    return;
  }
  slots.body.replaceChildren(tools.alertBox('note', null, kit.t('wallet.unsupported')));
  slots.foot.replaceChildren(...(fallback ? [tools.actions(kit, instead())] : []));
  kit.say(kit.t('wallet.unsupported'));
}

/** The button that opens a wallet by the browser. */
function offerWallet(step: Step): void {
  const { kit, offer, tools, slots, instead } = step;
  const { fallback, types, ageOver } = offer;
  const { actions, button, alertBox, h } = tools;
  const { body, foot } = slots;
  const troubles = h('div', {});
  let busy = false;
  let next = prepare();

  function report(key: PhraseKey): void {
    const text = kit.t(key);
    troubles.replaceChildren(alertBox(key === 'wallet.declined' ? 'note' : 'bad', null, text));
    kit.say(text);
  }

  /** Gets a request before the applicant presses: browsers open a wallet only shortly after a press. */
  function prepare(): { readonly at: number; readonly asked: Promise<Asked | null> } {
    const age = ageOver === undefined ? '' : `&age_over=${ageOver}`;
    const path = `${PATH}?types=${types.map(encodeURIComponent).join(',')}${age}`;
    const asked = kit.ask(path, undefined, 'GET').then((answer) => (answer?.data as Asked | undefined) ?? null);
    return { at: Date.now(), asked };
  }

  /** Requests that the browser passes on. */
  const allowed = ({ requests = [] }: Asked) => requests.filter(({ protocol }) => kit.wallets.allow(protocol));

  async function use(): Promise<void> {
    // A press while the previous one is at work does nothing.
    if (busy) return;
    busy = true;
    troubles.replaceChildren();
    const fault = await present();
    busy = false;
    if (!fault || !troubles.isConnected) return;
    next = prepare();
    report(fault);
  }

  /** Returns the words for what went wrong; null once the document is with the service. */
  async function present(): Promise<PhraseKey | null> {
    if (Date.now() - next.at > FRESH_MS) next = prepare();
    const asked = await next.asked;
    const requests = asked ? allowed(asked) : [];
    if (!asked || requests.length === 0) return 'error.connection_title';
    const answer = await openWallet(requests);
    if (!answer) return 'wallet.declined';
    const { protocol, data } = answer;
    const hindrance = await kit.wallets.present({ id: asked.id, protocol, data });
    if (hindrance === 'refused') return fallback ? 'wallet.refused' : 'wallet.refused_only';
    return hindrance && `error.${hindrance}_title`;
  }

  body.replaceChildren(troubles);
  foot.replaceChildren(
    actions(
      kit,
      button(kit, 'wallet.use', () => void use()),
      fallback && instead(),
    ),
  );
  void next.asked.then((asked) => {
    if (asked && allowed(asked).length === 0 && troubles.isConnected) showOtherWay(step);
  });
}

/** The wallet's answer; null where the applicant, the browser or the wallet declines. */
async function openWallet(requests: readonly object[]): Promise<Answer | null> {
  try {
    const options = { mediation: 'required', digital: { requests } } as CredentialRequestOptions;
    return (await navigator.credentials.get(options)) as unknown as Answer | null;
  } catch {
    return null;
  }
}
