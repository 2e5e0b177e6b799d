import type { RouteComponent } from '@tanstack/react-router';
import type { Action } from './api.ts';
import type { words } from './words.ts';

// `prefetch.ts` imports this module, so it imports types alone: what it needs at run time would delay the first request.

type Loaded = Promise<{ readonly default: RouteComponent }>;

type Words = typeof words;

/** A key of `words` whose texts have a `title`. */
type TitleKey = { [K in keyof Words]: Words[K] extends { readonly title: string } ? K : never }[keyof Words];

/** Kinds of objects that have a page of states. */
export type StatesKind = 'checks' | 'reports' | 'applicants';

/** Entry of a page in the navigation. */
export interface NavigationEntry {
  readonly group: keyof Words['navigation']['groups'];
  /** The label is the `title` of these texts. */
  readonly title: TitleKey;
  /** Strokes of the icon in a square of 20, as the `d` of an SVG path. */
  readonly icon: string;
  /** Actions that permit the page. The member needs one of them. */
  readonly needs: readonly Action[];
  /** Letter that opens the page after `G`. */
  readonly key: string;
}

/** A page below `/accounts/$account/$environment`. */
interface Page<Path> {
  /** Loads the script of the page, whose default export is its component. */
  readonly load: () => Loaded;
  /** Absent for a page that has no entry of its own. */
  readonly navigation?: NavigationEntry;
  /** Page whose navigation entry is marked while this one is open. */
  readonly within?: Path;
  /** Kind of the object. Roles that see no personal data get the states of the object instead of the page. */
  readonly states?: StatesKind;
}

const define = <const T extends { readonly [Path in keyof T]: Page<keyof T> }>(table: T): T => table;

/**
 * Every page of an account and environment by its path. Routes, navigation, icons and keyboard shortcuts are derived from this
 * table. The navigation has the entries of a group in this order.
 */
