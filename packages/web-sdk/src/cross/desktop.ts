import type { Kit } from '../kit.ts';
import type { Captured } from '../result.ts';
import type { HandOverSlots, HandOverTools } from '../screens/hand-over.ts';
import type { Step } from '../types.ts';
import { qrCode } from './qr.ts';
import { joinRoom, type Room } from './socket.ts';

/*
 * Loaded when somebody wants to go on with a phone. Brings nothing of the core along: it gets its tools.
 */

/** Stands before the room in a link: two characters that say which generation made it. */
const LINK_GENERATION = '01';

/** What the phone is to do: the steps from here on that capture something; what was chosen here stays chosen. */
export function stepsForPhone(
  ahead: readonly Step[],
  { choice, country }: Pick<Kit['state'], 'choice' | 'country'>,
): Step[] {
  const captures = ahead.filter((step) => step.type === 'document' || step.type === 'poa' || step.type === 'face');
  const [first, ...rest] = captures;
  if (!first || choice === null || first.type === 'face') return captures;
  if (first.type === 'poa') {
    const options = { ...first.options, documentTypes: { [choice]: country ? { country } : true } };
    return [{ type: 'poa', options }, ...rest];
  }
  const generic = first.options?.genericDocumentTypes?.find(({ id }) => id === choice);
  const only = generic
    ? { documentTypes: {}, genericDocumentTypes: [{ ...generic, ...(country ? { country } : {}) }] }
    : { documentTypes: { [choice]: country ? { country } : true }, genericDocumentTypes: [] };
  return [
    { type: 'document', options: { ...first.options, ...only, hideCountrySelection: country === null } },
    ...rest,
  ];
}

/** A code as a drawing, with the four light modules around it that readers want (6.3.8). */
function drawing({ h, svg }: HandOverTools, text: string, label: string): HTMLElement {
  const modules = qrCode(text);
  const side = modules.length + 8;
  const path = modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : [])))
    .join('');
  const image = svg(
    'svg',
    { viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    svg('rect', { width: side, height: side, fill: '#fff' }),
    svg('path', { d: path, fill: '#000' }),
  );
  return h('div', { class: 'code' }, image);
}

/** Shows the ways to the phone, then waits for it. Answers what ends it. */
export default function handOver(kit: Kit, tools: HandOverTools, { heading, body, back }: HandOverSlots): () => void {
  const { h, actions, button, alertBox, icon } = tools;
  const { settings } = kit;
  const { token: facts, options } = settings;
  let room: Room | undefined;

  const show = (title: string, ...content: (Node | false)[]): void => {
    heading.textContent = title;
    body.replaceChildren(...content.filter((one) => one !== false));
    heading.focus();
  };

  function ways(link: string): void {
    const way: Record<string, () => Node> = {
      qr_code: () =>
        h(
          'div',
          {},
          kit.words('p', 'crossdevice.link_lead', { class: 'lead' }),
          drawing(tools, link, kit.t('crossdevice.code')),
        ),
      copy_link: () => copy(link),
      sms: () => message(link.slice(-8)),
    };
    show(kit.t('crossdevice.link_title'), ...settings.linkMethods.flatMap((name) => way[name]?.() ?? []));
    kit.tellAnalytics('CROSS_DEVICE_GET_LINK');
  }

  function copy(link: string): Node {
    const field = h('p', { class: 'link' }, link);
    const press = async () => {
      try {
        await navigator.clipboard.writeText(link);
        kit.say(kit.t('crossdevice.copied'));
        said.textContent = kit.t('crossdevice.copied');
      } catch {
        getSelection()?.selectAllChildren(field);
      }
    };
    const said = h('p', { class: 'hint' });
    return h(
      'div',
      {},
      field,
      actions(
        kit,
        button(kit, 'crossdevice.copy', () => void press(), { second: true }),
      ),
      said,
    );
  }

  function message(id: string): Node {
    const input = h('input', {
      id: 'phone',
      type: 'tel',
      autocomplete: 'tel',
      value: options.userDetails?.smsNumber ?? '',
    });
    const said = h('div', {});
    const press = async () => {
      const to = input.value.replace(/[\s()./-]/g, '').replace(/^00/, '+');
      const language = kit.language.tag.slice(0, 2);
      const sent =
        /^\+\d{6,15}$/.test(to) && (await kit.ask('/v1/cross_device_sms', { to, id, language }))?.status === 'OK';
      const text = kit.t(sent ? 'crossdevice.sms_sent' : 'crossdevice.sms_failed');
      said.replaceChildren(alertBox(sent ? 'note' : 'bad', null, text));
      kit.say(text);
    };
    const label = kit.words('label', 'crossdevice.sms_label', { class: 'field', for: 'phone' });
    return h(
      'div',
      {},
      label,
      input,
      said,
      actions(
        kit,
        button(kit, 'crossdevice.sms_send', () => void press(), { second: true }),
      ),
    );
  }

  const config = () => ({
    token: options.token,
    urls: { onfido_api_url: facts.api },
    steps: stepsForPhone(kit.stepsAhead, kit.state),
    stepIndex: 0,
    clientStepIndex: 0,
    documentType: kit.choice?.type ?? null,
    language: kit.language.id,
    translations: options.translations ?? null,
    theme: options.theme ?? null,
    customUI: options.customUI ?? null,
    deviceHasCameraSupport: true,
    disableAnalytics: options.disableAnalytics ?? false,
    enterpriseFeatures: { ...settings.enterprise, useCustomizedApiRequests: false },
  });

  function heard(event: string, said: Record<string, unknown>): void {
    if (event === 'get config') {
      room?.tell('config', config());
      show(
        kit.t('crossdevice.handed_title'),
        h('div', { class: 'hero' }, icon('phone', 52)),
        kit.words('p', 'crossdevice.handed_lead', { class: 'lead' }),
      );
    } else if (event === 'cross device start') kit.tellAnalytics('CROSS_DEVICE_START', true);
    else if (event === 'user analytics') {
      const { eventName } = (said.detail ?? {}) as { eventName?: unknown };
      if (typeof eventName === 'string') kit.tellAnalytics(eventName, true);
    } else if (event === 'disconnect ping') room?.tell('disconnect pong');
    else if (event === 'client success') {
      kit.receive(capturesOf(said.captures));
      kit.send({ type: 'phone_done' });
    }
  }

  const connection = joinRoom(facts.sync, null, {
    joined(joined) {
      const again = room !== undefined;
      room = joined;
      if (!again) ways(`${facts.phonePage}/${LINK_GENERATION}${joined.id}`);
    },
    heard,
    lost: () => show(kit.t('camera.offline_title'), kit.words('p', 'camera.offline_lead', { class: 'lead' }), back),
  });
  return connection.close;
}

type Said = Partial<Record<'method' | 'id' | 'documentType' | 'side', unknown>> & { metadata?: { variant?: unknown } };

/** What the phone says that it has captured; what is no capture is passed over. */
export function capturesOf(said: unknown): Captured[] {
  if (!Array.isArray(said)) return [];
  return (said as (Said | null)[]).flatMap((one): Captured | [] => {
    const { method, id, documentType, metadata } = one ?? {};
    const side = one?.side === 'back' ? 'back' : 'front';
    if (typeof id !== 'string') return [];
    if (method === 'face') return { kind: method, id, side, type: String(metadata?.variant ?? 'standard') };
    return method === 'document' || method === 'poa' ? { kind: method, id, side, type: String(documentType) } : [];
  });
}
