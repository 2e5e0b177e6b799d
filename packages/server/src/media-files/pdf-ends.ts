/** Bytes at the start of a PDF that hold its version. */
const HEAD_BYTES = 8;

/** Bytes at the end of a PDF in which readers look for the marker of its end. */
const TAIL_BYTES = 1024;

/** Keeps both ends of a file that streams by, to see whether a PDF came whole. */
export class PdfEnds {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);

  push(bytes: Uint8Array): void {
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  }

  /** A header at the start, and a pointer to the cross-reference table before the end marker (ISO 32000-2, 7.5). */
  areWhole(): boolean {
    return (
      /^%PDF-\d\.\d/.test(this.#head.toString('latin1')) &&
      /startxref\s+\d+\s+%%EOF/.test(this.#tail.toString('latin1'))
    );
  }
}
