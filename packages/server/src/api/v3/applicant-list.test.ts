import { beforeEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../../http/testing/raw.ts';
import { startService, useService } from '../../testing/service.ts';

const service = useService();

/** An account of its own for each test, so that totals are exact. */
let token: string;
let name = 0;
beforeEach(async () => {
  name += 1;
  token = (await service.makeAccount(`Account ${name}`)).sandboxToken;
});

async function create(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { body } = await service.post('/v3.6/applicants', { first_name: 'Anna', last_name: `B${i}` }, { token });
    ids.unshift(body.id);
    service.clock.advance(i % 2 === 0 ? 0 : 1000);
  }
  return ids;
}

const idsOf = (body: { applicants: { id: string }[] }) => body.applicants.map(({ id }) => id);

describe.each(['v3.2', 'v3.6'])('%s', (version) => {
  const list = (query = '') => service.get(`/${version}/applicants${query}`, { token });
  const link = (page: number, rel: string, perPage = 2) =>
    `<${service.baseUrl}/${version}/applicants?per_page=${perPage}&page=${page}>; rel="${rel}"`;

  it('lists nobody', async () => {
    const { status, headers, body } = await list();
    expect([status, body, headers['x-total-count']]).toEqual([200, { applicants: [] }, '0']);
    expect(headers.link).toBe(
      ['first', 'last']
        .map((rel) => `<${service.baseUrl}/${version}/applicants?page=1&per_page=20>; rel="${rel}"`)
        .join(', '),
    );
  });

  it('lists newest first, as they are retrieved, 20 to a page', async () => {
    const ids = await create(21);
    const { headers, body } = await list();
    expect(idsOf(body)).toEqual(ids.slice(0, 20));
    expect(headers['x-total-count']).toBe('21');
    expect((await service.get(`/${version}/applicants/${ids[0]}`, { token })).body).toEqual(body.applicants[0]);
    expect(Object.keys(body)).toEqual(['applicants']);
    expect(idsOf((await list('?page=2')).body)).toEqual(ids.slice(20));
  });

  it('shows an applicant as it is now, whatever was shown before, in bytes as of a retrieval', async () => {
    const [id] = await create(2);
    const shown = async () => (await list('?include_deleted=true')).body.applicants[0];
    expect(await shown()).toMatchObject({ id, first_name: 'Anna', delete_at: null });
    const { body: changed } = await service.put(`/${version}/applicants/${id}`, { first_name: 'Berta' }, { token });
    expect(changed.first_name).toBe('Berta');
    expect(await shown()).toEqual(changed);
    const [list1, one, type] = await Promise.all([
      service.get(`/${version}/applicants?per_page=1`, { token }),
      service.get(`/${version}/applicants/${id}`, { token }),
      service.get(`/${version}/applicants/${id}`, { token }).then(({ headers }) => headers['content-type']),
    ]);
    expect(JSON.stringify(list1.body)).toBe(JSON.stringify({ applicants: [one.body] }));
    expect([list1.headers['content-type'], type]).toEqual(Array(2).fill('application/json; charset=utf-8'));
    await service.del(`/${version}/applicants/${id}`, { token });
    expect((await shown()).delete_at).toEqual(expect.any(String));
    expect(idsOf((await list()).body)).not.toContain(id);
    await service.post(`/${version}/applicants/${id}/restore`, undefined, { token });
    expect(await shown()).toEqual(changed);
  });

  it('leads from page to page until `next` is absent, and visits all', async () => {
    const ids = await create(5);
    const seen: string[] = [];
    let next: string | undefined = `${service.baseUrl}/${version}/applicants?per_page=2`;
    const links: string[] = [];
    while (next) {
      const { headers, body } = await service.get(next, { token });
      seen.push(...idsOf(body));
      links.push(headers.link as string);
      next = /<([^>]+)>; rel="next"/.exec(headers.link as string)?.[1];
    }
    expect(seen).toEqual(ids);
    expect(links).toEqual([
      [link(1, 'first'), link(2, 'next'), link(3, 'last')].join(', '),
      [link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(3, 'last')].join(', '),
      [link(1, 'first'), link(2, 'prev'), link(3, 'last')].join(', '),
    ]);
  });

  it('gives an empty list past the end, with the way back', async () => {
    await create(3);
    const { status, headers, body } = await list('?per_page=2&page=9');
    expect([status, body, headers['x-total-count']]).toEqual([200, { applicants: [] }, '3']);
    expect(headers.link).toBe([link(1, 'first'), link(2, 'prev'), link(2, 'last')].join(', '));
    expect((await list('?page=999999999&per_page=500')).body).toEqual({ applicants: [] });
  });

  it('caps a page at 500', async () => {
    const { headers } = await list('?per_page=501&page=1');
    expect(headers.link).toBe(`${link(1, 'first', 500)}, ${link(1, 'last', 500)}`);
  });

  it('refuses invalid pages', async () => {
    const integer = ['must be an integer'];
    const positive = ['must be greater than 0'];
    const bad: [query: string, fields: object][] = [
      ['page=0', { page: positive }],
      ['page=-1', { page: positive }],
      ['page=1.5', { page: integer }],
      ['page=abc', { page: integer }],
      ['page=', { page: integer }],
      ['page=1e3', { page: integer }],
      ['page=0x10', { page: integer }],
      ['page=%20', { page: integer }],
      ['page=9999999999999999999999', { page: integer }],
      ['per_page=0', { per_page: positive }],
      ['per_page=all', { per_page: integer }],
      ['per_page=0&page=x', { per_page: positive, page: integer }],
      ['page=1&page=2', { page: ['must be a string'] }],
      ['include_deleted=maybe', { include_deleted: ['is not included in the list'] }],
      ['include_deleted=2', { include_deleted: ['is not included in the list'] }],
    ];
    for (const [query, fields] of bad) {
      const { status, body } = await list(`?${query}`);
      expect([status, body.error.type, body.error.fields], query).toEqual([422, 'validation_error', fields]);
    }
  });

  it('ignores queries that it does not know, and empty parts', async () => {
    const ids = await create(1);
    for (const query of ['?&&', '?', '?sort=name&', '?&page=1&&', '?__proto__=1&constructor=2']) {
      const { status, body } = await list(query);
      expect([status, idsOf(body)], query).toEqual([200, ids]);
    }
  });

  it('leaves out the deleted unless asked for them, and counts truly', async () => {
    const ids = await create(3);
    const [newest, middle] = ids;
    const count = async (query: string) => {
      const { headers, body } = await list(query);
      expect(headers['x-total-count']).toBe(String(body.applicants.length));
      return idsOf(body);
    };
    await service.del(`/${version}/applicants/${middle}`, { token });
    expect(await count('')).toEqual([newest, ids[2]]);
    expect(await count('?include_deleted=false')).toEqual([newest, ids[2]]);
    expect(await count('?include_deleted=true')).toEqual(ids);
    expect(await count('?include_deleted=True')).toEqual(ids);
    const deleted = (await list('?include_deleted=true')).body.applicants[1];
    expect(deleted.delete_at).toMatch(/^2026-02-04T09:30:\d\dZ$/);

    // Twice deleted, twice restored: each counts once.
    await service.del(`/${version}/applicants/${middle}`, { token });
    expect(await count('')).toEqual([newest, ids[2]]);
    for (let i = 0; i < 2; i += 1) await service.post(`/${version}/applicants/${middle}/restore`, null, { token });
    expect(await count('')).toEqual(ids);
    expect(await count('?include_deleted=true')).toEqual(ids);
  });

  it('counts each of many deleted and restored at once exactly once', async () => {
    const ids = await create(4);
    const target = `/${version}/applicants/${ids[0]}`;
    const deletions = await Promise.all(Array.from({ length: 6 }, () => service.del(target, { token })));
    expect(deletions.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410, 410, 410]);
    expect((await list()).headers['x-total-count']).toBe('3');
    const restores = await Promise.all(
      Array.from({ length: 6 }, () => service.post(`${target}/restore`, null, { token })),
    );
    expect(restores.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422, 422, 422]);
    expect((await list()).headers['x-total-count']).toBe('4');
  });
});

