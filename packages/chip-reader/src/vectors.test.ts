import { describe, expect, test } from 'vitest';
import { bacSeed, mrzInformation, pacePassword } from './access-key.ts';
import { type Channel, plainChannel, type Transceive } from './apdu.ts';
import { openByBac } from './bac.ts';
import { paceOption } from './card-access.ts';
import { curveOf, encodePoint, toInteger } from './crypto/curves.ts';
import { pseudoRandom } from './crypto/pseudo-random.ts';
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

const hexOf = (...lines: string[]) => lines.join('').replaceAll(' ', '');

/** Bytes of the worked examples with DH (appendices G.2 and H.2). */
const DH = {
  theirMapping: hexOf(
    '78879F57225AA8080D52ED0FC890A4B25336F699AA89A2D3A189654AF70729E623EA5738B26381E4DA19E004706FACE7',
    'B235C2DBF2F38748312F3C98C2DD4882A41947B324AA1259AC22579DB93F7085655AF30889DBB845D9E6783FE42C9F24',
    '49400306254C8AE8EE9DD812A804C0B66E8CAFC14F84D8258950A91B44126EE6',
  ),
  ourMapping: hexOf(
    '23FB3749EA030D2A25B278D2A562047ADE3F01B74F17A15402CB7352CA7D2B3EB71C343DB13D1DEBCE9A3666DBCFC920',
    'B49174A602CB47965CAA73DC702489A44D41DB914DE9613DC5E98C94160551C0DF86274B9359BC0490D01B03AD54022D',
    'CB4F57FAD6322497D7A1E28D46710F461AFE710FBBBC5F8BA166F4311975EC6C',
  ),
  ourKey: hexOf(
    '907D89E2D425A178AA81AF4A7774EC8E388C115CAE67031E85EECE520BD911551B9AE4D04369F29A02626C86FBC6747C',
    'C7BC352645B6161A2A42D44EDA80A08FA8D61B76D3A154AD8A5A51786B0BC07147057871A922212C5F67F43173172236',
    'B7747D1671E6D692A3C7D40A0C3C5CE397545D015C175EB5130551EDBC2EE5D4',
  ),
  theirKey: hexOf(
    '075693D9AE941877573E634B6E644F8E60AF17A0076B8B123D9201074D36152BD8B3A213F53820C42ADC79AB5D0AEEC3',
    'AEFB91394DA476BD97B9B14D0A65C1FC71A0E019CB08AF55E1F729005FBA7E3FA5DC41899238A250767A6D46DB974064',
    '386CD456743585F8E5D90CC8B4004B1F6D866C79CE0584E49687FF61BC29AEA1',
  ),
  integrated: {
    private: hexOf(
      '4BD0E54740F9A028E6A515BFDAF967848C4F5F5FFF65AA0915947FFD1A0DF2FA6981271BC905F3551457B7E03AC3B806',
      '6DE4AA406C1171FB43DD939C4BA16175103BA3DEE16419AA248118F90CC36A3D6F4C373652E0C3CCE7F0F1D0C5425B36',
      '00F0F0D6A67F004C8BBA33F2B4733C7252445C1DFC4F1107203F71D2EFB28161',
    ),
    ourKey: hexOf(
      '0F0CC62945A8029251FB7EF3C094E12EC68E4EF07F27CB9D9CD04C5C4250FAE0E4F8A951557E929AEB48E5C6DD47F2F5',
      'CD7C351A9BD2CD722C07EDE166770F08FFCB370262CF308DD7B07F2E0DA9CAAA1492344C852906919538C98A4BA4187E',
      '76CE9D87832386D319CE2E043C3343AEAE6EDBA1A9894DC5094D22F7FE1351D5',
    ),
    theirKey: hexOf(
      '928D9A0F9DBA450F13FC859C6F290D1D36E42431138A4378500BEB4E0401854CFF111F71CB6DC1D0335807A11388CC8E',
      'AA87B07907AAD9FBA6B169AF6D8C26AF8DDDC39ADC3AD2E3FF882B84D23E9768E95A80E4746FB07A9767679FE92133B4',
      'D379935C771BD7FBED6C7BB4B1708B275EA75679524CDC9C6A91370CC662A2F3',
    ),
  },
};

