/** How often to look whether npm still runs, in milliseconds. */
const LOOK_MS = 500;

/**
 * Under `npm start`, calls `end` once npm has gone. Npm passes SIGTERM on to the shell that runs the script, and no shell
 * passes it on to the service, which would be left behind with its ports and its store.
 */
export function endWithNpm(
  env: Readonly<Record<string, string | undefined>>,
  end: () => void,
  parent = () => process.ppid,
): void {
  if (env.npm_lifecycle_event === undefined) return;
  const first = parent();
  const watch = setInterval(() => {
    if (parent() === first) return;
    clearInterval(watch);
    end();
  }, LOOK_MS);
  watch.unref();
}
