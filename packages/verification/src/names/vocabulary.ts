import { PART_ABJAD, PART_KINDS } from './index-builder.ts';
import { bucketOf, hashOf, KEY_TAG, keyTagOf, type NameIndex } from './index-file.ts';
import { wantedKeysOf } from './keys.ts';
import { editLikeness, type PartLikeness, partLikeness, type Word, wordOf } from './likeness.ts';
import { relatives } from './tables.ts';

/** Words of an index that stay in memory from one search to the next. */
const WORDS_KEPT = 30_000;

const kept = new WeakMap<NameIndex, Map<number, Word>>();

/** The distinct parts of an index as words, and which of them are like a word of the query. One search uses one. */
export class Vocabulary {
  readonly #index: NameIndex;
  readonly #words: Map<number, Word>;
  readonly #letters: Buffer;

  constructor(index: NameIndex) {
    this.#index = index;
    this.#words = wordsOf(index);
    const { letterBytes } = index;
    this.#letters = Buffer.from(letterBytes.buffer, letterBytes.byteOffset, letterBytes.byteLength);
  }

  word(id: number): Word {
    const known = this.#words.get(id);
    if (known) return known;
    const facts = this.#index.partFacts[id]!;
    const word = wordOf({ text: this.text(id), kind: PART_KINDS[facts & 3]!, abjad: (facts & PART_ABJAD) !== 0 });
    this.#words.set(id, word);
    return word;
  }

  text(id: number): string {
    const { partStarts } = this.#index;
    return this.#letters.toString('latin1', partStarts[id], partStarts[id + 1]);
  }

  /** Parts of names that agree with the word, each with how much. */
  similar(word: Word): Map<number, PartLikeness> {
    const found = new Map<number, PartLikeness>();
    const seen = new Set<number>();
    const skeletonHash = hashOf(word.skeleton) << 3;
    for (const key of wantedKeysOf(word)) {
      for (const id of this.#withKey(key)) {
        if (seen.has(id)) continue;
        seen.add(id);
        const likeness = this.#sounds(id, word, skeletonHash)
          ? partLikeness(word, this.word(id))
          : editLikeness(word.text, this.text(id));
        if (likeness) found.set(id, likeness);
      }
    }
    for (const relative of relatives(word.text)) {
      for (const id of this.exactly(relative)) {
        const likeness = found.has(id) ? undefined : partLikeness(word, this.word(id));
        if (likeness) found.set(id, likeness);
      }
    }
    return found;
  }

  /** Parts of names that are this text. */
  exactly(text: string): number[] {
    const { partStarts } = this.#index;
    return this.#withKey(text).filter(
      (id) => partStarts[id + 1]! - partStarts[id]! === text.length && this.text(id) === text,
    );
  }

  /** Names that have the part. */
  names(id: number): Uint32Array {
    const { postings, postingStarts } = this.#index;
    return postings.subarray(postingStarts[id]!, postingStarts[id + 1]!);
  }

  #withKey(key: string): number[] {
    const { keyStarts, keyParts } = this.#index;
    const hash = hashOf(key);
    const [bucket, tag] = [bucketOf(hash, keyStarts), keyTagOf(hash)];
    const found: number[] = [];
    for (let at = keyStarts[bucket]!; at < keyStarts[bucket + 1]!; at++) {
      if (keyTagOf(keyParts[at]!) === tag) found.push(keyParts[at]! & ((1 << KEY_TAG) - 1));
    }
    return found;
  }

  /** Whether the part may have the consonants of the word: else only slips of a writer can make it alike. */
  #sounds(id: number, word: Word, skeletonHash: number): boolean {
    const facts = this.#index.partFacts[id]!;
    return word.abjad || (facts & PART_ABJAD) !== 0 || (facts ^ skeletonHash) >>> 3 === 0;
  }
}

function wordsOf(index: NameIndex): Map<number, Word> {
  const words = kept.get(index);
  if (words && words.size <= WORDS_KEPT) return words;
  const empty = new Map<number, Word>();
  kept.set(index, empty);
  return empty;
}