export const pages = define({
  '/overview': {
    load: (): Loaded => import('./overview/page.tsx'),
    navigation: {
      group: 'verification',
      title: 'overview',
      icon: 'M3 3h6v6H3zM11.5 3H17v4h-5.5zM11.5 9.5H17V17h-5.5zM3 11.5h6V17H3z',
      needs: ['states.see'],
      key: 'o',
    },
  },
  '/insights': {
    load: (): Loaded => import('./insights/page.tsx'),
    navigation: {
      group: 'verification',
      title: 'insights',
      icon: 'M3 17h14M5 14v-4M10 14V4M15 14V8',
      needs: ['insights.see'],
      key: 'i',
    },
  },
  '/quality': {
    load: (): Loaded => import('./quality/page.tsx'),
    navigation: {
      group: 'verification',
      title: 'quality',
      icon: 'M10 2.8l2.200 4.500 5 .7-3.600 3.500.9 4.900-4.500-2.300-4.500 2.300.9-4.900L2.800 8l5-.7z',
      needs: ['quality.see', 'report.decide'],
      key: 'y',
    },
  },
  '/queue': {
    load: (): Loaded => import('./queue.tsx'),
    navigation: {
      group: 'verification',
      title: 'queue',
      icon: 'M3 11.5 5.200 4h9.600L17 11.5V16H3zM3 11.5h4l1.200 2h3.600l1.200-2h4',
      needs: ['states.see'],
      key: 'q',
    },
  },
  '/second-looks': {
    load: (): Loaded => import('./second-looks/page.tsx'),
    within: '/queue',
  },
  '/reports/$id': {
    load: (): Loaded => import('./review/page.tsx'),
    states: 'reports',
    within: '/queue',
  },
  '/checks': {
    load: (): Loaded => import('./checks/page.tsx'),
    navigation: {
      group: 'verification',
      title: 'checks',
      icon: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM7 10.200l2.200 2.200 4-4.400',
      needs: ['states.see'],
      key: 'c',
    },
  },
  '/checks/$id': {
    load: (): Loaded => import('./checks/check.tsx'),
    states: 'checks',
    within: '/checks',
  },
  '/applicants': {
    load: (): Loaded => import('./applicants/page.tsx'),
    navigation: {
      group: 'verification',
      title: 'applicants',
      icon: 'M10 9.5a3.200 3.200 0 1 0 0-6.400a3.200 3.200 0 0 0 0 6.400zM3.800 17c.2-3 2.800-4.700 6.200-4.700s6 1.700 6.200 4.700',
      needs: ['states.see'],
      key: 'a',
    },
  },
  '/applicants/new': {
    load: (): Loaded => import('./start/new-applicant.tsx'),
    within: '/applicants',
  },
  '/applicants/import': {
    load: (): Loaded => import('./start/import.tsx'),
    within: '/applicants',
  },
  '/start/$id': {
    load: (): Loaded => import('./start/start.tsx'),
    within: '/applicants',
  },
  '/check-links/$id': {
    load: (): Loaded => import('./start/check-link.tsx'),
    within: '/checks',
  },
  '/run-links/$id': {
    load: (): Loaded => import('./start/run-link.tsx'),
    within: '/workflows',
  },
  '/applicants/$id': {
    load: (): Loaded => import('./applicants/applicant.tsx'),
    states: 'applicants',
    within: '/applicants',
  },
  '/workflows': {
    load: (): Loaded => import('./workflows/page.tsx'),
    navigation: {
      group: 'rules',
      title: 'workflows',
      icon: 'M3.5 3h6v4.5h-6zM10.5 12.5h6V17h-6zM6.5 7.5v7.200h4',
      needs: ['states.see'],
      key: 'w',
    },
  },
  '/workflows/$id': {
    load: (): Loaded => import('./workflows/builder/page.tsx'),
    within: '/workflows',
  },
  '/workflow-runs/$id': {
    load: (): Loaded => import('./workflows/run.tsx'),
    within: '/workflows',
  },
  '/screening': {
    load: (): Loaded => import('./screening/page.tsx'),
    navigation: {
      group: 'rules',
      title: 'screening',
      icon: 'M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM12.600 12.600 17 17M6.200 7.300h4.600M6.200 9.900h3',
      needs: ['screening.see'],
      key: 's',
    },
  },
  '/lists': {
    load: (): Loaded => import('./lists/page.tsx'),
    navigation: {
      group: 'rules',
      title: 'lists',
      icon: 'M3 4.5h14M3 10h7M3 15.5h7M13 10l4.5 5.5M17.5 10 13 15.5',
      needs: ['data.see'],
      key: 'b',
    },
  },
  '/developers': {
    load: (): Loaded => import('./developers/page.tsx'),
    navigation: {
      group: 'integration',
      title: 'developers',
      icon: 'M6.800 5.5 2.5 10l4.300 4.5M13.200 5.5l4.300 4.5-4.300 4.5',
      needs: ['integration.see', 'sandbox.simulate'],
      key: 'd',
    },
  },
  '/developers/requests': {
    load: (): Loaded => import('./requests/page.tsx'),
    navigation: {
      group: 'integration',
      title: 'requests',
      icon: 'M3 5h14M3 10h14M3 15h8.5',
      needs: ['integration.see'],
      key: 'r',
    },
  },
  '/developers/requests/$id': {
    load: (): Loaded => import('./requests/entry.tsx'),
    within: '/developers/requests',
  },
  '/members': {
    load: (): Loaded => import('./people/members.tsx'),
    navigation: {
      group: 'account',
      title: 'members',
      icon: 'M7.5 9.200a2.800 2.800 0 1 0 0-5.600a2.800 2.800 0 0 0 0 5.600zM2 16.5c.2-2.800 2.5-4.300 5.5-4.300s5.300 1.5 5.5 4.300M13 3.800a2.600 2.600 0 0 1 0 5.200M14.5 12.400c2 .5 3.300 1.900 3.5 4.100',
      needs: ['members.see'],
      key: 'm',
    },
  },
  '/settings': {
    load: (): Loaded => import('./settings/page.tsx'),
    navigation: {
      group: 'account',
      title: 'settings',
      icon: 'M3 6.5h7.5M14.5 6.5H17M3 13.5h2.5M9.5 13.5H17M12.5 4.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4zM7.5 11.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4z',
      needs: ['settings.see'],
      key: 'e',
    },
  },
  '/automation': {
    load: (): Loaded => import('./settings/automation.tsx'),
    within: '/settings',
  },
  '/audit': {
    load: (): Loaded => import('./people/audit.tsx'),
    navigation: {
      group: 'account',
      title: 'audit',
      icon: 'M10 2.5l6.200 2.300v4.700c0 3.800-2.5 6.5-6.200 8-3.700-1.5-6.200-4.200-6.200-8V4.800zM7.300 9.800l2 2 3.5-3.800',
      needs: ['audit.see_own'],
      key: 'l',
    },
  },
  '/mentions': {
    load: (): Loaded => import('./people/mentions.tsx'),
  },
  '/me': {
    load: (): Loaded => import('./people/me.tsx'),
  },
});

export type PagePath = keyof typeof pages;

/** The table with one type for every row. */
export const pageTable: Readonly<Record<PagePath, Page<PagePath>>> = pages;

/** Path of a page as `/checks/$id` for the path of an address below its account and environment; undefined for no page. */
export function pageAt(below: string): PagePath | undefined {
  const found = [below, below.replace(/[^/]+$/, '$id')].find((path) => path in pageTable);
  return found as PagePath | undefined;
}
