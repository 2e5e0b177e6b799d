// node scripts/sbom.js [FILE]: writes a software bill of materials (CycloneDX, JSON) of the service's packages; default: sbom.cdx.json.
//
// The generator is fetched when it runs. `npm sbom` needs a version in every workspace, and refuses the aliases of our test clients.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './repository-files.js';

const GENERATOR = '@cyclonedx/cyclonedx-npm@6.0.1';
const file = resolve(process.argv[2] ?? 'sbom.cdx.json');

// An optional peer, such as React, is not installed with the service.
const flags = [
  '--omit',
  'dev',
  '--omit',
  'peer',
  '--ignore-npm-errors',
  '--output-reproducible',
  '--workspace',
  'packages/server',
];
const { status } = spawnSync('npx', ['--yes', GENERATOR, ...flags, '--output-file', file], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const { name, version } = JSON.parse(readFileSync(new URL('../packages/server/package.json', import.meta.url), 'utf8'));
const bill = JSON.parse(readFileSync(file, 'utf8'));
// The generator names the workspace, which nobody installs.
Object.assign(bill.metadata.component, { type: 'application', name, version, purl: `pkg:npm/${name}@${version}` });
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${file}: ${bill.components.length} packages of ${name} ${version}`);
