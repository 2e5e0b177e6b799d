import { countriesIn } from '../../../web-sdk/src/countries.ts';
import { Choice } from '../form-fields.tsx';
import { words } from '../words.ts';

const countries = countriesIn('en').map(({ code, name }) => [code, name] as const);

/** A country by its name; the form sends its ISO 3166-1 alpha-3 code. */
export const CountryChoice = ({
  label,
  name,
  error,
}: {
  label: string;
  name: string;
  error?: readonly string[] | undefined;
}) => <Choice label={label} name={name} any={words.start.noneChosen} options={countries} error={error} />;
