/*
 * For the build for `<script>`, which is one file: what loads later lies beside it.
 */

const here = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href);

// `/sdk/<version>` alone is the script as well.
if (!here.pathname.endsWith('.js')) here.pathname += '/';

export const lazyAddress = (name: string): string => new URL(`lazy/${name}.js`, here).href;
