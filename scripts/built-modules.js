// Tests run what users run: modules of ours that are in the built service come from there.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameOf, ours } from './modules.js';

const dist = fileURLToPath(new URL('../packages/server/dist/', import.meta.url));
const PREFIX = '\0built:';

/**
 * Modules that tests take from the sources, with the reason: each is given objects of a package that the bundle has its own copy
 * of.
 */
export const fromSource = {
  'packages/server/src/crypto/cms.ts': 'a test parses signatures by @peculiar/asn1-schema',
  'packages/server/src/http/request-log.ts': 'a test makes a Fastify of its own',
};

/** Place of each module in the bundle. Code before tests asks for modules of the last build, which a new one replaces. */
let modules;
let builtAtMs;
function builtAs(name) {
  const list = join(dist, 'modules.json');
  const written = statSync(list, { throwIfNoEntry: false });
  if (!written) return undefined;
  if (written.mtimeMs !== builtAtMs) modules = JSON.parse(readFileSync(list, 'utf8'));
  builtAtMs = written.mtimeMs;
  return fromSource[name] ? undefined : modules[name];
}

/** Modules that tests import from `packages/server/src` and `packages/verification/src`, taken from the bundle. */
export const builtModules = {
  name: 'built-modules',
  enforce: 'pre',
  config: () => ({ test: { server: { deps: { external: [/\/packages\/server\/dist\//] } } } }),
  resolveId(source, importer) {
    const path = ours[source] ?? (/^\..*\.ts$/.test(source) && importer ? resolve(dirname(importer), source) : '');
    return path && builtAs(nameOf(path)) ? PREFIX + nameOf(path) : null;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return null;
    const name = id.slice(PREFIX.length);
    const { file, names } = builtAs(name);
    const list = names.map((one) => `${JSON.stringify(`${name} ${one}`)} as ${one}`);
    return `export { ${list.join(', ')} } from ${JSON.stringify(join(dist, file))};`;
  },
};
