import { PART_ABJAD, PART_KINDS } from './index-builder.ts';
import { bucketOf, hashOf, type NameIndex } from './index-file.ts';
import { keysOf } from './keys.ts';
import { type PartLikeness, partLikeness, type Word, wordOf } from './likeness.ts';
import { relatives } from './tables.ts';

/** Letters of which longer words differ by more than any slip. */
const MOST_LETTERS_APART = 3;

/** The distinct parts of an index as words, and which of them are like a word of the query. One search uses one. */
export class Vocabulary {
  readonly #index: NameIndex;
  readonly #words = new Map<number, Word>();
  readonly #letters: Buffer;

  constructor(index: NameIndex) {
    this.#index = index;
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
    for (const key of keysOf(word)) {
      for (const id of this.#withKey(key)) {
        if (seen.has(id)) continue;
        seen.add(id);
        if (!this.#mayAgree(id, word, skeletonHash)) continue;
        const likeness = partLikeness(word, this.word(id));
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
    const bucket = bucketOf(hashOf(key), keyStarts);
    return Array.from(keyParts.subarray(keyStarts[bucket]!, keyStarts[bucket + 1]!));
  }

  /** Whether comparing is worth while: buckets hold parts that have nothing to do with the key. */
  #mayAgree(id: number, word: Word, skeletonHash: number): boolean {
    const { partFacts, partStarts } = this.#index;
    const facts = partFacts[id]!;
    if (word.abjad || (facts & PART_ABJAD) !== 0 || (facts ^ skeletonHash) >>> 3 === 0) return true;
    return Math.abs(partStarts[id + 1]! - partStarts[id]! - word.text.length) <= MOST_LETTERS_APART;
  }
}
