import { words } from './words.ts';

/** An entry of the navigation: a page below the account and environment, and the action that a member needs for it. */
interface Entry {
  readonly page: string;
  readonly label: string;
  /** An action of `may[environment]` or of `may.account`. */
  readonly needs: string;
}

/** What the navigation shows, in its order. */
export const navigation: readonly Entry[] = [
  { page: 'overview', label: words.overview.title, needs: 'states.see' },
  { page: 'queue', label: words.queue.title, needs: 'states.see' },
  { page: 'checks', label: words.checks.title, needs: 'states.see' },
  { page: 'applicants', label: words.applicants.title, needs: 'states.see' },
  { page: 'workflows', label: words.workflows.title, needs: 'states.see' },
  { page: 'screening', label: words.screening.title, needs: 'screening.see' },
  { page: 'developers', label: words.developers.title, needs: 'integration.see' },
  { page: 'developers/requests', label: words.requests.title, needs: 'integration.see' },
  { page: 'members', label: words.members.title, needs: 'members.see' },
  { page: 'settings', label: words.settings.title, needs: 'settings.see' },
  { page: 'audit', label: words.audit.title, needs: 'audit.see_own' },
];
