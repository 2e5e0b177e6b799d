/** Used parts of the WebAssembly build of OpenJPEG, which comes without types. */
interface OpenJpegOptions {
  print(line: string): void;
  printErr(line: string): void;
}

interface FrameInfo {
  width: number;
  height: number;
  bitsPerSample: number;
  componentCount: number;
  isSigned: boolean;
}

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface Decoder {
    /** Memory of the codec to write the encoded bytes to. */
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getFrameInfo(): FrameInfo;
    /** Memory of the codec; valid until the next call. */
    getDecodedBuffer(): Uint8Array;
    delete(): void;
  }
  export default function load(options: OpenJpegOptions): Promise<{ J2KDecoder: new () => Decoder }>;
}

declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  interface Encoder {
    getDecodedBuffer(frame: FrameInfo): Uint8Array;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
    delete(): void;
  }
  export default function load(options: OpenJpegOptions): Promise<{ J2KEncoder: new () => Encoder }>;
}
