import { Command } from 'commander';
import { atStart, type Metric, metricsTable } from '../../metrics/table.ts';
import type { Io } from '../io.ts';

/** `docs/reference/metrics.md`, made from the table of metrics. */
export function metricsDocument(): string {
  const rows = Object.entries(metricsTable).map(([name, { type, help, labels }]: [string, Metric]) => {
    const values = Object.entries(labels).map(
      ([label, among]) => `\`${label}\`: ${among === atStart ? atStart : (among as readonly string[]).join(', ')}`,
    );
    return `| \`${name}\` | ${type} | ${help} | ${values.join('; ')} |`;
  });
  return `# Metrics

The admin port shows these metrics at \`/metrics\`, in the text format of Prometheus. [Monitoring](../operations/monitoring.md) explains
how to read them. The metrics \`process_…\` and \`nodejs_…\` of [prom-client](https://github.com/siimon/prom-client#default-metrics)
come with them. A label that no row lists doesn't exist. Labels have the values that the table lists, never one that comes from a client.
This page is made by \`npm run -s bonafide metrics\`.

| Metric | Type | Meaning | Labels |
|---|---|---|---|
${rows.join('\n')}`;
}

/** `bonafide metrics`: every metric of the service, as Markdown. */
export function metricsCommand(io: Io): Command {
  return new Command('metrics')
    .description('print every metric of the service, as Markdown')
    .action(() => io.out(metricsDocument()));
}
