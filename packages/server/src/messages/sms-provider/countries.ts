/**
 * Calling codes (ITU-T E.164) of the countries that text messages don't reach (contract 4.8).
 */
const UNREACHABLE: Readonly<Record<string, string>> = {
  '53': 'Cuba',
  '509': 'Haiti',
  '93': 'Afghanistan',
  '975': 'Bhutan',
  '670': 'East Timor',
  '98': 'Iran',
  '964': 'Iraq',
  '850': "Democratic People's Republic of Korea",
  '856': 'Laos',
  '961': 'Lebanon',
  '95': 'Myanmar',
  '970': 'Palestinian Territory',
  '963': 'Syria',
  '992': 'Tajikistan',
  '967': 'Yemen',
  '226': 'Burkina Faso',
  '257': 'Burundi',
  '238': 'Cape Verde',
  '236': 'Central Africa',
  '235': 'Chad',
  '269': 'Comoros',
  '253': 'Djibouti',
  '240': 'Equatorial Guinea',
  '291': 'Eritrea',
  '245': 'Guinea Bissau',
  '231': 'Liberia',
  '218': 'Libya',
  '261': 'Madagascar',
  '222': 'Mauritania',
  '227': 'Niger',
  '252': 'Somalia',
  '211': 'South Sudan',
  '249': 'Sudan',
  '263': 'Zimbabwe',
};

/** The country of a number (E.164 with its plus) that text messages don't reach; undefined when they do. */
export function unreachableCountry(to: string): string | undefined {
  // No calling code is the beginning of another one, so at most one of the two fits.
  return UNREACHABLE[to.slice(1, 3)] ?? UNREACHABLE[to.slice(1, 4)];
}
