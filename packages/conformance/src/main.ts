import { parseArgs } from 'node:util';
import { Receiver } from './receiver.ts';
import { canRun, run, type Verdict } from './run.ts';
import { readTable, type Story } from './table.ts';

/** Exit codes of the command. */
const HOLDS = 0;
const BROKEN = 1;
const NOT_RUN = 2;

const TOKEN = 'BONAFIDE_API_TOKEN';

/** Beginning of the live tokens of all regions. */
const LIVE_PREFIX = 'api_live';

const help = `Usage: conformance --base <address> [options]

Runs the contract against a service and prints what holds. It makes applicants, documents and checks in the sandbox.

Options:
  --base <address>    base address before the version, for example https://id.example.com
  --token <token>     API token of the sandbox; default: ${TOKEN}, which other users of the machine can't see
  --versions <names>  versions to test, separated by commas; default: all of the table
  --story <text>      only stories whose title has this text
  --patience <s>      seconds until a check must be complete, or a webhook delivered; default: 60
  --receiver <port>   receives webhooks on this port, and also runs the stories about deliveries
  --receiver-url <a>  address at which the service reaches the port; default: http://localhost:<port>/
  --limits            also runs the stories about rate limits, which use them up
  --json              print JSON
  --help              print this text

Exit codes: ${HOLDS} all of it holds, ${BROKEN} something doesn't hold, ${NOT_RUN} the run could not start.
A certificate authority of your own: NODE_EXTRA_CA_CERTS=ca.pem`;

/** Flags with which stories run that need more than a token. */
const FLAGS = { receiver: '--receiver <port>', limits: '--limits' } as const;

const needsOf = (stories: readonly Story[]): string =>
  [...new Set(stories.flatMap(({ needs }) => (needs ? [FLAGS[needs]] : [])))].join(' and ');

type Print = (text: string) => void;

function flagsOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    base: text,
    token: text,
    versions: text,
    story: text,
    patience: { type: 'string', default: '60' },
    receiver: text,
    'receiver-url': text,
    limits: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  return parseArgs({ args: [...args], options }).values;
}

/** Returns the stories and versions that the flags name. Throws an error that says which flag is wrong. */
function selected({ versions, story = '' }: ReturnType<typeof flagsOf>) {
  const table = readTable();
  const known = [...new Set(table.flatMap((one) => one.versions))];
  const names = versions?.split(',').map((name) => name.trim()) ?? known;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`The table has no version "${unknown}". It has ${known.join(', ')}.`);
  const stories = table.filter((one) => one.story.toLowerCase().includes(story.toLowerCase()));
  if (stories.length === 0) throw new Error(`No story has "${story}" in its title.`);
  return { stories, names };
}

/** Throws if the address doesn't answer, so that an address with a slip is not reported as a broken contract. */
async function reach(base: string): Promise<void> {
  try {
    await (await fetch(base, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })).arrayBuffer();
  } catch (error) {
    const { cause, message } = error as Error;
    throw new Error(`${base} doesn't answer: ${(cause as Error)?.message ?? message}`);
  }
}

/** Opens the receiver that the flags ask for. Throws if they are wrong, or the port is not free. */
async function receiverOf(flags: ReturnType<typeof flagsOf>): Promise<Receiver | undefined> {
  const { receiver, 'receiver-url': url } = flags;
  if (receiver === undefined) {
    if (url !== undefined) throw new Error('--receiver-url needs --receiver, the port that the address leads to.');
    return undefined;
  }
  const port = Number(receiver);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`"${receiver}" is not a port for --receiver.`);
  if (url !== undefined && !URL.canParse(url)) throw new Error(`"${url}" is not an address for --receiver-url.`);
  try {
    return await Receiver.open(port, url);
  } catch (error) {
    throw new Error(`Port ${port} can't be opened for --receiver: ${(error as Error).message}`);
  }
}

const marks = { holds: '✓', broken: '✗', skipped: '-' } as const;

/** Returns a function that prints a verdict for people. */
function printer(out: Print) {
  let title = '';
  return ({ version, story, holds, rule, request, outcome, differences }: Verdict) => {
    const own = `${version}  ${story}`;
    if (own !== title) out(`${title === '' ? '' : '\n'}${own}`);
    title = own;
    out(`  ${marks[outcome]} ${holds}  (rule ${rule})`);
    if (outcome === 'broken') out(`      ${request}`);
    for (const text of differences) out(`      ${text}`);
  };
}

/**
 * Runs the command.
 * @param args arguments after the command's name
 * @param env environment variables, which may have the token
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  out: Print = console.log,
  err: Print = console.error,
): Promise<number> {
  let receiver: Receiver | undefined;
  try {
    const flags = flagsOf(args);
    if (flags.help) {
      out(help);
      return HOLDS;
    }
    const token = flags.token ?? env[TOKEN];
    if (!flags.base || !URL.canParse(flags.base))
      throw new Error('Say where the service is: --base https://id.example.com');
    if (!token) throw new Error(`There is no token. Set ${TOKEN}, or add --token.`);
    if (token.startsWith(LIVE_PREFIX)) throw new Error('This is a live token. The run needs a token of the sandbox.');
    const patienceMs = 1_000 * Number(flags.patience);
    if (!(patienceMs >= 0)) throw new Error(`"${flags.patience}" is not a number of seconds for --patience.`);
    const base = flags.base.replace(/\/+$/, '');
    const { stories, names } = selected(flags);
    await reach(base);
    receiver = await receiverOf(flags);
    const { limits } = flags;
    const idle = stories.filter((story) => !canRun(story, { receiver, limits }));
    if (idle.length === stories.length) throw new Error(`The stories need more: ${needsOf(idle)}.`);
    const print = flags.json ? () => {} : printer(out);
    const verdicts: Verdict[] = [];
    const onWait = (ms: number) => err(`The rate limit is reached. Waiting ${ms / 1_000} s …`);
    for await (const verdict of run(stories, names, { base, token, patienceMs, receiver, limits, onWait })) {
      print(verdict);
      verdicts.push(verdict);
    }
    const count = (outcome: Verdict['outcome']) => verdicts.filter((one) => one.outcome === outcome).length;
    const counts = { holds: count('holds'), broken: count('broken'), skipped: count('skipped') };
    if (flags.json)
      out(JSON.stringify({ base, ...counts, left_out: idle.map(({ story }) => story), verdicts }, null, 2));
    else out(`\n${counts.holds} hold, ${counts.broken} don't hold, ${counts.skipped} skipped`);
    if (idle.length > 0) err(`Not run: ${idle.map(({ story }) => story).join(', ')}. Add ${needsOf(idle)}.`);
    return counts.holds === verdicts.length ? HOLDS : BROKEN;
  } catch (error) {
    err((error as Error).message);
    return NOT_RUN;
  } finally {
    await receiver?.close();
  }
}
