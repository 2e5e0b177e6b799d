/** Characters that steer a terminal, or reverse the order of its text: escapes, tabs, marks of direction. Line ends stay. */
const STEERING = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Text of clients, files and servers as a terminal may show it. */
export const printable = (text: string): string => text.replace(STEERING, ' ');

/** JSON of the same meaning, whose texts steer no terminal; in one line with an indent of 0. */
export const printableJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(STEERING, (marks) =>
    [...marks].map((mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
