import fc from 'fast-check';

/**
 * Any character of Unicode, as unit of `fc.string`. The unit `binary` of fast-check is the same, but builds a map of a million
 * characters for each arbitrary, which takes half a second of a processor and 90 MB.
 */
export const anyCharacter = fc
  .nat({ max: 0x10f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));
