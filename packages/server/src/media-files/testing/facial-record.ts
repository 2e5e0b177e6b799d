/** Builds data groups as a chip holds them, for tests. */

export function tlv(tag: number, ...values: Uint8Array[]): Buffer {
  const value = Buffer.concat(values);
  const length = Buffer.from([0x83, value.length >> 16, (value.length >> 8) & 0xff, value.length & 0xff]);
  return Buffer.concat([Buffer.from(tag > 0xff ? [tag >> 8, tag & 0xff] : [tag]), length, value]);
}

/** A facial record (ISO/IEC 19794-5) of one face with `points` feature points. */
export function facialRecord(picture: Uint8Array, points = 0): Buffer {
  const block = Buffer.alloc(20 + points * 8 + 12);
  block.writeUInt32BE(block.length + picture.length, 0);
  block.writeUInt16BE(points, 4);
  const header = Buffer.alloc(14);
  header.write('FAC\x00010\0', 'latin1');
  header.writeUInt32BE(header.length + block.length + picture.length, 8);
  header.writeUInt16BE(1, 12);
  return Buffer.concat([header, block, picture]);
}

/** Data group 2 with one template, its header before the record as on real chips. */
export function dataGroup2(record: Uint8Array, blockTag = 0x5f2e): Buffer {
  const header = tlv(0xa1, tlv(0x80, Buffer.from([1, 1])), tlv(0x87, Buffer.from([1, 1])));
  return tlv(0x75, tlv(0x7f61, tlv(0x02, Buffer.from([1])), tlv(0x7f60, header, tlv(blockTag, record))));
}
