/** Issuer of driving licences: two or three letters of the state or province, and the ISO 3166-1 alpha-3 code of the country. */
export interface CardIssuer {
  /** Absent for the State Department, which issues for the whole country. */
  readonly state?: string;
  readonly country: 'USA' | 'CAN' | 'MEX';
}

/** Issuer identification numbers in the order of their states, a line for each run of numbers (AAMVA, list of IINs). */
const RUNS: readonly [first: number, states: string][] = [
  [636000, 'VA NY MA MD NC SC CT LA MT NM FL DE ON NS CA TX NL NB IA GU CO AR KS OH VT PA AZ -- BC OR MO WI'],
  [636032, 'MI AL ND IL NJ IN MN NH UT ME SD DC SK WA KY HI MB NV ID MS RI TN NE GA COA HID OK AK WY WV VI'],
  [604426, 'PE AS QC YT MP PR AB NU NT'],
  [990876, 'AB'],
];

const CANADIAN = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));
const MEXICAN = new Set(['COA', 'HID']);

const issuers = new Map<string, CardIssuer>(
  RUNS.flatMap(([first, states]) =>
    states.split(' ').map((state, i): [string, CardIssuer] => {
      const country = CANADIAN.has(state) ? 'CAN' : MEXICAN.has(state) ? 'MEX' : 'USA';
      return [String(first + i), state === '--' ? { country } : { state, country }];
    }),
  ),
);

/** Returns the issuer of an issuer identification number; undefined if AAMVA has not assigned the number. */
export function cardIssuer(iin: string): CardIssuer | undefined {
  return issuers.get(iin);
}

const states = new Map([...issuers.values()].map((issuer) => [issuer.state, issuer]));

/** Returns the issuer of a state or province by its letters, such as `NC`; undefined if AAMVA has none. */
export function issuerOfState(state: string): CardIssuer | undefined {
  return states.get(state);
}
