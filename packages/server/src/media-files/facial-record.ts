import { ByteReader, Malformed } from './byte-reader.ts';
import { findTlv, onlyTlv } from './tlv.ts';

/** The holder's picture as a chip carries it. */
export interface Portrait {
  readonly format: 'jpg' | 'jp2';
  readonly bytes: Uint8Array;
}

/** Tags of data group 2 (ICAO 9303-10, 4.7.2). */
const TAG = {
  dataGroup2: 0x75,
  templateGroup: 0x7f61,
  template: 0x7f60,
  dataBlock: 0x5f2e,
  constructedDataBlock: 0x7f2e,
};

/** The first picture of a data group 2. Throws `Malformed`. */
export function portraitOf(dg2: Uint8Array): Portrait {
  const group = onlyTlv(onlyTlv(dg2, TAG.dataGroup2), TAG.templateGroup);
  return firstPicture(findTlv(findTlv(group, TAG.template), TAG.dataBlock, TAG.constructedDataBlock));
}

const IDENTIFIER = 'FAC\0';
const RECORD_HEADER_BYTES = 14;
const FACE_INFORMATION_BYTES = 20;
const FEATURE_POINT_BYTES = 8;
const IMAGE_INFORMATION_BYTES = 12;

/** The picture of the first face of a facial record (ISO/IEC 19794-5:2005, 5.4 to 5.8). */
function firstPicture(record: Uint8Array): Portrait {
  const header = new ByteReader(record);
  if (text(header.take(4)) !== IDENTIFIER) throw new Malformed('Not a facial record');
  header.take(4); // version, 010 or 030
  const recordLength = header.uint(4);
  const faces = header.uint(2);
  if (recordLength < RECORD_HEADER_BYTES || recordLength > record.length || faces === 0) {
    throw new Malformed('A facial record of a wrong length, or with no face');
  }

  const body = new ByteReader(record.subarray(RECORD_HEADER_BYTES, recordLength));
  const blockLength = body.uint(4);
  if (blockLength < 4) throw new Malformed('A face shorter than its own length');
  const face = new ByteReader(body.take(blockLength - 4));
  const points = face.uint(2);
  face.take(FACE_INFORMATION_BYTES - 6); // gender, colours, features, expression, pose
  face.take(points * FEATURE_POINT_BYTES);
  face.take(IMAGE_INFORMATION_BYTES); // Its image type is known to be wrong on some chips: the bytes are asked below.
  const bytes = face.rest();
  return { format: formatOf(bytes), bytes };
}

function formatOf(bytes: Uint8Array): Portrait['format'] {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  if (head.startsWith('ffd8ff')) return 'jpg';
  if (head === '0000000c6a5020200d0a870a' || head.startsWith('ff4fff51')) return 'jp2';
  throw new Malformed('A picture that is neither JPEG nor JPEG 2000');
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
