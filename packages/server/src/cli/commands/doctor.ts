import { connect } from 'node:tls';
import { Command } from 'commander';
import { type Clock, systemClock } from '../../base/clock.ts';
import { certificateVerdict } from '../../health/certificate.ts';
import type { Server } from '../client.ts';
import { CommandFailed, type Io, NoServer } from '../io.ts';
import { connectOperator, forOperator, type OperatorFlags } from '../operator.ts';
import { table } from '../table.ts';

interface Finding {
  name: string;
  state: string;
  detail: string;
}

interface Examined {
  title: string;
  /** Data that `--json` prints. */
  details: object;
  findings: Finding[];
}

/** Clocks that differ by more give signed tokens and certificates a wrong age. */
const CLOCK_WARNING_MS = 30_000;

const HANDSHAKE_MS = 5_000;

/** End of the certificate that clients see, Unix milliseconds; undefined over plain HTTP. */
function certificateEnd({ url, ca, serverName }: Server): Promise<number | undefined> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: serverName ?? hostname,
      ...(ca === undefined ? {} : { ca }),
      timeout: HANDSHAKE_MS,
    });
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('the TLS handshake timed out')));
    socket.once('error', reject);
  });
}

function certificateFinding(end: number | undefined, now: number): Finding[] {
  if (end === undefined) return [];
  return [{ name: 'certificate', ...certificateVerdict(end, now) }];
}

function clockFinding(serverTime: string, now: number): Finding {
  const apart = Math.abs(Date.parse(serverTime) - now);
  const state = apart > CLOCK_WARNING_MS ? 'warning' : 'ok';
  return { name: 'clock', state, detail: `${Math.floor(apart / 1000)} s apart from the clock of this machine` };
}

async function examineServer(flags: OperatorFlags, io: Io, clock: Clock): Promise<Examined> {
  const operator = await connectOperator(flags, io);
  try {
    const health = await operator.call('GET', '/health?models=true');
    const findings: Finding[] = [
      ...health.findings,
      clockFinding(health.time, clock.now()),
      ...certificateFinding(await certificateEnd(operator.server), clock.now()),
    ];
    return {
      title: `Bonafide ${health.version} at ${operator.server.url}`,
      details: { ...health, findings },
      findings,
    };
  } finally {
    await operator.close();
  }
}

/** Examines a server on this machine that doesn't run: the reasons why it may not start. */
async function examineAtRest(flags: OperatorFlags, io: Io, reason: string): Promise<Examined> {
  const { settingsAtRest, examineStore } = await import('../at-rest.ts');
  const settings = settingsAtRest(flags, io);
  const findings = [{ name: 'server', state: 'failed', detail: reason }, ...(await examineStore(settings))];
  return { title: `Bonafide, not running, with the data directory ${settings.data}`, details: { findings }, findings };
}

/** `bonafide doctor`: reports what is wrong with a server; exit code 1 when something has failed. */
export function doctorCommand(io: Io, clock = systemClock): Command {
  return forOperator(new Command('doctor'))
    .description('check the running server, or the data directory of a server that does not start')
    .action(async (flags: OperatorFlags) => {
      const { title, details, findings } = await examineServer(flags, io, clock).catch((error) => {
        if (error instanceof NoServer && !(flags.url ?? io.env.BONAFIDE_URL)) {
          return examineAtRest(flags, io, error.message);
        }
        throw error;
      });
      io.out(
        flags.json ? JSON.stringify(details, null, 2) : `${title}\n\n${table(['name', 'state', 'detail'], findings)}`,
      );
      const failed = findings.filter(({ state }) => state === 'failed').map(({ name }) => name);
      if (failed.length > 0) throw new CommandFailed(`Failed: ${failed.join(', ')}`);
    });
}
