import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeTree } from './image-tree.js';

const scratch = mkdtempSync(join(tmpdir(), 'bonafide-tree-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('the tree of an image starts the service, and holds nothing that only developers need', () => {
  const tree = join(scratch, 'api');
  writeTree(tree, 'api');
  const modules = join(tree, 'node_modules');
  const command = join(modules, 'bonafide/bin/bonafide.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'serve', '--help'], { encoding: 'utf8' });
  expect([status, stderr, stdout.includes('--admin-port')]).toEqual([0, '', true]);

  expect(filesOf(modules).filter((file) => /\.(map|d\.ts|test\.js)$|\/stamp$/.test(file))).toEqual([]);
  const [version] = readdirSync(join(modules, 'onnxruntime-node/bin'));
  expect(readdirSync(join(modules, 'onnxruntime-node/bin', version, process.platform))).toEqual([process.arch]);
  for (const name of ['npm', 'typescript', 'vitest', 'fastify', 'react', '@bonafide/verification/models']) {
    expect([name, existsSync(join(modules, name))]).toEqual([name, false]);
  }

  // The typefaces have no code. Code of the bundle that reads pictures, documents, faces and PDFs, from packages of the tree alone.
  const program = `
    import { createRequire } from 'node:module';
    import { readdirSync } from 'node:fs';
    const require = createRequire('${modules}/bonafide/dist/cli/main.js');
    for (const name of readdirSync('${modules}').filter((one) => !/^[.@]|bonafide|dejavu-fonts-ttf/.test(one))) {
      try { require.resolve(name); } catch (error) { if (error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') console.log(name, error.code); }
    }
    const picture = await require('sharp')({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png().toBuffer();
    console.log(picture.subarray(1, 4).toString(), typeof require('onnxruntime-node').InferenceSession.create);`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', cwd: scratch });
  expect([ran.stdout, ran.stderr]).toEqual(['PNG function\n', '']);
});
