import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { LinkEnd, LinkView } from './link-machine.ts';
import { codeOf, copyOf, type FreshCode, freshCode, localNotice, messageOf, sendsMessages } from './link-methods.ts';
import { type LinkTab, linkTabs } from './link-tabs.ts';
import type { CrossDeviceSlots, CrossDeviceTools } from './tools.ts';

const endPhrases: Readonly<Record<LinkEnd, readonly [title: PhraseKey, lead: PhraseKey]>> = {
  cross_device_verification_invalid: ['crossdevice.mismatch_title', 'crossdevice.aborted_lead'],
  cross_device_verification_abort: ['crossdevice.aborted_title', 'crossdevice.aborted_lead'],
  cross_device_connection_lost: ['crossdevice.over_title', 'crossdevice.over_lead'],
  cross_device_socket_load_error: ['camera.offline_title', 'camera.offline_lead'],
};

/** Actions that the screens request of their link. */
export interface LinkActions {
  /** The address that the phone opens. */
  address(): string;
  /** Asks for a fresh signature. */
  sign(): void;
  /** Makes a new link. */
  open(): void;
}

/** Draws what the computer shows while it waits for a phone. */
export function makeLinkScreens(
  kit: Kit,
  tools: CrossDeviceTools,
  { heading, body }: CrossDeviceSlots,
  { address, sign, open }: LinkActions,
) {
  const { h, setPhrase, actions, button, icon } = tools;
  const { linkMethods, token } = kit.settings;
  /** A code that changes all the time is the only way then: the others bring a link that ends after ten seconds. */
  const signed = linkMethods.join() === 'qr_code';
  const textMessages = linkMethods.includes('sms') ? sendsMessages(kit) : Promise.resolve(false);
  let fresh: FreshCode | undefined;
  /** Counts screens: one that waited for an answer of the service doesn't replace a later one. */
  let drawn = 0;

  function draw(title: PhraseKey, ...content: (Node | null)[]): void {
    drawn += 1;
    fresh?.stop();
    fresh = undefined;
    setPhrase(kit, heading, title);
    body.replaceChildren(...content.filter((child) => child !== null));
    heading.focus();
  }
  const lead = (key: PhraseKey) => kit.words('p', key, { class: 'lead' });
  const hero = () => h('div', { class: 'hero' }, icon('phone', 52));
  const newLink = (second = false) => actions(kit, button(kit, 'crossdevice.new_link', open, { second }));
  const notice = () => localNotice(kit, tools, token.phonePage);

  async function drawLink(): Promise<void> {
    if (signed) {
      const code = freshCode(kit, tools, sign);
      draw('crossdevice.link_title', code.element, notice());
      fresh = code;
      return;
    }
    const before = drawn;
    const sends = await textMessages;
    if (before !== drawn) return;
    const offered = linkMethods.filter((name) => sends || name !== 'sms');
    const link = address();
    const ways: Readonly<Record<string, LinkTab>> = {
      qr_code: { name: 'crossdevice.tab_code', content: codeOf(kit, tools, link) },
      copy_link: { name: 'crossdevice.tab_link', content: copyOf(kit, tools, link) },
      sms: { name: 'crossdevice.tab_message', content: messageOf(kit, tools, link.slice(-8)) },
    };
    const names = offered.length > 0 ? offered : ['qr_code', 'copy_link'];
    draw(
      'crossdevice.link_title',
      linkTabs(
        kit,
        tools,
        names.flatMap((name) => ways[name] ?? []),
      ),
      notice(),
    );
  }

  return {
    signed,

    /** @param number that the phone is to pick, where the view shows one */
    show(view: LinkView, number: string): void {
      if (view === 'connecting') draw('crossdevice.link_title', h('div', { class: 'spinner' }));
      else if (view === 'link') void drawLink();
      else if (view === 'number') {
        const shown = h('p', { class: 'number' }, number);
        draw('crossdevice.number_title', shown, lead('crossdevice.number_lead'), newLink(true));
      } else if (view === 'connected') draw('crossdevice.handed_title', hero(), lead('crossdevice.handed_lead'));
      else if (view === 'away') draw('crossdevice.away_title', hero(), lead('crossdevice.away_lead'), newLink(true));
      else if (view === 'offline') draw('camera.offline_title', lead('camera.offline_lead'));
      else {
        const [title, text] = endPhrases[view];
        draw(title, hero(), lead(text), newLink());
      }
    },

    /** Draws the code again, where one is shown that changes. */
    showSignature(signature: string): void {
      fresh?.draw(`${address()}#${signature}`);
    },

    close: () => fresh?.stop(),
  };
}
