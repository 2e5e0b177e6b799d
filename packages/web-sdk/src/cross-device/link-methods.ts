import type { Kit } from '../kit.ts';
import { callingCode, completed } from './phone-number.ts';
import { qrDrawing } from './qr-drawing.ts';
import type { CrossDeviceTools } from './tools.ts';

/*
 * How a link gets to a phone: as a code, as text to copy, or in a text message.
 */

/** Milliseconds that a code is shown before a fresh one takes its place. */
const FRESH_MS = 10_000;

/** Milliseconds that the service has to answer whether it sends text messages. */
const SMS_PATIENCE_MS = 3000;

/** A link in a code. */
export function codeOf(kit: Kit, tools: CrossDeviceTools, link: string): HTMLElement {
  const { h } = tools;
  return h(
    'div',
    { class: 'way' },
    kit.words('p', 'crossdevice.link_lead', { class: 'lead centre' }),
    h('div', { class: 'code' }, qrDrawing(tools, link, kit.t('crossdevice.code'))),
  );
}

/** A note below a link that only this computer can open; null for other links. */
export function localNotice(kit: Kit, { alertBox, isLocal }: CrossDeviceTools, link: string): HTMLElement | null {
  const { host, hostname } = new URL(link);
  if (!isLocal(hostname)) return null;
  return alertBox('note', null, kit.t('crossdevice.local_lead', { host: ltr(host) }));
}

/** A code that is redrawn all the time. */
export interface FreshCode {
  readonly element: HTMLElement;
  draw(link: string): void;
  stop(): void;
}

/**
 * A code that asks for a fresh one every ten seconds, and when the page becomes visible again. The countdown is not read out: a
 * screen reader would read nothing else.
 */
export function freshCode(kit: Kit, tools: CrossDeviceTools, renew: () => void): FreshCode {
  const { h } = tools;
  const place = h('div', { class: 'code' }, h('div', { class: 'spinner' }));
  const countdown = h('p', { class: 'centre', 'aria-hidden': 'true' });
  let drawnAt = Date.now();
  const tick = () => {
    const left = Math.max(0, Math.ceil((drawnAt + FRESH_MS - Date.now()) / 1000));
    countdown.textContent = kit.t('crossdevice.fresh_in', { seconds: left });
    if (left === 0) renew();
  };
  const pollWhenVisible = () => document.visibilityState === 'visible' && tick();
  const timer = setInterval(tick, 1000);
  document.addEventListener('visibilitychange', pollWhenVisible);
  renew();
  return {
    element: h(
      'div',
      {},
      kit.words('p', 'crossdevice.link_lead', { class: 'lead centre' }),
      place,
      countdown,
      kit.words('p', 'crossdevice.fresh_lead', { class: 'centre' }),
    ),
    draw(link) {
      drawnAt = Date.now();
      place.replaceChildren(qrDrawing(tools, link, kit.t('crossdevice.code')));
      tick();
    },
    stop() {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', pollWhenVisible);
    },
  };
}

/** A link to copy. */
export function copyOf(kit: Kit, { h, button }: CrossDeviceTools, link: string): HTMLElement {
  const field = h('p', { class: 'link', dir: 'ltr' }, link);
  const said = h('p', { class: 'hint', hidden: true });
  const press = async () => {
    try {
      await navigator.clipboard.writeText(link);
      kit.say(kit.t('crossdevice.copied'));
      said.hidden = false;
      said.textContent = kit.t('crossdevice.copied');
    } catch {
      getSelection()?.selectAllChildren(field);
    }
  };
  const copy = button(kit, 'crossdevice.copy', () => void press(), { second: true });
  return h('div', { class: 'way' }, h('div', { class: 'beside' }, field, copy), said);
}

async function post(kit: Kit, path: string, json: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const { token, options } = kit.settings;
  const response = await fetch(token.api + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  return { status: response.status, body: (await response.json().catch(() => null)) ?? {} };
}

/** Returns whether the service sends text messages; true if it doesn't answer. */
export async function sendsMessages(kit: Kit): Promise<boolean> {
  let patience: number | undefined;
  const late = new Promise<true>((resolve) => {
    patience = window.setTimeout(() => resolve(true), SMS_PATIENCE_MS);
  });
  const configuration = post(kit, '/v3/sdk/configurations', {}).then(
    ({ body }) => (body.sdk_features as Record<string, unknown> | undefined)?.disable_cross_device_sms !== true,
    () => true,
  );
  return Promise.race([configuration, late]).finally(() => clearTimeout(patience));
}

/** Text direction left to right, whatever the direction around it. */
const ltr = (text: string): string => `\u2066${text}\u2069`;

/** A field for the number of the phone, which gets the link as a text message. */
export function messageOf(kit: Kit, { h, button, alertBox }: CrossDeviceTools, id: string): HTMLElement {
  const { smsCountry: country, options } = kit.settings;
  const input = h('input', {
    id: 'phone',
    type: 'tel',
    autocomplete: 'tel',
    dir: 'ltr',
    'aria-describedby': 'phone-hint',
    value: options.userDetails?.smsNumber ?? '',
  });
  const said = h('div', {});

  async function sent(): Promise<[good: boolean, text: string]> {
    const to = completed(input.value, country);
    if (to === null) return [false, kit.t('crossdevice.sms_failed')];
    // The service takes no longer names; a language of the page alone may have one.
    const language = kit.language.id.slice(0, 16);
    try {
      const { status, body } = await post(kit, '/v1/cross_device_sms', { to, id, language });
      if (body.status === 'OK') return [true, kit.t('crossdevice.sms_sent', { number: ltr(to) })];
      if (status === 429) return [false, kit.t('crossdevice.sms_many')];
      if (status === 503) return [false, kit.t('crossdevice.sms_unable')];
      const { fields } = (body.error ?? {}) as { fields?: { to?: unknown } };
      const far = status === 422 && /reach/.test(JSON.stringify(fields?.to ?? ''));
      return [false, kit.t(far ? 'crossdevice.sms_country' : 'crossdevice.sms_failed')];
    } catch {
      return [false, kit.t('camera.offline_lead')];
    }
  }

  let busy = false;
  const press = async () => {
    if (busy) return;
    busy = true;
    const [good, text] = await sent();
    busy = false;
    said.replaceChildren(alertBox(good ? 'note' : 'bad', null, text));
    kit.say(text);
  };

  const name = new Intl.DisplayNames([kit.language.tag, 'en'], { type: 'region' }).of(country) ?? country;
  return h(
    'form',
    {
      class: 'way',
      onsubmit(event: Event) {
        event.preventDefault();
        void press();
      },
    },
    kit.words('label', 'crossdevice.sms_label', { class: 'field', for: 'phone' }),
    kit.words(
      'p',
      'crossdevice.sms_hint',
      { id: 'phone-hint', class: 'hint' },
      {
        code: ltr(`+${callingCode(country)}`),
        country: name,
      },
    ),
    said,
    h(
      'div',
      { class: 'beside' },
      input,
      button(kit, 'crossdevice.sms_send', () => void press(), { second: true }),
    ),
  );
}
