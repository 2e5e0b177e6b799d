import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, useService } from '../testing/service.ts';
import { report, storyOf } from './testing/earlier-errors.ts';

const service = useService();

type Version = 'v1' | 'v2';

/** Client of a list: each list has an account of its own, so that its total is known. */
interface Asker {
  readonly version: Version;
  readonly token: string;
}

/** A list with five entries: its path, its key in the body, and their ids as they must come, newest first. */
interface Filled {
  readonly path: string;
  readonly key: string;
  readonly ids: readonly string[];
}

const five = [1, 2, 3, 4, 5];

async function oneByOne(make: () => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  for (const _ of five) {
    ids.unshift(await make());
    service.clock.advance(1000);
  }
  return ids;
}

const lists: Readonly<Record<string, (asker: Asker) => Promise<Filled>>> = {
  async applicants({ version, token }) {
    const ids = await oneByOne(() => storyOf(service, version).applicant({}, { token }));
    return { path: `/${version}/applicants/`, key: 'applicants', ids };
  },
  async documents({ version, token }) {
    const story = storyOf(service, version);
    const applicant = await story.applicant({}, { token });
    const ids = await oneByOne(() => story.document(applicant, { token }));
    return { path: `/${version}/applicants/${applicant}/documents`, key: 'documents', ids };
  },
  async checks({ version, token }) {
    const story = storyOf(service, version);
    const applicant = await story.applicant({}, { token });
    const order = { reports: [report('identity')] };
    const ids = await oneByOne(async () => (await story.check(applicant, order, { token })).body.id);
    return { path: `/${version}/applicants/${applicant}/checks`, key: 'checks', ids };
  },
  async reports({ version, token }) {
    const story = storyOf(service, version);
    const applicant = await story.applicant({}, { token });
    const names = [report('identity'), report('right_to_work'), report('known_faces'), report('watchlist', 'kyc')];
    const reports = [...names, report('watchlist', 'full')];
    const { body } = await story.check(applicant, { type: 'standard', reports }, { token });
    // In the order asked for, as the check itself has them.
    const ids = body.reports.map(({ id }: { id: string }) => id);
    return { path: `/${version}/checks/${body.id}/reports`, key: 'reports', ids };
  },
  async webhooks({ version, token }) {
    const url = 'https://alice.example/hook';
    const make = async () => (await service.post(`/${version}/webhooks`, { url }, { token })).body.id;
    return { path: `/${version}/webhooks`, key: 'webhooks', ids: await oneByOne(make) };
  },
};

/** The addresses of a `Link` header by their relation. */
const linksOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries([...(headers.link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]));

const idsIn = ({ body }: Answer, key: string): string[] => body[key].map(({ id }: { id: string }) => id);

const paged: [Version, string][] = [
  ...['applicants', 'documents', 'checks', 'reports', 'webhooks'].map((name): [Version, string] => ['v1', name]),
  // The published list of documents of v2 has no pages.
  ...['applicants', 'checks', 'reports', 'webhooks'].map((name): [Version, string] => ['v2', name]),
];

describe.each(paged)('%s: the list of %s', (version, name) => {
  let token: string;
  let liveToken: string;
  let filled: Filled;
  const get = (path: string) => service.get(path, { token });
  beforeAll(async () => {
    ({ sandboxToken: token, liveToken } = await service.makeAccount('Pages Ltd'));
    filled = await lists[name]!({ version, token });
  });

  it('gives every object once to a client that follows the links to the end, and back', async () => {
    const { path, key, ids } = filled;
    const there: string[][] = [];
    let answer = await get(`${path}?per_page=2`);
    const first = linksOf(answer).first!;
    for (;;) {
      expect([answer.status, answer.headers['x-total-count']]).toEqual([200, '5']);
      there.push(idsIn(answer, key));
      const { next } = linksOf(answer);
      if (next === undefined) break;
      answer = await get(next);
    }
    expect(there).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);

    const last = linksOf(answer).last!;
    expect(idsIn(await get(last), key)).toEqual(ids.slice(4));
    const back: string[][] = [];
    for (let url: string | undefined = last; url !== undefined; url = linksOf(answer).prev) {
      answer = await get(url);
      back.unshift(idsIn(answer, key));
    }
    expect(back).toEqual(there);
    expect(idsIn(await get(first), key)).toEqual(ids.slice(0, 2));
  });

  it('links to the address that was asked, with what else was asked', async () => {
    const { path } = filled;
    const answer = await get(`${path}?expand=none&page=2&per_page=2`);
    const at = (page: number) => `${service.baseUrl}${path}?expand=none&page=${page}&per_page=2`;
    expect(linksOf(answer)).toEqual({ first: at(1), prev: at(1), next: at(3), last: at(3) });
  });

  it('has pages of 20 by default, of 500 at most, and empty ones beyond the end', async () => {
    const { path, key, ids } = filled;
    const whole = await get(path);
    expect(idsIn(whole, key)).toEqual(ids);
    const only = (size: number) => `${service.baseUrl}${path}?page=1&per_page=${size}`;
    expect(linksOf(whole)).toEqual({ first: only(20), last: only(20) });
    expect(linksOf(await get(`${path}?page=1&per_page=501`))).toEqual({ first: only(500), last: only(500) });
    const beyond = await get(`${path}?page=9&per_page=5`);
    expect([beyond.status, beyond.body, beyond.headers['x-total-count']]).toEqual([200, { [key]: [] }, '5']);
    const end = `${service.baseUrl}${path}?page=1&per_page=5`;
    expect(linksOf(beyond)).toEqual({ first: end, prev: end, last: end });
  });

  it('refuses pages that there cannot be', async () => {
    const { status, body } = await get(`${filled.path}?page=-1&per_page=0`);
    const wrong = ['must be greater than 0'];
    const fields = version === 'v1' ? { messages: wrong } : wrong;
    expect([status, body.error.fields]).toEqual([422, { page: fields, per_page: fields }]);
  });

  it('shows another account nothing, and the other environment only webhooks, which belong to the account', async () => {
    const { path, key } = filled;
    const total = async (stranger: string) => {
      const { status, headers } = await service.get(path, { token: stranger });
      return [status, headers['x-total-count']];
    };
    const nothing = key === 'applicants' || key === 'webhooks' ? [200, '0'] : [404, undefined];
    expect(await total(service.other.sandboxToken)).toEqual(nothing);
    expect(await total(liveToken)).toEqual(key === 'webhooks' ? [200, '5'] : nothing);
  });
});

it('lists the documents of v2 whole, without pages', async () => {
  const token = (await service.makeAccount('Pages Ltd')).sandboxToken;
  const { path, key, ids } = await lists.documents!({ version: 'v2', token });
  const answer = await service.get(`${path}?per_page=2`, { token });
  expect(idsIn(answer, key)).toEqual(ids);
  expect([answer.headers.link, answer.headers['x-total-count']]).toEqual([undefined, undefined]);
});

it('has 20 on a page of v1', async () => {
  const { sandboxToken: token } = await service.makeAccount('Pages Ltd');
  const story = storyOf(service, 'v1');
  for (let n = 0; n < 21; n += 1) await story.applicant({}, { token });
  const first = await service.get('/v1/applicants', { token });
  expect([first.body.applicants.length, first.headers['x-total-count']]).toEqual([20, '21']);
  expect((await service.get(linksOf(first).next!, { token })).body.applicants).toHaveLength(1);
});
