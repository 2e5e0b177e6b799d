/** Milliseconds of a processor that all threads of this process have used together. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
