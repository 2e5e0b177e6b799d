import {
  buildNameIndex,
  type IndexedRecord,
  type NameIndex,
  type NameQuery,
  openNameIndex,
  searchNamesInSlices,
} from '@bonafide/verification';
import type { BenchOptions } from './arguments.ts';
import { quantile } from './latencies.ts';
import { longNames } from './long-names.ts';
import { strangeTexts } from './strange-texts.ts';
import type { Line } from './table.ts';

const QUERIES = 1_000;

/** Limits for a search among a million names, by processor time; the last constant limits the bytes a name in memory. */
const MOST_P99_MS = 10;
const MOST_P99_MS_OF_STRANGE_TEXTS = 20;
/** The longest hold of the event loop by one slice of a search. */
const MOST_HOLD_MS = 20;
const MOST_BYTES = 150;
const MOST_MB_OF_A_MILLION = 200;

/**
 * Searches in lists of invented names. Times are processor time of the process, with what compiles and cleans up beside
 * the search, since other programs of the machine don't count.
 */
export function measureScreening({ screenedNames }: BenchOptions): Line[] {
  return [...screenedNames.flatMap(measure), ...measureLongNames()];
}

const LISTED_PEOPLE = 9_000;

/** The longest names that an applicant may have, among listed people who share all of their words. */
function measureLongNames(): Line[] {
  const world = longNames(LISTED_PEOPLE, randomNumbers(LISTED_PEOPLE));
  const { p50, p99, hold } = timesOf(world.index(), world.queries(QUERIES));
  const what = `two names of 255 letters among ${LISTED_PEOPLE.toLocaleString('en')} people`;
  return [
    {
      what: `search for ${what}`,
      p50,
      p99,
      target: `p99 < ${MOST_P99_MS_OF_STRANGE_TEXTS} ms`,
      met: p99 < MOST_P99_MS_OF_STRANGE_TEXTS,
    },
    holdLine(what, hold),
  ];
}

const holdLine = (what: string, hold: number): Line => ({
  what: `longest hold of the event loop, ${what}`,
  figure: `${hold.toFixed(1)} ms`,
  target: `< ${MOST_HOLD_MS} ms`,
  met: hold < MOST_HOLD_MS,
});

function measure(count: number): Line[] {
  const world = invent(count);
  const start = performance.now();
  const file = buildNameIndex(world.records());
  const built = (performance.now() - start) / 1e3;
  const shared = new SharedArrayBuffer(file.length);
  new Uint8Array(shared).set(file);
  const opened = performance.now();
  const index = openNameIndex(shared);
  const open = performance.now() - opened;
  const ordinary = timesOf(index, world.queries(QUERIES));
  const strange = timesOf(index, world.strange(QUERIES));
  // Beside the file a search holds a byte for each name.
  const bytes = file.length + index.names;
  const name = `${count.toLocaleString('en')} names`;
  const million = count === 1_000_000;
  return [
    {
      what: `search in ${name}`,
      p50: ordinary.p50,
      p99: ordinary.p99,
      ...(million && { target: `p99 < ${MOST_P99_MS} ms`, met: ordinary.p99 < MOST_P99_MS }),
    },
    {
      what: `search for strange texts in ${name}`,
      p50: strange.p50,
      p99: strange.p99,
      ...(million && {
        target: `p99 < ${MOST_P99_MS_OF_STRANGE_TEXTS} ms`,
        met: strange.p99 < MOST_P99_MS_OF_STRANGE_TEXTS,
      }),
    },
    holdLine(`strange texts in ${name}`, strange.hold),
    {
      what: `most work of a search in ${name}: ordinary, strange`,
      figure: [ordinary, strange].map(({ work }) => work.toLocaleString('en')).join(', '),
    },
    {
      what: `index of ${name}, ${index.parts.toLocaleString('en')} parts`,
      figure: `${(bytes / 1e6).toFixed(0)} MB, ${(bytes / count).toFixed(0)} bytes a name`,
      target: `≤ ${MOST_BYTES} bytes${million ? `, ≤ ${MOST_MB_OF_A_MILLION} MB` : ''}`,
      met: bytes <= MOST_BYTES * count && (!million || bytes <= MOST_MB_OF_A_MILLION * 1e6),
    },
    { what: `index of ${name}: built, opened`, figure: `${built.toFixed(1)} s, ${open.toFixed(0)} ms` },
  ];
}

