import { editsBetweenLetters } from './edits.ts';
import { PART_ABJAD, PART_KINDS } from './index-builder.ts';
import { bucketOf, hashOf, KEY_TAG, keyTagOf, type NameIndex } from './index-file.ts';
import { wantedKeysOf } from './keys.ts';
import { editsThatAgree, partLikeness, type Word, wordOf } from './likeness.ts';
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

  /** Letters of the part. */
  lengthOf(id: number): number {
    const { partStarts } = this.#index;
    return partStarts[id + 1]! - partStarts[id]!;
  }

  /** Parts of names that agree with the word. Their letters are compared where they stand in the index. */
  similar(word: Word): Set<number> {
    const found = new Set<number>();
    const skeletonHash = hashOf(word.skeleton) << 3;
    const letters = Buffer.from(word.text, 'latin1');
    for (const key of wantedKeysOf(word)) {
      for (const id of this.#withKey(key)) {
        if (!found.has(id) && this.#agrees(id, word, skeletonHash, letters)) found.add(id);
      }
    }
    for (const relative of relatives(word.text)) {
      for (const id of this.exactly(relative)) if (partLikeness(word, this.word(id))) found.add(id);
    }
    return found;
  }

  /** Words with the same consonants always agree; others by slips of a writer alone. */
  #agrees(id: number, word: Word, skeletonHash: number, letters: Uint8Array): boolean {
    const facts = this.#index.partFacts[id]!;
    if (word.abjad || (facts & PART_ABJAD) !== 0) return partLikeness(word, this.word(id)) !== undefined;
    if ((facts ^ skeletonHash) >>> 3 === 0) return true;
    const { partStarts, letterBytes } = this.#index;
    const [from, to] = [partStarts[id]!, partStarts[id + 1]!];
    const length = Math.max(letters.length, to - from);
    const most = editsThatAgree(length, letters[0] === letterBytes[from]);
    return editsBetweenLetters(letters, 0, letters.length, letterBytes, from, to, most) <= most;
  }

  /** Parts of names that are this text. */
  exactly(text: string): number[] {
    return this.#withKey(text).filter((id) => this.lengthOf(id) === text.length && this.text(id) === text);
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
}

function wordsOf(index: NameIndex): Map<number, Word> {
  const words = kept.get(index);
  if (words && words.size <= WORDS_KEPT) return words;
  const empty = new Map<number, Word>();
  kept.set(index, empty);
  return empty;
}
