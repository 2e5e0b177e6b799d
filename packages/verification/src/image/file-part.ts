/** A piece of a picture file apart from its pixels: a JPEG segment or a PNG chunk. */
export interface Part {
  /** `APP1`, `COM`, `tEXt` … */
  readonly name: string;
  readonly data: Uint8Array;
}
