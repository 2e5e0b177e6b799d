/** Limits above which an import is refused as too large. Every bound is one of `docs/guides/screening.md`. */
export const LIMITS = {
  /** Bytes of a file, packed and unpacked. */
  fileBytes: 4e9,
  /** Unpacked bytes for each packed one. Plain text of lists packs to a tenth. */
  unpackedRatio: 200,
  /** Files of an archive: as many as a list has. */
  archiveFiles: 8,
  records: 5_000_000,
  names: 10_000_000,
  /** Characters of a line or of the text of an XML element. */
  lineLength: 16_000_000,
  /** Characters of a name. A longer one would have to be cut, which would be a silent miss. */
  nameLength: 512,
  namesOfRecord: 2000,
  xmlDepth: 64,
  /** Characters of an attribute of XML. */
  attributeLength: 64_000,
} as const;
