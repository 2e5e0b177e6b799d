import {
  bucketOf,
  hashOf,
  KEY_TAG,
  keyTagOf,
  NAME_PEOPLE,
  NAME_PLACE,
  NAME_WEAK,
  otherHashOf,
  writeIndexFile,
} from './index-file.ts';
import { keysOf, plainNumber, wholeKey } from './keys.ts';
import { Numbers } from './numbers.ts';
import { type NamePart, type PartKind, partsOf } from './parts.ts';
import type { IndexedRecord } from './query.ts';
import { shapeOf } from './shapes.ts';
import { skeleton, withoutArticle } from './skeleton.ts';
import { soundsOf } from './sounds.ts';
import { otherSpellings } from './spellings.ts';
import { readingsOf } from './syllables.ts';
import { COMPANY_FORMS } from './tables.ts';

/** Kinds of parts by their number in the file. */
export const PART_KINDS: readonly PartKind[] = ['content', 'particle', 'title', 'initial'];
export const PART_ABJAD = 4;
export const PART_SYLLABLE = 8;

/** Bits of `partFacts` that are of the hash of the skeleton. */
export const skeletonBits = (text: string) => hashOf(text) & ~15;

/**
 * The index of these records. Its records must not change while it is used: their places in it are for ever.
 *
 * @example
 * import { buildNameIndex, openNameIndex, searchNames } from '@bonafide/verification';
 *
 * const name = { full: 'Iskra Novak', quality: 'strong' } as const;
 * const index = openNameIndex(buildNameIndex([{ ordinal: 0, kind: 'person', names: [name], ids: [] }]));
 * searchNames(index, { names: [{ full: 'Iskra Nowak' }] }).candidates[0]?.ordinal; // 0
 */
export function buildNameIndex(records: Iterable<IndexedRecord>): Uint8Array<ArrayBuffer> {
  const builder = new NameIndexBuilder();
  for (const record of records) builder.add(record);
  return builder.finish();
}

/**
 * Builds an index of records that come one after another: a hundred bytes or so stay of each name.
 *
 * @example
 * import { NameIndexBuilder, openNameIndex, searchNames } from '@bonafide/verification';
 *
 * const builder = new NameIndexBuilder();
 * builder.add({ ordinal: 0, kind: 'person', names: [{ full: 'Iskra Novak', quality: 'strong' }], ids: [] });
 * const index = openNameIndex(builder.finish());
 * searchNames(index, { names: [{ full: 'Iskra Novak' }] }).complete; // true
 */
export class NameIndexBuilder {
  readonly #ids = new Map<string, number>();
  readonly #parts: NamePart[] = [];
  readonly #nameStarts = new Numbers([0]);
  readonly #nameParts = new Numbers();
  readonly #nameRecords = new Numbers();
  readonly #nameFacts = new Numbers();
  readonly #wholeHashes = new Numbers();
  readonly #numbers = new Numbers();

  /** @throws {RangeError} more than 65,535 names in one record, or 16,777,216 distinct parts in all */
  add({ ordinal, kind, names, ids }: IndexedRecord): void {
    if (names.length > NAME_PLACE) throw new RangeError(`A record has ${names.length} names`);
    const read = names.map(({ full }) => partsOf(full));
    const people = kind === 'person' || (kind === 'unknown' && !read.some(hasCompanyForm));
    const add = (parts: readonly NamePart[], place: number) => {
      // A name without letters and digits stays in the record, and is found by nothing.
      if (parts.length === 0) return;
      for (const part of parts) this.#nameParts.push(this.#idOf(part));
      this.#nameStarts.push(this.#nameParts.length);
      this.#nameRecords.push(ordinal);
      this.#nameFacts.push(place | (names[place]!.quality === 'weak' ? NAME_WEAK : 0) | (people ? NAME_PEOPLE : 0));
      this.#wholeHashes.push(hashOf(wholeKey(parts)));
    };
    read.forEach((parts, place) => {
      add(parts, place);
      if (!people) return;
      for (const { first, last, full } of otherSpellings({ full: names[place]!.full })) {
        add(partsOf(full ?? `${first} ${last}`), place);
      }
    });
    for (const number of new Set(ids.map((id) => plainNumber(id.number)))) {
      if (number !== '') this.#numbers.push(hashOf(number), otherHashOf(number), ordinal);
    }
  }

