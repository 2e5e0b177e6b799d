/** Runs `work` for each item, at most `places` at once, in the order of the items. Throws the first error after what runs has ended. */
export async function inParallel<T>(
  places: number,
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  for await (const item of items) {
    const doing: Promise<void> = work(item)
      .catch((error) => {
        failure ??= { error };
      })
      .finally(() => running.delete(doing));
    running.add(doing);
    if (running.size >= places) await Promise.race(running);
    if (failure) break;
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
