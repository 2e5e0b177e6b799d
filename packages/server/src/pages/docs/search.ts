import MiniSearch from 'minisearch';
import { GUIDES_PATH, guides } from './guides.ts';

/** Characters of a query at most. */
export const LONGEST_QUERY = 100;

/** Words of a query that are searched: each takes a millisecond or two of the process that answers the API, too. */
const MOST_WORDS = 8;

/** Results of a search at most. */
const MOST_RESULTS = 20;

/** Characters of an excerpt, and how many come before the first word that was found. */
const EXCERPT = { length: 180, before: 60 } as const;

export interface SearchResult {
  /** Path of the section, with its anchor. */
  readonly path: string;
  /** Title of the page. */
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
}

interface Section extends Omit<SearchResult, 'excerpt'> {
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] as string)
    .replace(/\s+/g, ' ')
    .trim();

/** The sections of a page: each begins with a heading. */
function sectionsOf(name: string, title: string, markup: string): Section[] {
  return markup.split(/(?=<h[1-6] id=)/).flatMap((part) => {
    const [, anchor, heading, body] = /^<h[1-6] id="([^"]*)">(.*?)<\/h[1-6]>(.*)$/s.exec(part) ?? [];
    if (heading === undefined || body === undefined) return [];
    return [{ path: `${GUIDES_PATH}/${name}#${anchor}`, title, heading: textOf(heading), text: textOf(body) }];
  });
}

async function readIndex(): Promise<MiniSearch<Section>> {
  const index = new MiniSearch<Section>({
    idField: 'path',
    fields: ['title', 'heading', 'text'],
    storeFields: ['path', 'title', 'heading', 'text'],
    searchOptions: {
      boost: { title: 2, heading: 3 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  for (const [name, { load }] of Object.entries(guides)) {
    const { title, markup } = await load();
    const sections = new Map(sectionsOf(name, title, markup).map((section) => [section.path, section]));
    // In small parts, so that no request of the API waits for the index.
    await index.addAllAsync([...sections.values()], { chunkSize: 5 });
  }
  return index;
}

let index: Promise<MiniSearch<Section>> | undefined;

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0));
  const from = Number.isFinite(first) && first > EXCERPT.before ? text.indexOf(' ', first - EXCERPT.before) + 1 : 0;
  const whole = text.length <= from + EXCERPT.length;
  const part = whole ? text.slice(from) : `${text.slice(from, from + EXCERPT.length).replace(/ \S*$/, '')} …`;
  return `${from > 0 ? '… ' : ''}${part}`;
}

/**
 * Searches the documentation, sections with all words before those with some. The index is made with the first search, in the
 * memory of the process.
 */
export async function searchGuides(query: string): Promise<SearchResult[]> {
  index ??= readIndex();
  const found = await index;
  const words = query.split(/\s+/).slice(0, MOST_WORDS).join(' ');
  const all = found.search(words, { combineWith: 'AND' });
  const results = all.length > 0 ? all : found.search(words);
  return results.slice(0, MOST_RESULTS).map(({ path, title, heading, text, terms }) => ({
    path,
    title,
    heading,
    excerpt: excerptOf(text, terms),
  }));
}
