import { abjadLikeness, bareSounds, latinSounds } from './abjad-sounds.ts';
import { editsBetweenLetters } from './edits.ts';
import { PART_ABJAD, PART_KINDS, PART_SYLLABLE, skeletonBits } from './index-builder.ts';
import { bucketOf, hashOf, KEY_TAG, keyTagOf, type NameIndex } from './index-file.ts';
import { wantedKeysOf } from './keys.ts';
import { editsThatAgree, MOST_EDITS, PARTS_AGREE, partLikeness, SOUNDS_AGREE, type Word, wordOf } from './likeness.ts';
import { fewestEdits, shapeOf } from './shapes.ts';
import { differenceOfSounds } from './sounds.ts';
import { relatives } from './tables.ts';
import type { Slices, Work } from './work.ts';

/** Words of an index that stay in memory from one search to the next. */
const WORDS_KEPT = 30_000;

/** A word of the query as the sections of the index have the parts of names. */
interface PlainWord {
  readonly skeletonBits: number;
  readonly shape: number;
  readonly letters: Uint8Array;
}

const kept = new WeakMap<NameIndex, Map<number, Word>>();

/** The distinct parts of an index as words, and which of them are like a word of the query. One search uses one. */
export class Vocabulary {
  readonly #index: NameIndex;
  readonly #work: Work;
  readonly #words: Map<number, Word>;
  readonly #letters: Buffer;

  constructor(index: NameIndex, work: Work) {
    this.#index = index;
    this.#work = work;
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

  /**
   * Parts of names that agree with the word. Their letters and sounds are compared where they stand in the index. Where the
   * work ends before, only some of them.
   */
  *similar(word: Word): Slices<Set<number>> {
    const found = new Set<number>();
    const refused = new Set<number>();
    const plain: PlainWord = {
      skeletonBits: skeletonBits(word.skeleton),
      shape: shapeOf(word.text),
      letters: Buffer.from(word.text, 'latin1'),
    };
    for (const key of wantedKeysOf(word)) {
      const parts = this.#withKey(key);
      this.#work.spend(1);
      this.#work.spendOnEntries(parts.length);
      for (const id of parts) {
        if (found.has(id) || refused.has(id)) continue;
        this.#work.spend(1);
        (this.#agrees(id, word, plain) ? found : refused).add(id);
        if (this.#work.isOver) return found;
        if (this.#work.isPauseDue()) yield;
      }
    }
    for (const relative of relatives(word.text)) {
      for (const id of this.exactly(relative)) if (this.#agreesAsWord(id, word)) found.add(id);
    }
    return found;
  }

  /** Returns whether a part, without its word being built, may pass `partLikeness` without relatives. */
  #agrees(id: number, word: Word, { skeletonBits, shape, letters }: PlainWord): boolean {
    const { partFacts, partShapes, partStarts, letterBytes, soundStarts, soundBytes } = this.#index;
    const facts = partFacts[id]!;
    const abjad = (facts & PART_ABJAD) !== 0;
    if (word.abjad !== abjad) return this.#agreesWithoutVowels(id, word, abjad);
    if (abjad) return this.#agreesAsWord(id, word);
    if (word.readings.length > 0 && (facts & PART_SYLLABLE) !== 0) return this.#agreesAsWord(id, word);
    if ((facts ^ skeletonBits) >>> 4 === 0) {
      const [from, to] = [soundStarts[id]!, soundStarts[id + 1]!];
      if (differenceOfSounds(word.sounds, soundBytes, SOUNDS_AGREE, from, to) <= SOUNDS_AGREE) return true;
    }
    const fewest = fewestEdits(shape, partShapes[id]!);
    if (fewest > MOST_EDITS) return false;
    const [from, to] = [partStarts[id]!, partStarts[id + 1]!];
    const sameStart =
      letters[0] === letterBytes[from] || (letters[0] === letterBytes[from + 1] && letters[1] === letterBytes[from]);
    const most = editsThatAgree(Math.max(letters.length, to - from), sameStart);
    return fewest <= most && editsBetweenLetters(letters, 0, letters.length, letterBytes, from, to, most) <= most;
  }

  /** One of both has no vowels. No word is made of the part: the lists that share its consonants are long. */
  #agreesWithoutVowels(id: number, word: Word, abjad: boolean): boolean {
    const text = this.text(id);
    if (text === word.text) return true;
    const sounds = this.#words.get(id)?.abjadSounds ?? (abjad ? bareSounds(text) : latinSounds(text));
    const likeness = abjad ? abjadLikeness(sounds, word.abjadSounds) : abjadLikeness(word.abjadSounds, sounds);
    return likeness !== undefined && likeness >= PARTS_AGREE;
  }

  #agreesAsWord(id: number, word: Word): boolean {
    const likeness = partLikeness(word, this.word(id));
    return likeness !== undefined && likeness.similarity >= PARTS_AGREE;
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
