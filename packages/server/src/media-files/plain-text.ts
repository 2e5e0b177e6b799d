/** Control characters that no text has: all but tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what a binary file is told by
const CONTROL = /[\u0000-\u0008\u000B\u000E-\u001F\u007F]/;

/** Examines a file that streams by: plain text is UTF-8 without control characters. */
export class PlainText {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isText = true;

  push(bytes: Uint8Array): void {
    this.#read(bytes, true);
  }

  /** True while the bytes so far can be the beginning of a text. They may end within a character. */
  get isTextSoFar(): boolean {
    return this.#isText;
  }

  /** Returns whether the whole file is text. Call it once, after the last byte. */
  isWholeText(): boolean {
    this.#read(undefined, false);
    return this.#isText;
  }

  #read(bytes: Uint8Array | undefined, stream: boolean): void {
    if (!this.#isText) return;
    try {
      this.#isText = !CONTROL.test(this.#decoder.decode(bytes, { stream }));
    } catch {
      this.#isText = false;
    }
  }
}
