import type { IconName } from './icons.tsx';
import { words } from './words.ts';

/**
 * An entry of the navigation: a page below the account and environment, and the actions that permit it. A member needs one of
 * them.
 */
interface Entry {
  readonly page: IconName;
  readonly label: string;
  /** Actions of `may[environment]` or of `may.account`. */
  readonly needs: readonly string[];
  /** Opens the page after `G`. */
  readonly key: string;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const { groups } = words.navigation;

/** Groups of the navigation, in order. */
export const navigation: readonly Group[] = [
  {
    title: groups.verification,
    entries: [
      { page: 'overview', label: words.overview.title, needs: ['states.see'], key: 'o' },
      { page: 'queue', label: words.queue.title, needs: ['states.see'], key: 'q' },
      { page: 'checks', label: words.checks.title, needs: ['states.see'], key: 'c' },
      { page: 'applicants', label: words.applicants.title, needs: ['states.see'], key: 'a' },
    ],
  },
  {
    title: groups.rules,
    entries: [
      { page: 'workflows', label: words.workflows.title, needs: ['states.see'], key: 'w' },
      { page: 'screening', label: words.screening.title, needs: ['screening.see'], key: 's' },
    ],
  },
  {
    title: groups.integration,
    entries: [
      { page: 'developers', label: words.developers.title, needs: ['integration.see', 'sandbox.simulate'], key: 'd' },
      { page: 'developers/requests', label: words.requests.title, needs: ['integration.see'], key: 'r' },
    ],
  },
  {
    title: groups.account,
    entries: [
      { page: 'members', label: words.members.title, needs: ['members.see'], key: 'm' },
      { page: 'settings', label: words.settings.title, needs: ['settings.see'], key: 'e' },
      { page: 'audit', label: words.audit.title, needs: ['audit.see_own'], key: 'l' },
    ],
  },
];

/** The groups with what a member may open. */
export const navigationFor = (may: readonly string[]): readonly Group[] =>
  navigation
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ needs }) => needs.some((action) => may.includes(action))),
    }))
    .filter(({ entries }) => entries.length > 0);
