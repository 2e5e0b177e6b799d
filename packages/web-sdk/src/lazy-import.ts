/*
 * For the build for `<script>`, which is one file: what loads later lies beside it.
 */

const here = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href);

// `/sdk/<version>` alone is the script as well.
if (!here.pathname.endsWith('.js')) here.pathname += '/';

const failures = new Map<string, number>();

/** Loads a file that lies beside the script. A browser may remember that it failed, so the next try has another address. */
export async function lazyImport(name: string) {
  const failed = failures.get(name) ?? 0;
  try {
    return await import(new URL(`lazy/${name}.js${failed ? `?${failed}` : ''}`, here).href);
  } catch (error) {
    failures.set(name, failed + 1);
    throw error;
  }
}
