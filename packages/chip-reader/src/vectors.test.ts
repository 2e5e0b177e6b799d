import { describe, expect, test } from 'vitest';
import { bacSeed, mrzInformation, pacePassword } from './access-key.ts';
import { type Channel, plainChannel, type Transceive } from './apdu.ts';
import { openByBac } from './bac.ts';
import { paceOption } from './card-access.ts';
import { curveOf, encodePoint, toInteger } from './crypto/curves.ts';
import { aes128, aes192, aes256, tripleDes } from './crypto/suite.ts';
import { readFile } from './files.ts';
import { openByPace } from './pace.ts';
import { secureChannel } from './secure-messaging.ts';

// The worked examples of ICAO Doc 9303-11 (seventh and eighth edition).

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** A transport that expects exactly these commands and gives these answers. `sent` counts them. */
function script(...exchanges: readonly (readonly [string, string])[]): Transceive & { sent: () => number } {
  let at = 0;
  const transceive = async (apdu: Uint8Array) => {
    const [command, answer] = exchanges[at] ?? ['nothing', ''];
    expect(hex(apdu)).toBe(command);
    at += 1;
    return bytes(answer);
  };
  return Object.assign(transceive, { sent: () => at });
}

/** Random bytes that a test chooses, in their order. */
const chosen =
  (...values: string[]) =>
  () =>
    bytes(values.shift()!);

describe('appendix D, BAC', () => {
  const key = { documentNumber: 'L898902C<', dateOfBirth: '690806', dateOfExpiry: '940623' };

  test('D.2: the key seed of both kinds of MRZ', () => {
    expect(mrzInformation(key)).toBe('L898902C<369080619406236');
    expect(hex(bacSeed(key))).toBe('239AB9CB282DAF66231DC5A4DF6BFBAE');
    const long = { documentNumber: 'D23145890734', dateOfBirth: '1934-07-12', dateOfExpiry: '1995-07-12' };
    expect(mrzInformation(long)).toBe('D23145890734934071279507122');
    expect(hex(bacSeed(long)).slice(0, 29)).toBe('B366AD857DDCA2B08C0E299811714');
  });

  test('D.1 and D.2: the derived keys', () => {
    const seed = bytes('239AB9CB282DAF66231DC5A4DF6BFBAE');
    expect(hex(tripleDes.derive(seed, 1))).toBe('AB94FDECF2674FDFB9B391F85D7F76F2');
    expect(hex(tripleDes.derive(seed, 2))).toBe('7962D9ECE03D1ACD4C76089DCE131543');
  });

  test('D.3 and D.4: the authentication, then EF.COM, byte for byte', async () => {
    const transport = script(
      ['0084000008', '4608F919887022129000'],
      [
        '008200002872C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F25F1448EEA8AD90A728',
        '46B9342A41396CD7386BF5803104D7CEDC122B9132139BAF2EEDC94EE178534F2F2D235D074D74499000',
      ],
      ['0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800', '990290008E08FA855A5D4C50A8ED9000'],
      ['0CB000000D9701048E08ED6705417E96BA5500', '8709019FF0EC34F9922651990290008E08AD55CC17140B2DED9000'],
      [
        '0CB000040D9701128E082EA28A70F3C7B53500',
        '871901FB9235F4E4037F2327DCC8964F1F9B8C30F42C8E2FFF224A990290008E08C8B2787EAEA07D749000',
      ],
    );
    const plain = plainChannel(transport);
    const random = chosen('781723860C06C226', '0B795240CB7049B01C19B33E32804F0B');
    const keys = await openByBac(plain, key, random);
    expect([keys.encryption, keys.mac, keys.counter].map(hex)).toEqual([
      '979EC13B1CBFE9DCD01AB0FED307EAE5',
      'F1CB1F1FB5ADF208806B89DC579DC1F8',
      '887022120C06C226',
    ]);
    const com = await readFile(secureChannel(plain, keys), 0x011e);
    expect(hex(com!)).toBe('60145F0104303130365F36063034303030305C026175');
    expect(transport.sent()).toBe(5);
  });
});

const NONCE = '3F00C4D39D153F2B2A214A078D899B22';
const PACE = {
  cardAccess: '31143012060A04007F0007020204020202010202010D',
  mapping: '7F4EF07B9EA82FD78AD689B38D0BC78CF21F249D953BC46F4C6E19259C010F99',
  ephemeral: 'A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595',
  exchanges: [
    ['0022C1A40F800A04007F00070202040202830101', '9000'],
    ['10860000027C0000', '7C12801095A3A016522EE98D01E76CB6B98B42C39000'],
    [
      '10860000457C438141047ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D00',
      '7C43824104824FBA91C9CBE26BEF53A0EBE7342A3BF178CEA9F45DE0B70AA601651FBA3F5730D8C879AAA9C9F73991E61B58F4D52EB87A0A0C709A49DC63719363CCD13C549000',
    ],
    [
      '10860000457C438341042DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB3646200',
      '7C438441049E880F842905B8B3181F7AF7CAA9F0EFB743847F44A306D2D28C1D9EC65DF6DB7764B22277A2EDDC3C265A9F018F9CB852E111B768B326904B59A0193776F0949000',
    ],
    ['008600000C7C0A8508C2B0BD78D94BA86600', '7C0A86083ABB9674BCE93C089000'],
  ] as const,
};

