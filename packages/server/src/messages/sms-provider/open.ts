import { outboxOnly } from '../../base/carrier.ts';
import { readHeaders } from '../../base/sms-settings.ts';
import type { Settings } from '../../config/settings.ts';
import { httpSmsProvider } from './http.ts';
import type { SmsProvider } from './provider.ts';

type SmsSettings = Pick<Settings, 'mode' | 'smsUrl' | 'smsHeaders' | 'smsBody'>;

const JSON_HEADERS = { 'content-type': 'application/json' };

/** The provider of the settings, which were judged when they were read. */
export function openSms({ smsUrl, smsHeaders, smsBody }: SmsSettings): SmsProvider {
  if (smsUrl === null) return outboxOnly;
  const headers = { ...JSON_HEADERS, ...(smsHeaders === null ? {} : readHeaders(smsHeaders)) };
  return httpSmsProvider({ url: smsUrl, headers, body: smsBody });
}

/** Route of text messages, for the log: never with secrets of the address or the headers. */
export function smsRoute({ mode, smsUrl }: Pick<Settings, 'mode' | 'smsUrl'>): { state: 'ok'; detail: string } {
  if (smsUrl !== null) return { state: 'ok', detail: `sent by ${new URL(smsUrl).host}` };
  return {
    state: 'ok',
    detail: mode === 'development' ? 'kept in the outbox: no sms-url is set' : 'not sent: no sms-url is set',
  };
}
