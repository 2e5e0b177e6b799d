/** Loads the choice of an issuing country with the names of documents: a file of its own, since many plans ask for no country. */
export const loadCountryChoice = () => import('./country-choice.ts');
