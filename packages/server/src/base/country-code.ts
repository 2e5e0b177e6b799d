/** An ISO 3166-1 alpha-3 code as the wire has it: Kosovo, which has none, is `RKS`, as in its passports. */
export function codeOnTheWire(alpha3: string): string {
  return alpha3 === 'XKK' ? 'RKS' : alpha3;
}
