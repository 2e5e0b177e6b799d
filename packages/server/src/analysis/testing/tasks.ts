import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { MINUTE_MS } from '../../base/clock.ts';
import { processorTime } from '../processor-time.ts';
import { serveTasks } from '../serve.ts';

/** Tasks that behave as analysers may, at their worst; bundled by `bundlePrograms`. */

/** An error class in the form of the classes of `@bonafide/verification`. */
class ClassedError extends Error {
  readonly reason: string;

  constructor(name: string, reason: string, message: string) {
    super(message, { cause: new Error('stays here') });
    this.name = name;
    this.reason = reason;
  }
}

const never = () => new Promise<never>(() => {});

let taken = 0;
const kept: Uint8Array[] = [];

/** Returns its input, the process, and the number of the task in that process. */
async function echo({ value }: { value: unknown }) {
  taken += 1;
  return { value, pid: process.pid, taken };
}

const tasks = {
  echo,
  async throws({ name, reason, message }: { name: string; reason: string; message: string }) {
    throw new ClassedError(name, reason, message);
  },
  async throwsText() {
    throw 'no error at all';
  },
  async exits() {
    process.exit(3);
  },
  async abandons() {
    setImmediate(() => {
      throw new Error('thrown where no handler catches it');
    });
    return never();
  },
  async overflows() {
    const deeper = (n: number): number => 1 + deeper(n + 1);
    return deeper(0);
  },
  async fillsHeap() {
    const all: number[][] = [];
    for (;;) all.push(new Array(1e6).fill(all.length + 0.5));
  },
  /** Memory that V8 doesn't count, by a loop in which no event arrives. */
  async fillsMemory() {
    const all: Uint8Array[] = [];
    const end = Date.now() + MINUTE_MS;
    while (Date.now() < end) if (all.length < 20) all.push(new Uint8Array(50e6).fill(1));
    return all.length;
  },
  /** Uses a processor for as long as it lives, in a loop in which no event arrives. */
  async computes() {
    for (;;) Math.sqrt(2);
  },
  /** Uses a processor for so long, however long that takes. */
  async uses({ milliseconds }: { milliseconds: number }) {
    const begun = processorTime();
    while (processorTime() - begun < milliseconds) Math.sqrt(2);
    return process.pid;
  },
  /** Holds that many bytes permanently. */
  async keeps({ bytes }: { bytes: number }) {
    kept.push(new Uint8Array(bytes).fill(1));
    return process.pid;
  },
  async segfaults() {
    process.kill(process.pid, 'SIGSEGV');
    return never();
  },
  hangs: never,
  /** Waits for ever, after it has signalled the listener that it does. */
  async rests({ port }: { port: number }) {
    await signal(port, String(process.pid));
    return never();
  },
  /** Deaf for as long as it lives, after it has signalled the listener that it is. */
  async deaf({ port }: { port: number }) {
    await signal(port, String(process.pid));
    for (;;) Math.sqrt(2);
  },
  /** Returns everything that a hostile file could learn of the parent, and its priority in the system. */
  async surroundings() {
    const linux = process.platform === 'linux';
    return {
      env: { ...process.env },
      execArgv: process.execArgv,
      niceness: linux ? readdirSync('/proc/self/task').map((id) => nicenessOf(`/proc/self/task/${id}/stat`)) : [],
      killedFirst: linux ? readFileSync('/proc/self/oom_score_adj', 'utf8').trim() : '1000',
    };
  },
  /** Does what the test asks, while a connection is open to `port`: the listener knows how many run. */
  async counted({ port, id, does }: { port: number; id: number; does: string }) {
    const closed = await signal(port, `${id}\n`);
    if (does === 'hang') return never();
    if (does === 'crash') process.exit(1);
    await closed();
    if (does === 'fail') throw new Error(`fails ${id}`);
    return id;
  },
};

/** Sends text to a port of loopback; answers a function that closes the connection and waits until the other side has. */
function signal(port: number, text: string): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').once('error', reject);
    socket.resume().write(text, () =>
      resolve(async () => {
        socket.end();
        await new Promise((end) => socket.once('close', end));
      }),
    );
  });
}

/** The 19th field of `proc_pid_stat(5)`; the second, in brackets, may hold spaces. */
function nicenessOf(path: string): number {
  const stat = readFileSync(path, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

serveTasks(tasks as never);
