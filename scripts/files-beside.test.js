import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuseFilesBeside } from './files-beside.js';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bonafide-build-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles a program that uses one package, whose code is given. */
function bundle(name, code, { external = [] } = {}) {
  const files = {
    'main.js': `import load from '${name}/decode';\nload();\n`,
    [`node_modules/${name}/decode.js`]: code,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return build({
    cwd: folder,
    input: 'main.js',
    external,
    platform: 'node',
    plugins: [refuseFilesBeside()],
    logLevel: 'silent',
    write: false,
  });
}

test.each([
  "module.exports = () => require('fs').readFileSync(__dirname + '/codec.wasm');",
  'module.exports = () => __filename;',
  "export default () => new URL('codec.wasm', import.meta.url);",
])('a package that reads files beside its code fails the build: %s', async (code) => {
  await expect(bundle('codec', code)).rejects.toThrow(/must be external:\n.*node_modules\/codec\/decode\.js/);
  const { output } = await bundle('codec', code, { external: [/^codec(\/|$)/] });
  expect(output[0].imports).toEqual(['codec/decode']);
});

test.each([
  "// __dirname\nmodule.exports = () => '__filename';",
  "module.exports = () => require('fs').readFileSync('/etc/hosts');",
])('all others are bundled: %s', async (code) => {
  const { output } = await bundle('codec', code);
  expect(output[0].imports).not.toContain('codec/decode');
});

test('a package of the list is bundled', async () => {
  await expect(bundle('undici', 'module.exports = () => typeof __filename;')).resolves.toBeTruthy();
});
