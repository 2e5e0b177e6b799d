// A bundled module that reads files beside its own code no longer finds them: it lies in `dist/` now.
import { parseAst } from 'rolldown/parseAst';

/** Packages that name their own place, and why that does no harm in a bundle. */
const harmless = {
  undici: '`typeof __filename` is asked first',
  'socket.io': 'only serves its own client, which `serveClient: false` forbids',
  '@fastify/swagger': 'reads its package.json for a title that we give, and does without when it fails',
};

const packageOf = (id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];

/** Returns whether a module names its own place in its code; comments and texts don't count. */
function namesItsPlace(code) {
  const nodes = [parseAst(code, { lang: 'jsx', sourceType: 'unambiguous' })];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.type === 'Identifier' && /^__(dirname|filename)$/.test(node.name)) return true;
    if (node.type === 'MetaProperty' && node.meta.name === 'import') return true;
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) nodes.push(...value.filter((item) => item?.type));
      else if (value?.type) nodes.push(value);
    }
  }
  return false;
}

/** Fails the build when a package was bundled that reads files beside its code: it must be external. */
export function refuseFilesBeside() {
  const found = new Set();
  return {
    name: 'refuse-files-beside',
    transform: {
      filter: { id: /\/node_modules\//, code: /__dirname|__filename|import\.meta/ },
      handler(code, id) {
        if (!harmless[packageOf(id)] && namesItsPlace(code)) found.add(id);
      },
    },
    generateBundle(_, bundle) {
      const bundled = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
      const wrong = bundled.filter((id) => found.has(id));
      if (wrong.length > 0) this.error(`These read files beside their code and must be external:\n${wrong.join('\n')}`);
    },
  };
}
