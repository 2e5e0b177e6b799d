import type { Measurement } from './measurement.ts';

/** Time of each call, and the most memory the process ever held. */
export function spent() {
  const seconds: number[] = [];
  const cpu: number[] = [];
  return {
    async of<T>(work: () => Promise<T>): Promise<T> {
      const [start, before] = [performance.now(), process.cpuUsage()];
      const result = await work();
      const { user, system } = process.cpuUsage(before);
      seconds.push((performance.now() - start) / 1e3);
      cpu.push((user + system) / 1e6);
      return result;
    },
    lines(what: string, target = 2.5): Measurement[] {
      const median = middle(seconds);
      return [
        {
          what: `median seconds ${what} (seconds of a core: ${middle(cpu).toFixed(2)})`,
          figure: median.toFixed(2),
          target: `≤ ${target}`,
          met: median <= target,
        },
        { what: 'peak memory of the process', figure: `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB` },
      ];
    },
  };
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