describe('appendix G.1, PACE with ECDH and generic mapping', () => {
  const key = { documentNumber: 'T22000129', dateOfBirth: '640812', dateOfExpiry: '101031' };
  /** The private key is the random number less one, plus one. */
  const numberBefore = (text: string) => (toInteger(bytes(text)) - 1n).toString(16).padStart(80, '0');

  test('the password and the nonce', () => {
    expect(mrzInformation(key)).toBe('T22000129364081251010318');
    const { secret, reference } = pacePassword(key);
    expect([hex(secret), reference]).toEqual(['7E2D2A41C74EA0B38CD36F863939BFA8E9032AAD', 1]);
    const password = aes128.derive(secret, 3);
    expect(hex(password)).toBe('89DED1B26624EC1E634C1989302849DD');
    expect(hex(aes128.decrypt(password, bytes('95A3A016522EE98D01E76CB6B98B42C3')))).toBe(NONCE);
    expect(pacePassword({ can: '123456' })).toEqual({ secret: Uint8Array.from(Buffer.from('123456')), reference: 2 });
  });

  test('the mapping', () => {
    const curve = curveOf(13)!;
    const theirs = curve.fromBytes(bytes(PACE.exchanges[2][1].slice(8, -4)));
    const shared = theirs.multiply(toInteger(bytes(PACE.mapping)));
    expect(hex(encodePoint(shared))).toBe(
      '0460332EF2450B5D247EF6D3868397D398852ED6E8CAF6FFEEF6BF85CA57057FD50840CA7415BAF3E43BD414D35AA4608B93A2CAF3A4E3EA4E82C9C13D03EB7181',
    );
    expect(hex(encodePoint(curve.BASE.multiply(toInteger(bytes(NONCE))).add(shared)))).toBe(
      '048CED63C91426D4F0EB1435E7CB1D74A46723A0AF21C89634F65A9AE87A9265E28C879506743F8611AC33645C5B985C80B5F09A0B83407C1B6A4D857AE76FE522',
    );
  });

  test('the protocol, byte for byte', async () => {
    const option = paceOption(bytes(PACE.cardAccess))!;
    expect([option.parameterId, option.ambiguous, hex(option.protocol)]).toEqual([13, false, '04007F00070202040202']);
    const transport = script(...PACE.exchanges);
    const random = chosen(numberBefore(PACE.mapping), numberBefore(PACE.ephemeral));
    const keys = await openByPace(plainChannel(transport), option, key, random);
    expect([keys.encryption, keys.mac, keys.counter].map(hex)).toEqual([
      'F5F0E35C0D7161EE6724EE513A0D9A7F',
      'FE251C7858B356B24514B3BD5F4297D1',
      '00000000000000000000000000000000',
    ]);
    expect(transport.sent()).toBe(5);
  });

  test('a chip that knows another password has the wrong key', async () => {
    const option = paceOption(bytes(PACE.cardAccess))!;
    const random = () => chosen(numberBefore(PACE.mapping), numberBefore(PACE.ephemeral));
    const last = PACE.exchanges[4];
    for (const answer of ['6300', '63C2', '7C0A86083ABB9674BCE93C099000']) {
      const transport = script(...PACE.exchanges.slice(0, 4), [last[0], answer]);
      await expect(openByPace(plainChannel(transport), option, key, random())).rejects.toMatchObject({
        code: 'wrong_key',
      });
    }
    const echo = `7C438441${PACE.exchanges[3][0].slice(18, -2)}9000`;
    const transport = script(...PACE.exchanges.slice(0, 3), [PACE.exchanges[3][0], echo]);
    await expect(openByPace(plainChannel(transport), option, key, random())).rejects.toMatchObject({
      code: 'invalid_answer',
    });
  });
});

describe('beside the examples of ICAO', () => {
  test('AES-CMAC of NIST SP 800-38B, appendix D', () => {
    const message = bytes('6BC1BEE22E409F96E93D7E117393172A');
    expect(hex(aes128.mac(bytes('2B7E151628AED2A6ABF7158809CF4F3C'), message))).toBe('070A16B46B4D4144');
    expect(hex(aes192.mac(bytes('8E73B0F7DA0E6452C810F32B809079E562F8EAD2522C6B7B'), message))).toBe(
      '9E99A7BF31E71090',
    );
    const key256 = bytes('603DEB1015CA71BE2B73AEF0857D77811F352C073B6108D72D9810A30914DFF4');
    expect(hex(aes256.mac(key256, message))).toBe('28A7023F452E8F82');
  });

  test('secure messaging with AES, as other readers compute it', async () => {
    // Computed by others from the keys of appendix G.1: ICAO publishes no such trace.
    const transport = script(
      ['0CA4020C1D871101EE0E4724F4465C1BE9C2F73ABDD73A3D8E08835D1B54575C955F00', '990290008E08BEA7B381C494A0799000'],
      [
        '0CB000000D9701048E08AA6BA54F44DF836400',
        '871101645C0B1F998A088278D07942BBE94B60990290008E0894A33C6AA2D8CCC89000',
      ],
    );
    const channel: Channel = secureChannel(plainChannel(transport), {
      suite: aes128,
      encryption: bytes('F5F0E35C0D7161EE6724EE513A0D9A7F'),
      mac: bytes('FE251C7858B356B24514B3BD5F4297D1'),
      counter: new Uint8Array(16),
    });
    expect((await channel({ ins: 0xa4, p1: 2, p2: 0x0c, data: bytes('011E') })).status).toBe(0x9000);
    expect(hex((await channel({ ins: 0xb0, p1: 0, p2: 0, le: 4 })).data)).toBe('60145F01');
  });
});
