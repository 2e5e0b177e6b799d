/** Fronts of open documents that bear no word of a specimen, sample or fictional state, looked through by eye. */
export const withoutMarks: ReadonlySet<string> = new Set([
  'mrz_passports_Iceland.png',
  'mrz_passports_Ukraine.png',
  'mrz_resident_cards_Netherland.png',
  'mrz_resident_cards_USA_Permanent.png',
  'usa_permanent_resident_33.jpg',
  'alb00_original.jpg',
  'wa_driving_licence_drawn.png',
]);
