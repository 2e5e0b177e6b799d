/** Returns the letters and digits of a text in upper case. Readers of documents differ in spaces and dashes. */
export function lettersAndDigits(value: unknown): string {
  return typeof value === 'string'
    ? value
        .normalize('NFKC')
        .replace(/[^\p{L}\p{N}]/gu, '')
        .toUpperCase()
    : '';
}
