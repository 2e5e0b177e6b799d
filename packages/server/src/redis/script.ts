import { hash } from 'node:crypto';

/** A Lua script that Redis runs in one step. */
export interface Script {
  readonly text: string;
  /** SHA-1 of the text, hexadecimal, by which Redis remembers the script. */
  readonly sha: string;
}

export function script(text: string): Script {
  return { text, sha: hash('sha1', text) };
}
