// node scripts/node.js FILE [ARGUMENTS]: runs a program of the workspace on Node 24 or newer.
//
// npm puts the workspace's own build of Node first on the path, so in "npm run" this file is already run by it. The
// check is for machines where that build is missing, and for a call without npm.
import { resolve } from 'node:path';
import { run } from '../packages/server/bin/node.js';

const [file, ...args] = process.argv.slice(2);
await run(resolve(file), args);