/** EF.CardAccess that offers PACE with AES-128 by this arc and these parameters. */
const offering = (arc: number, parameterId: number) => {
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  return paceOption(
    bytes(`31143012060A04007F00070202 04${byte(arc)}020201020201${byte(parameterId)}`.replace(' ', '')),
  )!;
};
/** Random bytes that give this private key: the key less one, in the group. */
const lessOne = (text: string, { order }: { order: bigint }) =>
  ((toInteger(bytes(text)) % order) - 1n).toString(16).padStart(80, '0');
const mrz = { documentNumber: 'T22000129', dateOfBirth: '640812', dateOfExpiry: '101031' };

test('appendix G.2, PACE with DH and generic mapping, byte for byte', async () => {
  const option = offering(1, 0);
  expect([option.group.kind, option.mapping, hex(option.protocol)]).toEqual(['dh', 'generic', '04007F00070202040102']);
  const transport = script(
    ['0022C1A40F800A04007F00070202040102830101', '9000'],
    ['10860000027C0000', '7C128010854D8DF5827FA6852D1A4FA701CDDDCA9000'],
    [`10860000867C8183818180${DH.ourMapping}00`, `7C8183828180${DH.theirMapping}9000`],
    [`10860000867C8183838180${DH.ourKey}00`, `7C8183848180${DH.theirKey}9000`],
    ['008600000C7C0A8508B46DD9BD4D98381F00', '7C0A8608917F37B5C0E6D8D19000'],
  );
  const random = chosen(
    lessOne('5265030F751F4AD18B08AC565FC7AC952E41618D', option.group),
    lessOne('89CCD99B0E8D3B1F11E1296DCA68EC53411CF2CA', option.group),
  );
  const keys = await openByPace(plainChannel(transport), option, mrz, random);
  expect([keys.encryption, keys.mac].map(hex)).toEqual([
    '2F7F46ADCC9E7E521B45D192FAFA9126',
    '805A1D27D45A5116F73C54469462B7D8',
  ]);
  expect(transport.sent()).toBe(5);
});

