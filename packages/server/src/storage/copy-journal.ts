import { createReadStream, existsSync } from 'node:fs';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** A line of the journal. A group is the folder of a key: `<account>/<two digits>`. */
type Line =
  | { readonly from: string; readonly to: string }
  | { readonly begun: string }
  | { readonly done: string }
  | { readonly group: string }
  | { readonly finished: true };

const groupOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/**
 * File that remembers which blobs were copied, one JSON object per line, so that a copy that was killed goes on where it was. In
 * memory are the finished groups, and the keys of unfinished groups.
 */
export class CopyJournal {
  readonly #path: string;
  readonly #groups = new Set<string>();
  readonly #done = new Set<string>();
  readonly #begun = new Set<string>();
  /** Keys of each group whose copy hasn't ended. */
  readonly #pending = new Map<string, number>();
  #last: string | undefined;
  #writes: Promise<void> = Promise.resolve();

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the journal of a copy, and continues an unfinished one. Throws for a file that belongs to another copy.
   * @param from text of the source, which a continued copy must share, as `to`
   */
  static async open(path: string, { from, to }: { from: string; to: string }): Promise<CopyJournal> {
    const journal = new CopyJournal(path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const isContinued = existsSync(path) && (await journal.#read(from, to));
    if (!isContinued) {
      await writeFile(`${path}.new`, `${JSON.stringify({ from, to })}\n`, { mode: 0o600 });
      await rename(`${path}.new`, path);
    }
    return journal;
  }

  /** Returns whether the blob was copied and verified. */
  isDone(key: string): boolean {
    return this.#groups.has(groupOf(key)) || this.#done.has(key);
  }

  /** Keys whose copy was begun by an earlier run and didn't end. */
  get interrupted(): readonly string[] {
    return [...this.#begun];
  }

  /** Returns whether a blob of the target was written by this copy, though not verified. */
  wasBegun(key: string): boolean {
    return this.#begun.has(key);
  }

  /** Notes the next blob of the list. Blobs of a group follow each other. */
  async listed(key: string): Promise<void> {
    const group = groupOf(key);
    const last = this.#last;
    this.#last = group;
    this.#pending.set(group, (this.#pending.get(group) ?? 0) + 1);
    if (last !== undefined && last !== group) await this.#endGroup(last);
  }

  /** Notes that the blob is about to be written. */
  begin(key: string): Promise<void> {
    this.#begun.add(key);
    return this.#write({ begun: key });
  }

  /** Notes that the copy of the blob has ended. */
  async end(key: string): Promise<void> {
    const group = groupOf(key);
    this.#begun.delete(key);
    if (!this.isDone(key)) {
      this.#done.add(key);
      await this.#write({ done: key });
    }
    this.#pending.set(group, (this.#pending.get(group) ?? 1) - 1);
    if (group !== this.#last) await this.#endGroup(group);
  }

  /** Notes the end of the whole copy. The next copy begins from the start. */
  finish(): Promise<void> {
    return this.#write({ finished: true });
  }

  async #endGroup(group: string): Promise<void> {
    if (this.#pending.get(group) !== 0) return;
    this.#pending.delete(group);
    this.#forget(group);
    await this.#write({ group });
  }

  #forget(group: string): void {
    this.#groups.add(group);
    for (const key of this.#done) if (groupOf(key) === group) this.#done.delete(key);
  }

  #write(line: Line): Promise<void> {
    this.#writes = this.#writes.then(() => appendFile(this.#path, `${JSON.stringify(line)}\n`));
    return this.#writes;
  }

  /** Reads the file of an earlier run. Returns false when that run has finished. */
  async #read(from: string, to: string): Promise<boolean> {
    for await (const text of createInterface({ input: createReadStream(this.#path) })) {
      const line = parsed(text);
      if (!line) continue;
      if ('from' in line && (line.from !== from || line.to !== to)) {
        throw new Error(
          `${this.#path} belongs to a copy from ${line.from} to ${line.to}. Choose another file with --state`,
        );
      }
      if ('begun' in line) this.#begun.add(line.begun);
      if ('done' in line) {
        this.#done.add(line.done);
        this.#begun.delete(line.done);
      }
      if ('group' in line) this.#forget(line.group);
      if ('finished' in line) {
        for (const known of [this.#groups, this.#done, this.#begun]) known.clear();
        return false;
      }
    }
    return true;
  }
}

/** A line that a kill has cut off says nothing. */
function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
