import type { SettingName, Settings } from '../../config/settings.ts';

/** Settings that are secrets: only whether they are set is shown. */
const secrets: readonly SettingName[] = [
  ...(['masterKey', 'masterKeyCommand', 'oldMasterKey', 'oldMasterKeyCommand'] as const),
  ...(['operatorKey', 'oidcClientSecret', 'smsHeaders', 'smsBody'] as const),
  ...(['cscClientSecret', 'cscPin', 'cscTotpSecret', 's3AccessKey', 's3SecretKey'] as const),
];

/** The settings without secrets: keys, and credentials in addresses. */
export function shownSettings(settings: Settings): Record<string, unknown> {
  const shown: Record<string, unknown> = {
    ...settings,
    databaseUrl: withoutPassword(settings.databaseUrl),
    databaseDirectUrl: withoutPassword(settings.databaseDirectUrl),
    redisUrl: withoutPassword(settings.redisUrl),
    smtpUrl: withoutPassword(settings.smtpUrl),
    smsUrl: settings.smsUrl && new URL(settings.smsUrl).origin,
  };
  for (const name of secrets) shown[name] = settings[name] === null ? null : 'set';
  return shown;
}

function withoutPassword(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return url === null ? null : 'set';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
