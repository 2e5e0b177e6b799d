import type { TestService } from '../testing/service.ts';

export interface Shown {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads `/metrics` of a service with an admin port, line by line. */
export async function scrape({ adminPort }: Pick<TestService, 'adminPort'>): Promise<Shown[]> {
  const answer = await fetch(`http://127.0.0.1:${adminPort}/metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const { name, labels = '', value } = /^(?<name>\w+)(?:\{(?<labels>.*)\})? (?<value>\S+)$/.exec(line)!.groups!;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
    return { name: name!, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** The values of a metric by its labels: `{ 'kind=check outcome=done': 1 }`, without series of 0. */
export async function valuesOf(service: Pick<TestService, 'adminPort'>, name: string): Promise<Record<string, number>> {
  const shown = (await scrape(service)).filter((line) => line.name === name && line.value !== 0);
  const keyOf = (labels: Shown['labels']) =>
    Object.entries(labels)
      .map((pair) => pair.join('='))
      .join(' ');
  return Object.fromEntries(shown.map(({ labels, value }) => [keyOf(labels), value]));
}
