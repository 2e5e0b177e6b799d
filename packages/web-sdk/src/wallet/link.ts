import { qrDrawing } from '../cross-device/qr-drawing.ts';
import type { WalletOffer } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { WalletLink } from '../types.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';

/*
 * A wallet that the browser can't open by itself: a link on a phone, a QR code on a computer.
 */

const PATH = '/v3.6/digital_credentials/links';

/** Milliseconds between two questions whether the wallet has answered. */
const POLL_MS = 2000;

/** Largest version of a code: 331 bytes, for the link of a service with a long name. */
const MAX_VERSION = 13;

interface LinkTools {
  readonly tools: FormTools;
  readonly slots: FormSlots;
  /** The button that takes photos instead. */
  instead(): HTMLElement;
}

/** A link of the service, good for one answer. */
interface Link {
  readonly id: string;
  readonly url: string;
}

/** Facts with which a wallet leads the applicant back to the page, in its fragment. */
interface Return {
  readonly id: string;
  readonly response_code: string;
}

/** Returns whether a wallet led the applicant back to this page. */
export const hasReturn = (): boolean => new URLSearchParams(location.hash.slice(1)).has('wallet_request');

/** Takes the facts that a wallet brought to this page out of its address; null where no wallet led here. */
function takeReturn(): Return | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const [id, response_code] = [fragment.get('wallet_request'), fragment.get('response_code')];
  if (!id || !response_code) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return { id, response_code };
}

/** Shows a link or a code, and waits for the wallet. */
export function showLink(
  kit: Kit,
  { types, fallback, ageOver }: WalletOffer,
  way: WalletLink,
  { tools, slots, instead }: LinkTools,
): void {
  const { actions, alertBox, button, h } = tools;
  const { body, foot } = slots;
  const troubles = h('div', {});
  const place = h('div', {});
  body.replaceChildren(troubles, place);

  function report(key: PhraseKey): void {
    const text = kit.t(key);
    const isNote = key === 'wallet.declined' || key === 'wallet.elsewhere';
    troubles.replaceChildren(alertBox(isNote ? 'note' : 'bad', null, text));
    kit.say(text);
  }

  /** Hands in what the wallet answered, and makes a new link where that is refused. */
  async function collect(answer: object): Promise<void> {
    const hindrance = await kit.wallets.present(answer);
    if (hindrance === null || !body.isConnected) return;
    await offer();
    if (hindrance === 'refused') report(fallback ? 'wallet.refused' : 'wallet.refused_only');
    else report(`error.${hindrance}_title`);
  }

  async function offer(): Promise<void> {
    const order = {
      types: types.join(','),
      ...(ageOver !== undefined && { age_over: ageOver }),
      ...(way === 'same_device' && { return_to: location.href }),
    };
    const answer = await kit.ask(PATH, order);
    if (!body.isConnected) return;
    const link = answer?.data as Link | undefined;
    if (!link) {
      report('error.connection_title');
      foot.replaceChildren(actions(kit, button(kit, 'capture.again', again), fallback && instead()));
      return;
    }
    show(link);
    setTimeout(() => void poll(link), POLL_MS);
  }

  function again(): void {
    troubles.replaceChildren();
    void offer();
  }

  function show({ url }: Link): void {
    if (way === 'same_device') {
      const open = h('a', { class: 'button', href: url }, kit.words('span', 'wallet.use'));
      place.replaceChildren(kit.words('p', 'wallet.return_hint', { class: 'hint' }));
      foot.replaceChildren(actions(kit, open, fallback && instead()));
      return;
    }
    place.replaceChildren(
      kit.words('p', 'wallet.scan', { class: 'lead' }),
      h('div', { class: 'code' }, qrDrawing(tools, url, kit.t('wallet.code'), MAX_VERSION)),
      kit.words('p', 'wallet.scan_own', { class: 'hint' }),
    );
    foot.replaceChildren(...(fallback ? [actions(kit, instead())] : []));
  }

  async function poll(link: Link): Promise<void> {
    if (!body.isConnected) return;
    const answer = await kit.ask(`${PATH}/${link.id}`, undefined, 'GET');
    if (!body.isConnected) return;
    const status = (answer?.data as { readonly status?: unknown } | undefined)?.status;
    if (status === 'answered' && way === 'cross_device') return collect({ id: link.id });
    if (status === 'answered' || status === 'presented') return report('wallet.elsewhere');
    if (status === 'declined' || status === 'expired') {
      await offer();
      if (status === 'declined') report('wallet.declined');
      return;
    }
    setTimeout(() => void poll(link), POLL_MS);
  }

  const returned = takeReturn();
  if (returned) void collect(returned);
  else void offer();
}