describe('addresses of the pages', () => {
  const head = (path: string, host?: string) => [
    `GET ${path} HTTP/1.1`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    `Authorization: Token token=${token}`,
  ];
  const first = (link = '') => /^<([^>]+)>; rel="first"/.exec(link)?.[1];

  it('keep the host, the version and the other parameters that the client used', async () => {
    const answer = await sendRaw(service, head('/v3.4/applicants/?include_deleted=true', 'api.example:8443'));
    expect(first(answer.headers.link)).toBe(
      'https://api.example:8443/v3.4/applicants/?include_deleted=true&page=1&per_page=20',
    );
  });

  it('never lead to a host that the path names', async () => {
    for (const path of ['//v3.6//applicants', '///v3.6/applicants', 'https://elsewhere.example/v3.6/applicants']) {
      const answer = await sendRaw(service, head(path, 'api.example'));
      expect([answer.status, new URL(first(answer.headers.link) as string).host], path).toEqual([200, 'api.example']);
    }
  });

  it('fall back to the address of the service when the client sends no host, or nonsense', async () => {
    for (const host of ['[', 'a b', '', 'a:b:c']) {
      const answer = await sendRaw(service, head('/v3.6/applicants', host));
      expect([answer.status, new URL(first(answer.headers.link) as string).origin], host).toEqual([
        200,
        service.baseUrl,
      ]);
    }
    const old = await sendRaw(service, ['GET /v3.6/applicants HTTP/1.0', `Authorization: Token token=${token}`]);
    expect(first(old.headers.link)).toBe(`${service.baseUrl}/v3.6/applicants?page=1&per_page=20`);
  });

  it('use the public address if it is set', async () => {
    const named = await startService({ settings: { publicUrl: 'https://id.example' } });
    try {
      const { headers } = await named.get('/v3.6/applicants');
      expect(first(headers.link)).toBe('https://id.example/v3.6/applicants?page=1&per_page=20');
    } finally {
      await named.close();
    }
  });
});

it('lists that arrive together have the applicants of their own account, environment, page and version', async () => {
  const other = await service.makeAccount('Beside');
  const ids = await create(3);
  const { body: theirs } = await service.post(
    '/v3.6/applicants',
    { first_name: 'Eve', last_name: 'C' },
    { token: other.sandboxToken },
  );
  const list = async (path: string, of: string) => {
    const { headers, body } = await service.get(path, { token: of });
    return [idsOf(body), headers['x-total-count']];
  };
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => list('/v3.6/applicants?per_page=2', token)),
    list('/v3.6/applicants?per_page=2&page=2', token),
    list('/v3.2/applicants', token),
    list('/v3.6/applicants', other.sandboxToken),
    list('/v3.6/applicants', other.liveToken),
  ]);
  expect(answers).toEqual([
    ...Array.from({ length: 5 }, () => [ids.slice(0, 2), '3']),
    [ids.slice(2), '3'],
    [ids, '3'],
    [[theirs.id], '1'],
    [[], '0'],
  ]);
});
