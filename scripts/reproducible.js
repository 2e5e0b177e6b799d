// node scripts/reproducible.js: builds and packs every published package twice, in folders of different names, and compares the tarballs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryFiles, root } from './repository-files.js';

const PUBLISHED = [
  'packages/server',
  'packages/verification',
  'packages/web-sdk',
  'packages/chip-reader',
  'packages/conformance',
];

/** Copies the files of the repository, without anything built; packages come from this one. */
function copyInto(folder) {
  for (const file of repositoryFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** SHA-256 of the tarball of each package, by the package's folder. */
function packIn(folder) {
  copyInto(folder);
  const hashes = {};
  for (const one of PUBLISHED) {
    const flags = ['pack', '--silent', '--ignore-scripts=false', '--pack-destination', folder];
    const printed = execFileSync('npm', flags, {
      cwd: join(folder, one),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const tarball = printed.trim().split('\n').at(-1);
    hashes[one] = createHash('sha256')
      .update(readFileSync(join(folder, tarball)))
      .digest('hex');
  }
  return hashes;
}

const folders = ['first', 'second-with-a-longer-name'].map((name) => mkdtempSync(join(tmpdir(), `bonafide-${name}-`)));
try {
  const [first, second] = folders.map(packIn);
  for (const one of PUBLISHED) {
    const same = first[one] === second[one];
    console.log(`${one}: ${same ? `same, ${first[one]}` : `DIFFERENT, ${first[one]} and ${second[one]}`}`);
    if (!same) process.exitCode = 1;
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
