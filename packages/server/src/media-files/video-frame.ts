/** One picture of a video. */
export interface VideoFrame {
  /** Seconds from its start. */
  readonly at: number;
  /** JPEG. */
  readonly bytes: Uint8Array;
}
