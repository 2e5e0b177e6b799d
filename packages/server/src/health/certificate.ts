import { DAY_MS } from '../base/clock.ts';

interface Verdict {
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Time to get another certificate before clients are turned away. */
const CERTIFICATE_WARNING_DAYS = 14;

/** Verdict on the certificate that clients see. Both times are Unix milliseconds. */
export function certificateVerdict(end: number, now: number): Verdict {
  const days = Math.floor((end - now) / DAY_MS);
  if (days < 0) return { state: 'failed', detail: `expired ${-days} days ago. Install another one, and restart` };
  const detail = `expires in ${days} days`;
  return days < CERTIFICATE_WARNING_DAYS
    ? { state: 'warning', detail: `${detail}. Install another one, and restart` }
    : { state: 'ok', detail };
}
