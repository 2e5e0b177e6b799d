/** A codestream of 8-bit samples (ISO/IEC 15444-1), as chips hold portraits. */
export async function jpeg2000(
  width: number,
  height: number,
  componentCount: number,
  data: Uint8Array,
): Promise<Buffer> {
  const { default: load } = await import('@cornerstonejs/codec-openjpeg/wasmjs');
  const { J2KEncoder } = await load({ print: () => {}, printErr: () => {} });
  const encoder = new J2KEncoder();
  encoder.getDecodedBuffer({ width, height, bitsPerSample: 8, componentCount, isSigned: false }).set(data);
  encoder.encode();
  const encoded = Buffer.from(encoder.getEncodedBuffer());
  encoder.delete();
  return encoded;
}
