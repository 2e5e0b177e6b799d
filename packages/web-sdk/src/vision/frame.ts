/** A small picture: red, green, blue and opacity of one pixel after the other. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** A part of a picture, in the unit that its user names. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Places on the screen of a video and of the frame over it, in CSS pixels. */
export interface Placed {
  readonly shown: Box;
  readonly frame: Box;
}

/** A part of a picture, in its pixels, and the size at which it is wanted. */
export interface RequestedFrame {
  readonly part: Box;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Brightness of each pixel (Rec. 601), 0 to 255. */
export function greyOf({ width, height, data }: Frame): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let i = 0, from = 0; i < grey.length; i++, from += 4)
    grey[i] = (77 * data[from]! + 150 * data[from + 1]! + 29 * data[from + 2]!) >> 8;
  return grey;
}
