import { oneOf } from './rule.ts';

/** USPS Publication 28, appendix B: states, the District of Columbia, territories and associates, armed forces. */
const USA = [
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA',
  'RI SC SD TN TX UT VT VA WA WV WI WY DC AS FM GU MH MP PR PW VI AA AE AP',
].flatMap((line) => line.split(' '));

/** Canada Post: provinces and territories, which issue driving licences too. */
const CANADA = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ');

/** State of an address in the USA. */
export const usaState = oneOf(USA);

/** Two-letter state or province that issued a driving licence. */
export const issuingState = oneOf([...USA, ...CANADA]);
