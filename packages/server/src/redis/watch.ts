/** Looks at a timeout twice: an unanswered command is noticed after one to one and a half timeouts. */
const LOOKS = 2;

/**
 * Notices that commands of a connection stay unanswered. The server answers in order, so counting replaces a timer for each command.
 */
export class Watch {
  readonly #every: number;
  readonly #late: () => void;
  #sent = 0;
  #answered = 0;
  /** Numbers of commands that had been sent at the last two looks, the older first. */
  #marks: [number, number] = [0, 0];
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param timeout in milliseconds
   * @param late is called once when a command is unanswered for so long
   */
  constructor(timeout: number, late: () => void) {
    this.#every = timeout / LOOKS;
    this.#late = late;
  }

  /** Watches one command until it is answered or refused. */
  over<T>(command: Promise<T>): Promise<T> {
    this.#sent += 1;
    if (!this.#timer) this.#begin();
    const answered = () => {
      this.#answered += 1;
    };
    command.then(answered, answered);
    return command;
  }

  /** Forgets all commands: their connection is gone. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #begin(): void {
    this.#marks = [0, this.#sent];
    this.#plan();
  }

  #plan(): void {
    const due = performance.now() + this.#every;
    this.#timer = setTimeout(() => {
      // A process that was busy for so long has answers waiting, which it reads before this.
      setImmediate(() => this.#look(performance.now() - due));
    }, this.#every).unref();
  }

  /** @param delay milliseconds by which the look is late: a process that got no processor judges nobody else */
  #look(delay: number): void {
    if (!this.#timer) return;
    if (delay > this.#every) {
      this.#begin();
    } else if (this.#answered < this.#marks[0]) {
      this.stop();
      this.#late();
    } else if (this.#answered === this.#sent) {
      this.#timer = undefined;
    } else {
      this.#marks = [this.#marks[1], this.#sent];
      this.#plan();
    }
  }
}
