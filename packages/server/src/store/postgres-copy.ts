import type pg from 'pg';

/** The parts of a connection of `pg` that a COPY uses. They have no types. */
interface Wire {
  readonly stream: {
    pause(): void;
    resume(): void;
    writableNeedDrain: boolean;
    once(event: 'drain', next: () => void): void;
  };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** A statement that `pg` runs in its turn, with what the server answers to it. */
abstract class Copy implements pg.Submittable {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  submit(connection: pg.Connection): void {
    this.begun(connection as never);
    (connection as unknown as Wire).query(this.#text);
  }
  begun(_wire: Wire): void {}
  abstract handleError(error: Error): void;
  abstract handleReadyForQuery(): void;
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
}

/** Rows that wait for their reader before the connection is paused. */
const MOST_WAITING = 4_096;

/** The rows that the server sends. */
class CopyTo extends Copy {
  readonly rows: Buffer[] = [];
  #wire: Wire | undefined;
  #paused = false;
  #ended = false;
  #error: Error | undefined;
  #wake = () => {};

  override begun(wire: Wire): void {
    this.#wire = wire;
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The parser uses its memory again.
    this.rows.push(Buffer.from(chunk));
    if (this.rows.length >= MOST_WAITING && !this.#paused) {
      this.#paused = true;
      this.#wire?.stream.pause();
    }
    this.#wake();
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#ended = true;
    this.#wake();
  }

  handleReadyForQuery(): void {
    this.#ended = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      const rows = this.rows.splice(0);
      yield* rows;
      if (this.rows.length > 0) continue;
      if (this.#error) throw this.#error;
      if (this.#ended) return;
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if (this.#paused) {
        this.#paused = false;
        this.#wire?.stream.resume();
      }
      await woken;
    }
  }
}

/** Runs `copy … to stdout`, and yields a row at a time in the text format of COPY. Read it to its end. */
export function copyTo(client: pg.Client, text: string): AsyncIterable<Buffer> {
  const copy = new CopyTo(text);
  client.query(copy);
  return copy.read();
}

class CopyFrom extends Copy {
  readonly #chunks: AsyncIterable<Buffer>;
  readonly ended: Promise<void>;
  #resolve = () => {};
  #reject = (_error: Error) => {};
  #failed: Error | undefined;

  constructor(text: string, chunks: AsyncIterable<Buffer>) {
    super(text);
    this.#chunks = chunks;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  async handleCopyInResponse(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#chunks) {
        if (this.#failed) return;
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await new Promise<void>((resolve) => wire.stream.once('drain', resolve));
      }
      wire.endCopyFrom();
    } catch (error) {
      this.#failed ??= error as Error;
      wire.sendCopyFail('The rows could not be read');
    }
  }

  handleError(error: Error): void {
    this.#failed ??= error;
    this.#reject(this.#failed);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }
}

/** Runs `copy … from stdin` with rows in the text format of COPY. */
export async function copyFrom(client: pg.Client, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const copy = new CopyFrom(text, chunks);
  client.query(copy);
  await copy.ended;
}
