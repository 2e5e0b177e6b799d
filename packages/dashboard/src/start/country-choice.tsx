import { countriesIn } from '../../../web-sdk/src/countries.ts';
import { Choice } from '../form-fields.tsx';
import { words } from '../words.ts';

const countries = countriesIn('en').map(({ code, name }) => [code, name] as const);

/**
 * A country by its name; the form sends its ISO 3166-1 alpha-3 code.
 * @param none text of the choice without a country
 */
export const CountryChoice = ({
  label,
  name,
  none = words.start.noneChosen,
  error,
}: {
  label: string;
  name: string;
  none?: string | undefined;
  error?: readonly string[] | undefined;
}) => <Choice label={label} name={name} any={none} options={countries} error={error} />;
