import type { Settings } from '../../config/settings.ts';

/**
 * Returns whether capture SDKs offer to send a link by text message: through a provider, or into the outbox of a developer. In
 * production without a provider the message would never leave.
 */
export function offersTextMessages({ mode, smsUrl }: Pick<Settings, 'mode' | 'smsUrl'>): boolean {
  return smsUrl !== null || mode === 'development';
}
