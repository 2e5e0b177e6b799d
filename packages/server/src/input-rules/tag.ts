import { bounds } from './bounds.ts';
import { listOf, required, text } from './rule.ts';

/** A list of tags. */
export const tags = listOf(required(text(bounds.tag)), bounds.tags);