interface Times {
  /** Milliseconds of processor time of a search. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of processor time of the longest slice. */
  readonly hold: number;
  /** Units of the search that cost most. */
  readonly work: number;
}

function timesOf(index: NameIndex, queries: Iterable<NameQuery>): Times {
  const searches = Array.from(queries, (query) => timesOfOne(index, query));
  // The first ones are compiled while they run.
  const warm = searches.slice(searches.length / 10);
  const times = warm.map(({ slices }) => slices.reduce((sum, slice) => sum + slice, 0));
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    hold: Math.max(...warm.flatMap(({ slices }) => slices)),
    work: Math.max(...warm.map(({ work }) => work)),
  };
}

/** Milliseconds of processor time of each slice of a search, and its units of work. */
function timesOfOne(index: NameIndex, query: NameQuery): { slices: number[]; work: number } {
  const slices: number[] = [];
  const search = searchNamesInSlices(index, query);
  for (;;) {
    const before = process.cpuUsage();
    const { done, value } = search.next();
    const { user, system } = process.cpuUsage(before);
    slices.push((user + system) / 1e3);
    if (done) return { slices, work: value.work };
  }
}

const ONSETS = 'b bh d dh f g gh h j k kh l m n p q r s sh t th v w y z ch ts kr br st'.split(' ');
const VOWELS = 'a a a e i i o u aa ou ei ia'.split(' ');
const ENDS = ['', '', '', 'n', 'r', 's', 'm', 'd', 'l', 'ov', 'ez', 'i'];
const PARTICLES = ['al', 'bin', 'de', 'van', 'abu'];

/** Invents names. A few are common and most are rare, as with people: the share of a word falls with its rank. */
function invent(count: number) {
  const random = randomNumbers(count);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const distinct = new Set<string>();
  const wanted = Math.round(count / 5);
  while (distinct.size < wanted) {
    const syllables = 1 + Math.floor(random() * 3);
    let word = '';
    for (let i = 0; i <= syllables; i++) word += pick(ONSETS) + pick(VOWELS);
    distinct.add(word + pick(ENDS));
  }
  const words = [...distinct];
  const given = words.slice(0, Math.ceil(words.length / 10));
  // Among a million names the commonest of these is 4 % of given names: more than Muhammad or Maria has.
  const common = (list: readonly string[], skew: number) => list[Math.floor(list.length * random() ** skew)]!;
  const name = () => {
    const middle = random() < 0.4 ? `${common(given, 3)} ` : '';
    const particle = random() < 0.2 ? `${pick(PARTICLES)} ` : '';
    return `${common(given, 3)} ${middle}${particle}${common(words, 2)}`;
  };
  const names = Array.from({ length: count }, name);
  const slip = (text: string) => {
    const at = Math.floor(random() * text.length);
    return text.slice(0, at) + text.slice(at + 1);
  };
  return {
    *records(): Iterable<IndexedRecord> {
      for (let ordinal = 0; ordinal < count; ordinal++) {
        yield { ordinal, kind: 'person', names: [{ full: names[ordinal]!, quality: 'strong' }], ids: [] };
      }
    },
    /** Half of them listed ones with a letter left out, half made of the same words. */
    *queries(many: number): Iterable<NameQuery> {
      for (let i = 0; i < many; i++) {
        const words = (i % 2 === 0 ? slip(pick(names)) : name()).split(' ');
        yield { names: [{ first: words.slice(0, -1).join(' '), last: words.at(-1)! }], births: ['1974-05-03'] };
      }
    },
    *strange(many: number): Iterable<NameQuery> {
      for (const full of strangeTexts(many, random)) yield { names: [{ full }] };
    },
  };
}

/** The same numbers in every run (mulberry32, T. Ettinger, 2017). */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
