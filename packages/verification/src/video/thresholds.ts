/**
 * Every threshold of the analysers of clips, with the figure that chose it. There is no set of clips with truth at hand, so they
 * were measured on photographs of 18 people who look into the camera, once with a smile (London set, 36 pictures), on the
 * pictures of one expression turned by rendering (`turnedHead`), and as flat sheets that lie still, are turned in their plane and
 * scaled, or tilted (54 of each), and as such sheets filmed with noise and compressed hard (H.264, 3 people).
 */
export const VIDEO_THRESHOLDS = {
  /**
   * Least turn of the head away from the frame that looks ahead most, in degrees. Heads turned by 20 degrees measure 15.0 to
   * 19.4, by 30 degrees 24.6 to 30.6; a sheet looks turned by at most 4.1 where it is
   * tilted, and by 8.7 where it is sheared besides.
   */
  turn: 15,
  /** Less is not a turn at all, in degrees. People who mean to look ahead are within 6.4; heads turned by 8 measure 4.8 to 7.9. */
  noTurn: 8,
  /** Most turn of a frame that faces are compared in, in degrees: rendered ones still score 0.96 and more at 45. */
  comparable: 30,
  /**
   * Least score of the face in any comparable frame against the best. Even odds, since here a low score accuses: of photographs
   * 1 of 279 pairs of one person is below, and 99.5 % of the pairs of two people.
   */
  person: 0.5,
  /** Least share of frames that show a face. */
  present: 0.5,
  /**
   * Least movement of a live face, as the root of the mean squared way of its landmarks from the best frame, at its most, in
   * distances between the outer corners of the eyes. One picture under changing compression and light moves by at most 0.012,
   * filmed by 0.017; a turn by 8 degrees by at least 0.12, a smile by 0.069.
   */
  moved: 0.03,
  /**
   * Least bending of a live face: what remains of that movement when the best frame is warped by shifting, turning, scaling
   * and shearing, as a sheet may be. Still sheets and those turned in their plane leave at most 0.011, filmed 0.014; a turn by 8
   * degrees at least 0.017. Some smiles leave less (0.013), but who only smiles hasn't turned.
   */
  bent: 0.015,
  /** Bending that no sheet shows: tilted ones leave at most 0.039, for landmarks err on squeezed faces; a turn by 20 degrees 0.044. */
  solid: 0.042,
} as const;
