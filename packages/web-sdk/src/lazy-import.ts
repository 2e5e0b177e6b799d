/*
 * For the build for `<script>`, which is one file: what loads later lies beside it.
 */

const here = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href);

// `/sdk/<version>` alone is the script as well.
if (!here.pathname.endsWith('.js')) here.pathname += '/';

interface Attempt {
  readonly number: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the file exports, which its caller knows.
  readonly module: Promise<any>;
}

const attempts = new Map<string, Attempt>();

/**
 * Loads a file that lies beside the script. A browser may remember that it failed, so the next try has another address.
 * A caller that comes while an earlier try is still open waits for it, and tries again itself if that one fails.
 */
export function lazyImport(name: string) {
  const before = attempts.get(name);
  const number = before ? before.number + 1 : 0;
  const load = () => import(new URL(`lazy/${name}.js${number ? `?${number}` : ''}`, here).href);
  const module = before ? before.module.catch(load) : load();
  attempts.set(name, { number, module });
  return module;
}
