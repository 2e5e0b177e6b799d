import type { Action } from './api.ts';
import { type NavigationEntry, type PagePath, pageTable } from './pages.ts';
import { words } from './words.ts';

/** A page of the navigation. */
interface Entry extends NavigationEntry {
  readonly path: PagePath;
  readonly label: string;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const entries: readonly Entry[] = (Object.keys(pageTable) as PagePath[]).flatMap((path) => {
  const { navigation } = pageTable[path];
  return navigation ? [{ ...navigation, path, label: words[navigation.title].title }] : [];
});

/** Groups of the navigation, in order, with the entries that a member may open. Groups without entries are left out. */
export const navigationFor = (may: readonly Action[]): readonly Group[] =>
  Object.entries(words.navigation.groups)
    .map(([id, title]) => ({
      title,
      entries: entries.filter(({ group, needs }) => group === id && needs.some((action) => may.includes(action))),
    }))
    .filter(({ entries }) => entries.length > 0);

/** Page of the navigation that a page belongs to: itself, or the list of its object. Undefined for a page outside of it. */
export const entryOf = (path: PagePath): PagePath | undefined =>
  pageTable[path].navigation ? path : pageTable[path].within;
