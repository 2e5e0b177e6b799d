/** Interval in milliseconds of checking whether npm still runs. */
const LOOK_MS = 500;

/**
 * Calls `end` once npm has exited, under `npm start`. Npm passes SIGTERM on to the shell that runs the script, and no shell
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
