/**
 * Every threshold of the analysers of faces, with the figure that chose it. Measured on `faces_pairs` (78 photographs of 30
 * people), `faces_gallery` (one grey portrait each of 60 others), and document portraits made of both: a face of 80 pixels,
 * grey, on card, JPEG quality 50. What is not a face: documents, barcodes, invoices, an animal or two, scenery.
 */
export const THRESHOLDS = {
  /** Least score at which the detector's word is looked into. The least of a face was 0.08, in a portrait cut tightly. */
  candidate: 0.08,
  /** Least score of a face, at the first look or a second one, nearer or further away. */
  face: 0.5,
  /**
   * Largest distance between the landmarks of a face and of its mirror image, in sides of the crop: at most 0.036 on 200 faces;
   * 0.06 to 0.30 on a cat, a llama, drawn portraits, coins, print and leaves. The detector gave some of these 0.95.
   */
  doubt: 0.045,
  /**
   * Least score of one person. There, none of 1770 pairs of the gallery and none of 2910 pairs of different people among the
   * photographs match (Wilson: at most 0.08 % of such pairs), and 1 of 5820 with a document portrait. At 0.94 it was 1, 3
   * and 6: all 3 of three Black women photographed in one studio, whom the net distinguishes less well. What it costs: 2 of
   * 93 pairs of one person are below (1 at 0.94), and 5 of 186 with a document portrait (3). Those are a doubt, no mismatch.
   */
  match: 0.98,
  /**
   * Least cosine of two embeddings that come from one picture. Portraits on cards against the same cut out of the card, twice
   * or four times as large and compressed at 70 or 40 (57 faces, each on two cards): at least 0.99979. One person in two
   * photographs, of one minute: at most 0.99949; in a photograph and on a card 0.99896.
   */
  samePortrait: 0.9997,
  /**
   * Least score from which on a portrait and its smaller ghost are surely of one person. `npm run eval -- --only ghosts`, on 540
   * cards drawn with the portraits of 90 people: 318 of 321 ghosts that are not screened score as much, and 11 of 24,798 pairs of
   * a portrait and the ghost of another. Two strangers on one card scored 0.943, honest ghosts of published cards 0.995 at least.
   */
  ghost: 0.97,
  /**
   * Score below which they are surely of two people; in between a person decides. There, none of the 321 ghosts is below, and
   * 98.7 % of the ghosts of others. The net takes coarse lines of a screen for features: of 28 screened ghosts 4 are below.
   */
  stranger: 0.1,
  /**
   * Largest `genuineness` of a possible attack: two weak signals, because one alone is too often a door or a toned picture. 1
   * of 78 photographs is at or below it. All but 1 of 54 attacks are, 52 of them made by us.
   */
  suspect: 0.25,
} as const;

/**
 * Logistic regression of "one person" on the cosine of embeddings, both answers weighing alike: 279 pairs of one person and
 * 14,157 of different people, of the sets above. Two numbers, so there is little to overfit; a score of 0.5 is even odds if
 * half of all comers are impostors.
 */
export const CALIBRATION = { slope: 1600, even: 0.9873 } as const;

/**
 * Weak signals for a picture of a picture. They were chosen on 78 photographs without an attack, and 3 pictures made for the
 * purpose (one of them live): too few to say how many attacks they find. No signal decides alone.
 */
export const ATTACK_THRESHOLDS = {
  /** Power of ten. 1 of 78 photographs reached 1.8; screens that we simulated 2.1 to 2.9; print gives none. */
  moire: 1.8,
  /** Share of the line. 6 of 78 photographs (doors, walls) reached 0.65; the print and the screen 0.70 and 0.77. */
  frame: 0.65,
  /** 1 of 78 photographs, of every shade of skin, is below 0.06 (a toned film still); the print and the screen 0.054, 0.040. */
  warmth: 0.06,
  /** Share of the face. No photograph is above 0.001; the screen has 0.04. */
  glare: 0.01,
  /** Power of ten. 1 of 78 photographs is above 0.25; prints that we simulated 0.26 to 1.4. */
  sharperSurroundings: 0.25,
  /** Share of the picture's width. The least of 78 photographs is 0.09; prints held in front of a camera 0.06 to 0.23. */
  faceShare: 0.08,
  /**
   * Sides of the face, the mean of a video's frames. 1 of 133 photographs has 1, and 1 (a studio with large letters behind the face)
   * has 2. Of 24 phones that we drew 22 have 1 and more.
   */
  deviceSides: 0.5,
} as const;
