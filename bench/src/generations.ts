import type { Bench } from './bench.ts';
import { ask, type Call, getCall, postCall, samplePerson } from './client.ts';
import { compare } from './load.ts';
import type { Line } from './table.ts';

/** A face of an earlier generation may cost at most 15 % more than that of v3.6 in the same run. */
const LEAST_OF_V36 = 1 / 1.15;

/** The sample person in the fields of v1 and v2. */
function somebodyEarlier() {
  const { address, ...person } = samplePerson;
  return { ...person, addresses: [address] };
}

const generations: readonly [version: string, body: object][] = [
  ['v3.6', samplePerson],
  ['v2', somebodyEarlier()],
  ['v1', somebodyEarlier()],
];

/** GET and POST of an applicant through v2 and v1, beside v3.6. */
export async function measureGenerations(bench: Bench): Promise<Line[]> {
  const { service } = bench;
  const token = service.live_token;
  const creates = generations.map(([version, body]) => postCall(`/${version}/applicants`, token, body));
  const gets: Call[] = [];
  for (const create of creates) {
    const { id } = await ask<{ id: string }>(service, create);
    gets.push(getCall(`${create.path}/${id}`, token));
  }
  return [...(await beside(bench, 'GET applicant', gets)), ...(await beside(bench, 'POST applicant', creates))];
}

async function beside(bench: Bench, what: string, calls: readonly Call[]): Promise<Line[]> {
  const targets = calls.map((call, i) => ({
    name: generations[i]![0],
    url: bench.service.http_base_url,
    call,
  }));
  const [latest, ...earlier] = await compare(targets, bench.options);
  if (!latest) throw new Error('A target has no figures');
  return earlier.map((figures, i) => {
    const ofLatest = figures.rate / latest.rate;
    return {
      what: `${what}, ${generations[i + 1]![0]}`,
      ...figures,
      figure: figures.failures > 0 ? `${figures.failures} failed` : `${ofLatest.toFixed(2)} of v3.6`,
      target: `≥ ${LEAST_OF_V36.toFixed(2)} of v3.6`,
      met: ofLatest >= LEAST_OF_V36 && figures.failures === 0,
    };
  });
}
