import { systemClock } from '../../base/clock.ts';
import { importInProcess } from '../import-in-process.ts';

/** A program that imports a list and does nothing else: `parent.ts WORKER FILE STAGING`. */
const [script, path, staging] = process.argv.slice(2) as [string, string, string];
setInterval(() => {}, 1000);
await importInProcess(
  { files: [{ name: 'list', path }], options: { list: 'test' }, staging },
  { clock: systemClock, script: new URL(script) },
);
process.exit();
