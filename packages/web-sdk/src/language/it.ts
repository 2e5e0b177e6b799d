import type { SomePhrases } from './lazy.ts';

const words: SomePhrases = {};

export default words;
