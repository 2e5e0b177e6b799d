import { type Action, type Place, pathOf, type Session } from '../api.ts';
import { icons } from '../icons.tsx';
import { openKeys } from '../keys.ts';
import { navigationFor } from '../navigation.ts';
import { pages } from '../pages.ts';
import { words } from '../words.ts';
import { matches } from './matches.ts';

/** A line of the command palette. */
export interface Command {
  readonly id: string;
  readonly group: keyof typeof words.palette.groups;
  readonly label: string;
  /** A second text behind the label. */
  readonly detail?: string;
  /** Strokes of the icon in a square of 20. */
  readonly icon: string;
  /** Keys that do the same on every page. */
  readonly keys?: string;
  /** Address below `/dashboard` that the command opens, or what it does. */
  readonly run: string | (() => void);
}

/** The member, the page, and the actions that need hooks of the page. */
export interface PaletteContext {
  readonly session: Session;
  /** Actions that the member may do in the environment and account of the page. */
  readonly may: readonly Action[];
  readonly place: Place;
  readonly takeNext: () => void;
  readonly signOut: () => void;
}

/** Actions and pages of a member that match a text, in the order of the palette. */
export function commandsFor(context: PaletteContext, text: string): readonly Command[] {
  return [...actionsOf(context), ...pagesOf(context)].filter(({ label }) => matches(text, label));
}

function actionsOf({ session, may, place, takeNext, signOut }: PaletteContext): readonly Command[] {
  const { palette: say } = words;
  const other = { ...place, environment: place.environment === 'live' ? 'sandbox' : 'live' } as const;
  const starts = may.includes('verification.start');
  const commands: readonly (Command | false)[] = [
    may.includes('report.decide') && {
      id: 'take-next',
      group: 'actions',
      label: words.queue.take,
      icon: pages['/queue'].navigation.icon,
      run: takeNext,
    },
    starts && {
      id: 'new-applicant',
      group: 'actions',
      label: words.start.newApplicant,
      icon: pages['/applicants'].navigation.icon,
      run: `${pathOf(place)}/applicants/new`,
    },
    starts && {
      id: 'import-applicants',
      group: 'actions',
      label: words.imports.title,
      icon: pages['/applicants'].navigation.icon,
      run: `${pathOf(place)}/applicants/import`,
    },
    {
      id: 'environment',
      group: 'actions',
      label: say.switchTo(words[other.environment]),
      icon: icons.exchange,
      run: `${pathOf(other)}/queue`,
    },
    ...session.accounts
      .filter(({ id }) => id !== place.account)
      .map(({ id, name }) => ({
        id: `account-${id}`,
        group: 'actions' as const,
        label: say.switchTo(name),
        icon: icons.exchange,
        run: `${pathOf({ ...place, account: id })}/queue`,
      })),
    { id: 'keys', group: 'actions', label: words.keys.title, icon: icons.keys, keys: '?', run: openKeys },
    { id: 'sign-out', group: 'actions', label: words.signIn.out, icon: icons.out, run: signOut },
  ];
  return commands.filter((command) => command !== false);
}

function pagesOf({ session, may, place }: PaletteContext): readonly Command[] {
  const entries = navigationFor(may).flatMap((group) => group.entries);
  const own = { path: '/me', label: session.member.name, icon: pages['/applicants'].navigation.icon };
  return [
    ...entries.map(({ path, label, icon, key }) => ({
      id: path,
      group: 'pages' as const,
      label,
      icon,
      keys: `G ${key.toUpperCase()}`,
      run: pathOf(place) + path,
    })),
    { id: own.path, group: 'pages', label: own.label, icon: own.icon, run: pathOf(place) + own.path },
  ];
}
