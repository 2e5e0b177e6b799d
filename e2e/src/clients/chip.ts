/**
 * Chip data of a passport as capture apps upload it: data groups as arrays of signed bytes. The holder is taken from the specimen
 * in ICAO Doc 9303 part 4; the face record follows ISO/IEC 19794-5 and holds the given JPEG. Nothing is signed.
 */
export function chipData(face: Buffer): Buffer {
  const zone = `P<UTOERIKSSON<<ANNA<MARIA${'<'.repeat(19)}L898902C36UTO7408122F1204159ZE184226B<<<<<10`;
  const groups = {
    dg1: tlv([0x61], tlv([0x5f, 0x1f], Buffer.from(zone))),
    dg2: dataGroup2(face),
    sod: tlv([0x77], tlv([0x30])),
  };
  return Buffer.from(
    JSON.stringify(
      Object.fromEntries(Object.entries(groups).map(([name, bytes]) => [name, [...new Int8Array(bytes)]])),
    ),
  );
}

/** DG2 (tag 75): biometric templates (7F61), their number (02), one template (7F60) of header (A1) and data (5F2E). */
function dataGroup2(face: Buffer): Buffer {
  const template = tlv([0x7f, 0x60], Buffer.concat([tlv([0xa1]), tlv([0x5f, 0x2e], faceRecord(face))]));
  return tlv([0x75], tlv([0x7f, 0x61], Buffer.concat([tlv([0x02], Buffer.from([1])), template])));
}

/** Header (14 bytes), one face block: information (20 bytes), picture information (12 bytes, type 0 is JPEG), picture. */
function faceRecord(face: Buffer): Buffer {
  const header = Buffer.alloc(14);
  header.write('FAC\x00010\x00', 'latin1');
  header.writeUInt32BE(14 + 32 + face.length, 8);
  header.writeUInt16BE(1, 12);
  const information = Buffer.alloc(32);
  information.writeUInt32BE(32 + face.length, 0);
  information.writeUInt8(1, 20);
  return Buffer.concat([header, information, face]);
}

/** BER-TLV with a length of as many bytes as it needs. */
function tlv(tag: number[], value: Uint8Array = Buffer.alloc(0)): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x1_0000 ? [0x82, length >> 8, length & 0xff] : undefined;
  const long = size ?? [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.from([...tag, ...long]), value]);
}
