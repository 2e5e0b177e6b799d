import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../packages/server/src/testing/free-port.ts';

/** Nodes of PostgreSQL: a primary, its synchronous standby, and one that takes the place of either. */
const NODES = 3;

const READY_MS = 120_000;
const LOOK_MS = 100;

const DEBIAN = '/usr/lib/postgresql';

/** Programs of a cluster, all of them in Debian. */
const PROGRAMS = ['etcd', 'patroni', 'haproxy'] as const;

/** The reason why no cluster can be started here; undefined if one can. */
export function noCluster(): string | undefined {
  const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`;
  return existsSync(DEBIAN) ? undefined : `no PostgreSQL server in ${DEBIAN}`;
}

/** A cluster of PostgreSQL with synchronous replication, managed by Patroni, behind HAProxy. */
export interface Cluster {
  /** Address of the database, which HAProxy leads to the primary. */
  readonly url: string;
  /** Kills the primary, as a machine that loses its power. Resolves to the milliseconds until another node is the primary. */
  failOver(): Promise<number>;
  drop(): Promise<void>;
}

interface Node {
  readonly name: string;
  readonly postgres: number;
  readonly rest: number;
  patroni: ChildProcess;
}

/** Starts a cluster on free ports of loopback. Resolves once the primary has its synchronous standby. */
export async function startCluster(): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-cluster-'));
  const user = ownerOf(directory);
  // Patroni keeps a file of passwords in the home directory.
  const env = { ...process.env, HOME: directory };
  const children: ChildProcess[] = [];
  const launch = (program: string, args: readonly string[]) => {
    // A group of its own: a node that loses its power takes its server along.
    const child = spawn(program, args, { ...user, cwd: directory, env, stdio: 'ignore', detached: true });
    children.push(child);
    return child;
  };
  const [client, peer, front] = [await freePort(), await freePort(), await freePort()];
  const etcd = `127.0.0.1:${client}`;
  launch('etcd', [
    ...['--data-dir', join(directory, 'etcd'), '--listen-client-urls', `http://${etcd}`],
    ...['--advertise-client-urls', `http://${etcd}`, '--listen-peer-urls', `http://127.0.0.1:${peer}`],
    ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
    ...['--initial-cluster', `default=http://127.0.0.1:${peer}`],
  ]);
  const nodes: Node[] = [];
  for (let i = 0; i < NODES; i++) {
    const node = { name: `node${i}`, postgres: await freePort(), rest: await freePort() };
    const file = join(directory, `${node.name}.yaml`);
    writeFileSync(file, patroniConfiguration(node, directory, etcd));
    nodes.push({ ...node, patroni: launch('patroni', [file]) });
    // The first makes the database, from which the others copy.
    if (i === 0) await until('a primary', async () => (await rolesOf(nodes)).primary);
  }
  writeFileSync(join(directory, 'haproxy.cfg'), haproxyConfiguration(front, nodes));
  launch('haproxy', ['-f', join(directory, 'haproxy.cfg'), '-db']);
  await until('a synchronous standby', async () => (await rolesOf(nodes)).synchronous);

  return {
    url: `postgresql://bonafide@127.0.0.1:${front}/postgres`,
    async failOver() {
      const { primary } = await until('a synchronous standby', async () => {
        const roles = await rolesOf(nodes);
        return roles.primary && roles.synchronous ? roles : undefined;
      });
      const start = performance.now();
      killGroup(primary?.patroni);
      killServer(directory, primary as Node);
      await until('another primary', async () => {
        const now = (await rolesOf(nodes)).primary;
        return now && now.name !== primary?.name;
      });
      return performance.now() - start;
    },
    async drop() {
      for (const child of children.reverse()) killGroup(child);
      for (const node of nodes) killServer(directory, node);
      await pause(LOOK_MS);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Makes a directory that the user of PostgreSQL owns, since its server refuses to run as root. */
function ownerOf(directory: string): { uid?: number; gid?: number } {
  chmodSync(directory, 0o755);
  if (process.getuid?.() !== 0) return {};
  const id = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = { uid: id('-u'), gid: id('-g') };
  chownSync(directory, user.uid, user.gid);
  return user;
}

/** https://patroni.readthedocs.io/en/latest/yaml_configuration.html; JSON is YAML too. */
function patroniConfiguration(
  { name, postgres, rest }: Omit<Node, 'patroni'>,
  directory: string,
  etcd: string,
): string {
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  const replication = { username: 'replicator', password: 'replicator' };
  const superuser = { username: 'bonafide', password: 'bonafide' };
  return JSON.stringify({
    scope: 'bonafide',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 8,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: false, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: ['host replication replicator 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: join(directory, name),
      bin_dir: join(DEBIAN, versions[0] as string, 'bin'),
      authentication: { replication, superuser },
      parameters: { unix_socket_directories: directory },
    },
  });
}

function haproxyConfiguration(front: number, nodes: readonly Node[]): string {
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${front}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`).join('\n')}
`;
}

/** The nodes in their roles, as their REST interfaces say. */
async function rolesOf(nodes: readonly Node[]): Promise<{ primary?: Node; synchronous?: Node }> {
  const is = async (node: Node, role: string) =>
    (await fetch(`http://127.0.0.1:${node.rest}/${role}`).catch(() => undefined))?.status === 200;
  const roles: { primary?: Node; synchronous?: Node } = {};
  for (const node of nodes) {
    if (await is(node, 'primary')) roles.primary = node;
    else if (await is(node, 'synchronous')) roles.synchronous = node;
  }
  return roles;
}

async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    const found = await look();
    if (found) return found;
    await pause(LOOK_MS);
  }
  throw new Error(`The cluster has no ${what} within ${READY_MS / 1000} s`);
}

function killGroup(child: ChildProcess | undefined): void {
  try {
    if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It is dead already.
  }
}

/** The server of a node has a process group of its own. */
function killServer(directory: string, { name }: Pick<Node, 'name'>): void {
  spawnSync('pkill', ['-9', '-f', `postgres.*-D ${join(directory, name)}`]);
}