  #idOf(part: NamePart): number {
    const key = `${part.text}${part.kind === 'content' ? '' : `/${part.kind}`}${part.abjad ? '+' : ''}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    if (this.#parts.length === 1 << KEY_TAG) throw new RangeError('The names have too many distinct parts');
    this.#ids.set(key, this.#parts.length);
    return this.#parts.push(part) - 1;
  }

  /** The file, for `openNameIndex`. The builder is of no more use. */
  finish(): Uint8Array<ArrayBuffer> {
    const [nameStarts, nameParts] = [this.#nameStarts.all(), this.#nameParts.all()];
    const vocabulary = this.#vocabulary();
    const keys = this.#keys();
    const postings = this.#postings(nameStarts, nameParts);
    const wholes = bucketed(this.#wholeHashes.all());
    return writeIndexFile({
      ...vocabulary,
      keyStarts: keys.starts,
      keyParts: keys.values,
      ...postings,
      nameStarts,
      nameParts,
      nameRecords: this.#nameRecords.all(),
      nameFacts: this.#nameFacts.all(),
      wholeStarts: wholes.starts,
      wholeNames: wholes.values,
      ...this.#numberBuckets(),
    });
  }

  #vocabulary() {
    const partFacts = new Uint32Array(this.#parts.length);
    const partShapes = new Uint32Array(this.#parts.length);
    this.#parts.forEach(({ text, kind, abjad }, id) => {
      const isSyllable = !abjad && readingsOf(text).length > 0;
      const facts = PART_KINDS.indexOf(kind) | (abjad ? PART_ABJAD : 0) | (isSyllable ? PART_SYLLABLE : 0);
      partFacts[id] = skeletonBits(skeleton(text)) | facts;
      partShapes[id] = shapeOf(text);
    });
    const letters = packed(this.#parts, ({ text }) => Buffer.from(text, 'latin1'));
    const sounds = packed(this.#parts, ({ text }) => soundsOf(withoutArticle(text)));
    return {
      partStarts: letters.starts,
      letters: letters.words,
      partFacts,
      partShapes,
      soundStarts: sounds.starts,
      sounds: sounds.words,
    };
  }

  #keys() {
    const [hashes, owners] = [new Numbers(), new Numbers()];
    this.#parts.forEach((part, id) => {
      if (part.kind !== 'content') return;
      for (const key of keysOf(part)) {
        const hash = hashOf(key);
        hashes.push(hash);
        owners.push((keyTagOf(hash) | id) >>> 0);
      }
    });
    return bucketed(hashes.all(), owners.all());
  }

  /** Names by part, names of one word first. A name that has a part twice is listed once. */
  #postings(nameStarts: Uint32Array, nameParts: Uint32Array) {
    const isContent = this.#parts.map(({ kind }) => kind === 'content');
    const postingStarts = new Uint32Array(this.#parts.length + 1);
    const lastName = new Int32Array(this.#parts.length);
    const each = (visit: (part: number, name: number) => void, oneWord?: boolean) => {
      lastName.fill(-1);
      for (let name = 0; name < nameStarts.length - 1; name++) {
        const [from, to] = [nameStarts[name]!, nameStarts[name + 1]!];
        if (oneWord !== undefined && oneWord !== (to - from === 1)) continue;
        for (let at = from; at < to; at++) {
          const part = nameParts[at]!;
          if (!isContent[part] || lastName[part] === name) continue;
          lastName[part] = name;
          visit(part, name);
        }
      }
    };
    each((part) => {
      postingStarts[part + 1]!++;
    });
    sumUp(postingStarts);
    const postings = new Uint32Array(postingStarts.at(-1)!);
    const next = postingStarts.slice();
    const place = (part: number, name: number) => {
      postings[next[part]!++] = name;
    };
    each(place, true);
    each(place, false);
    return { postingStarts, postings };
  }

  #numberBuckets() {
    const triples = this.#numbers.all();
    const count = triples.length / 3;
    const { starts, values } = bucketed(Uint32Array.from({ length: count }, (_, i) => triples[3 * i]!));
    const numberPairs = new Uint32Array(2 * count);
    values.forEach((triple, i) => {
      numberPairs.set(triples.subarray(3 * triple + 1, 3 * triple + 3), 2 * i);
    });
    return { numberStarts: starts, numberPairs };
  }
}

/** Bytes of each part, one behind the other, and the start of each. */
function packed(parts: readonly NamePart[], bytesOf: (part: NamePart) => Uint8Array) {
  const starts = new Uint32Array(parts.length + 1);
  let bytes = new Uint8Array(4096);
  parts.forEach((part, id) => {
    const own = bytesOf(part);
    const end = starts[id]! + own.length;
    if (end > bytes.length) {
      const larger = new Uint8Array(4 * end);
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(own, starts[id]);
    starts[id + 1] = end;
  });
  return { starts, words: new Uint32Array(bytes.buffer, 0, Math.ceil(starts.at(-1)! / 4)) };
}

const hasCompanyForm = (parts: readonly NamePart[]) => parts.some(({ text }) => COMPANY_FORMS.has(text));

/** Values by the bucket of their hash, four to a bucket on average. @param values by default 0, 1, 2 … */
function bucketed(hashes: Uint32Array, values?: Uint32Array): { starts: Uint32Array; values: Uint32Array } {
  const starts = new Uint32Array(Math.max(1, Math.ceil(hashes.length / 4)) + 1);
  for (const hash of hashes) starts[bucketOf(hash, starts) + 1]!++;
  sumUp(starts);
  const next = starts.slice();
  const sorted = new Uint32Array(hashes.length);
  hashes.forEach((hash, i) => {
    sorted[next[bucketOf(hash, starts)]!++] = values ? values[i]! : i;
  });
  return { starts, values: sorted };
}

function sumUp(counts: Uint32Array): void {
  for (let i = 1; i < counts.length; i++) counts[i]! += counts[i - 1]!;
}
