import { createHash } from 'node:crypto';
import type { ListedRecord } from '@bonafide/verification';
import { type Draft, recordOf } from './fields/record.ts';
import { LIMITS } from './limits.ts';
import { ListRefused, type Place } from './list-refused.ts';
import { RecordTable } from './record-table.ts';

/** Intake of entries and remarks from readers of formats. It counts, refuses too much, and passes records on. */
export class Intake {
  readonly #emit: (record: ListedRecord) => Promise<void>;
  readonly #table = new RecordTable();
  readonly #kinds = new Map<string, number>();
  readonly #skipped = new Map<string, number>();
  readonly #warnings = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #records = 0;
  #names = 0;
  #unusable = { names: 0, births: 0 };
  /** `YYYY-MM-DD`, where the publisher gives it. */
  published: string | undefined;

  constructor(emit: (record: ListedRecord) => Promise<void>) {
    this.#emit = emit;
  }

  /**
   * Takes an entry. The same one again is left out with a warning.
   *
   * @throws ListRefused for another entry of the same identifier, and beyond the bounds of a list
   */
  async take(draft: Draft, place: Place): Promise<void> {
    if (draft.categories.length === 0) return this.skip('without a category');
    const finished = recordOf(draft, place);
    if (!finished) return this.skip('without a name');
    const { record, unusable } = finished;
    const before = this.#table.put(digest(record.source_id), digest(JSON.stringify(record)).readUInt32LE(0));
    if (before === 'other') throw new ListRefused('duplicate', 'two different records have the same identifier', place);
    if (before === 'same') return this.warn('duplicate records');
    this.#records++;
    this.#names += record.names.length;
    if (this.#records > LIMITS.records || this.#names > LIMITS.names) {
      const most = `${LIMITS.records / 1e6} million records or ${LIMITS.names / 1e6} million names`;
      throw new ListRefused('too_large', `more than ${most}`, place);
    }
    this.#unusable.names += unusable.names;
    this.#unusable.births += unusable.births;
    count(this.#kinds, record.kind);
    await this.#emit(record);
  }

  skip(reason: string, times = 1): void {
    countText(this.#skipped, reason, times);
  }

  /** Counts what the publisher distinguishes, for the summary. */
  count(what: string): void {
    countText(this.#counts, what);
  }

  /** Warns without personal data: names of columns, elements and codes alone. */
  warn(text: string, times = 1): void {
    countText(this.#warnings, text, times);
  }

  get summary() {
    return {
      records: this.#records,
      kinds: Object.fromEntries(this.#kinds),
      names: this.#names,
      counts: Object.fromEntries(this.#counts),
      skipped: Object.fromEntries(this.#skipped),
      unusable: this.#unusable,
      warnings: [...this.#warnings].map(([text, times]) => ({ text, count: times })),
    };
  }
}

/** Texts of one kind in a summary, which a file could name any number of, and characters of each. */
const MOST_TEXTS = 100;
const TEXT_LENGTH = 100;

const digest = (text: string) => createHash('sha1').update(text).digest();

const count = (counts: Map<string, number>, key: string, times = 1) => {
  counts.set(key, (counts.get(key) ?? 0) + times);
};

/** Counts a text that the file may have chosen: a summary is kept, answered and printed. */
function countText(counts: Map<string, number>, text: string, times = 1): void {
  const short = text.slice(0, TEXT_LENGTH).replace(/\p{C}+/gu, ' ');
  count(counts, counts.has(short) || counts.size < MOST_TEXTS ? short : 'others', times);
}
