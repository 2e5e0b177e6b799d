import { describe, expect, it } from 'vitest';
import { importAddresses } from '../../applicants/addresses/import.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { startService, useService } from '../../testing/service.ts';

const service = useService();

const sample = {
  flat_number: '',
  building_number: '100',
  building_name: '',
  street: 'EXAMPLE STREET',
  sub_street: '',
  town: 'LONDON',
  postcode: 'S2 2DF',
  country: 'GBR',
};

describe.each(['v3.2', 'v3.6'])('%s', (version) => {
  const pick = (query: string, token?: string) => service.get(`/${version}/addresses/pick${query}`, { token });

  it('picks the addresses of a postcode, whatever its case and spaces', async () => {
    const addresses = [sample, { ...sample, flat_number: '10', building_number: '', building_name: 'EXAMPLE COURT' }];
    for (const postcode of ['S2%202DF', 'S22DF', 's2+2df', '%20S2%20%202DF%20']) {
      const { status, body } = await pick(`?postcode=${postcode}`);
      expect([status, body], postcode).toEqual([200, { addresses }]);
      expect(Object.keys(body.addresses[0])).toEqual(Object.keys(sample));
    }
    expect((await pick('/?postcode=S22DF', service.liveToken)).body).toEqual({ addresses });
  });

  it('finds nothing for a postcode that it does not know', async () => {
    for (const postcode of ['ZZ1%201ZZ', '%25', '_', "'%20or%201=1", 'x'.repeat(3000)]) {
      const { status, body } = await pick(`?postcode=${postcode}`);
      expect([status, body], postcode).toEqual([200, { addresses: [] }]);
    }
  });

  it('asks for a postcode', async () => {
    for (const query of ['', '?', '?postcode=', '?postcode=%20%20', '?postcode', '?Postcode=S22DF']) {
      const { status, body } = await pick(query);
      expect([status, body], query).toEqual([
        422,
        {
          error: {
            type: 'validation_error',
            message: 'There was a validation error on this request',
            fields: { postcode: ["can't be blank"] },
          },
        },
      ]);
    }
    expect((await pick('?postcode=a&postcode=b')).body.error.fields).toEqual({ postcode: ['must be a string'] });
  });

  it('answers a ping in plain text, to those who may ask', async () => {
    const { status, headers, body } = await service.get(`/${version}/ping`);
    expect([status, headers['content-type'], body]).toEqual([200, 'text/plain', 'OK']);
    expect((await pick('?postcode=S22DF', 'unknown')).status).toBe(401);
  });
});

it('picks from what an operator has imported, all or nothing', async () => {
  const fresh = await startService();
  const pick = async () => (await fresh.get('/v3.6/addresses/pick?postcode=S22DF')).body.addresses;
  try {
    const mine = { street: 'NEW ROAD', postcode: 's2 2df' };
    await expect(
      importAddresses(fresh.services, [mine, { street: 'NOWHERE' }], systemPrincipal('start')),
    ).rejects.toMatchObject({
      fields: { addresses: ["entry 2: postcode can't be blank"] },
    });
    expect((await pick()).length).toBe(2);
    expect(await importAddresses(fresh.services, [mine], systemPrincipal('start'))).toBe(1);
    const blanks = Object.fromEntries(Object.keys(sample).map((key) => [key, '']));
    expect(await pick()).toEqual([{ ...blanks, ...mine }]);
  } finally {
    await fresh.close();
  }
});