describe('appendix H, PACE with integrated mapping', () => {
  /** Both examples have the password 123456, a CAN. */
  const can = { can: '123456' };

  test('the password, the pseudo-random numbers and the mapped generators', () => {
    const password = aes128.derive(pacePassword(can).secret, 3);
    expect(hex(password)).toBe('591468CDA83D65219CCCB8560233600F');
    expect(hex(aes128.decrypt(password, bytes('143DC40C08C8E891FBED7DEDB92B64AD')))).toBe(
      '2923BE84E16CD6AE529049F1F1BBE9EB',
    );
    const { group } = offering(4, 13);
    const value = pseudoRandom(
      aes128,
      bytes('2923BE84E16CD6AE529049F1F1BBE9EB'),
      bytes('5DD4CBFC96F5453B130D890A1CDBAE32'),
      group,
    );
    expect(value.toString(16).toUpperCase()).toBe('A2F8FF2DF50E52C6599F386ADCB595D229F6A167ADE2BE5F2C3296ADD5B7430E');
    expect(hex(group.map!(value).encode())).toBe(
      '048E82D31559ED0FDE92A4D0498ADD3C23BABA94FB77691E31E90AEA77FB17D4274C1AE14BD0C3DBAC0C871B7F36081693' +
        '64437CA30AC243A089D3F266C1E60FAD',
    );
    const prime = offering(3, 0).group;
    const modular = pseudoRandom(
      aes128,
      bytes('FA5B7E3E49753A0DB9178B7B9BD898C8'),
      bytes('B3A6DB3C870C3E99245E0D1C06B747DE'),
      prime,
    );
    expect(hex(prime.map!(modular).encode())).toBe(
      hexOf(
        '1D7D767F11E333BCD6DBAEF40E799E7A926B96973550656FF3C830726D118D61C276CDCC61D475CF03A98E0C0E79CAEB',
        'A5BE25578BD4551D0B10903236F0B0F976852FA78EEA14EA0ACA87D1E91F688FE0DFF897BBE35A472621D343564B262F',
        '34223AE8FC59B664BFEDFA2BFE7516CA5510A6BBB633D517EC25D4E0BBAA16C2',
      ),
    );
  });

  test('H.1, ECDH, byte for byte', async () => {
    const option = offering(4, 13);
    const ours =
      '0489CBA23FFE96AA18D824627C3E934E54A9FD0B87A95D1471DC1C0ABFDCD640D46755DE9B7B778280B6BEBD57439ADFEB' +
      '0E21FD4ED6DF42578C13418A59B34C37';
    const theirs =
      '0467F78E5F7F7686082B293E8D087E056916D0F74BC01A5F8957D0DE45691E51E8932B69A962B52A0985AD2C0A271EE6A1' +
      '3A8ADDDCD1A3A994B9DED257F4D22753';
    const transport = script(
      ['0022C1A40F800A04007F00070202040402830102', '9000'],
      ['10860000027C0000', '7C128010143DC40C08C8E891FBED7DEDB92B64AD9000'],
      ['10860000147C1281105DD4CBFC96F5453B130D890A1CDBAE3200', '7C0282009000'],
      [`10860000457C438341${ours}00`, `7C438441${theirs}9000`],
      ['008600000C7C0A8508450F02B86F6A090900', '7C0A860875D4D96E8D5B03089000'],
    );
    const random = chosen(
      '5DD4CBFC96F5453B130D890A1CDBAE32',
      lessOne('A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595', option.group),
    );
    const keys = await openByPace(plainChannel(transport), option, can, random);
    expect([keys.encryption, keys.mac].map(hex)).toEqual([
      '0D3FEB33251A6370893D62AE8DAAF51B',
      'B01E89E3D9E8719E586B50B4A7506E0B',
    ]);
    expect(transport.sent()).toBe(5);
  });

  test('H.2, DH, byte for byte', async () => {
    const option = offering(3, 0);
    const { ourKey, theirKey } = DH.integrated;
    const transport = script(
      ['0022C1A40F800A04007F00070202040302830102', '9000'],
      ['10860000027C0000', '7C1280109ABB8864CA0FF1551E620D1EF4E135109000'],
      ['10860000147C128110B3A6DB3C870C3E99245E0D1C06B747DE00', '7C0282009000'],
      [`10860000867C8183838180${ourKey}00`, `7C8183848180${theirKey}9000`],
      ['008600000C7C0A850855D61977CBF5307E00', '7C0A8608C2F04230187E15259000'],
    );
    const random = chosen('B3A6DB3C870C3E99245E0D1C06B747DE', lessOne(DH.integrated.private, option.group));
    const keys = await openByPace(plainChannel(transport), option, can, random);
    expect([keys.encryption, keys.mac].map(hex)).toEqual([
      '01AFC10CF87BE36D8179E87370171F07',
      '23F0FBD05FD6C7B8B88F4C8309669061',
    ]);
    expect(transport.sent()).toBe(5);
  });

  test('a nonce of another length, and a key that is not in the group, are refused', async () => {
    const long = script(
      ['0022C1A40F800A04007F00070202040402830102', '9000'],
      ['10860000027C0000', `7C228020${'00'.repeat(32)}9000`],
      ['10860000147C1281105DD4CBFC96F5453B130D890A1CDBAE3200', '7C0282009000'],
    );
    const nonce = '5DD4CBFC96F5453B130D890A1CDBAE32';
    await expect(openByPace(plainChannel(long), offering(4, 13), can, chosen(nonce))).rejects.toMatchObject({
      code: 'invalid_answer',
    });
    for (const outside of ['00', '01', `${'FF'.repeat(128)}`, DH.integrated.theirKey.replace(/..$/, 'F4')]) {
      expect(() => offering(3, 0).group.decode(bytes(outside))).toThrow('Not an element of the group');
    }
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
