import { birthOfEnglish } from '../fields/births.ts';
import { birthOr, type Draft } from '../fields/record.ts';
import { clean } from '../fields/text.ts';

/** Facts in the remarks of OFAC's delimited files: in fixed forms, separated by semicolons, each also after `alt.`. */
export interface Remarks {
  readonly births: NonNullable<Draft['births']>;
  readonly nationalities: readonly string[];
  readonly birthPlaces: readonly string[];
  readonly gender: string | undefined;
  readonly ids: NonNullable<Draft['ids']>;
  readonly weakNames: readonly string[];
  readonly linkedTo: readonly string[];
}

/** Words that the names of identity numbers end with. Numbers of telephones, vessels and aircraft are not identity numbers. */
const NUMBER =
  /^((?:[A-Z][\w.'&/-]*\s){0,5}?(?:Passport|No\.|Number|SSN|D\.N\.I\.|N\.I\.E\.|C\.U\.R\.P\.|R\.F\.C\.|C\.U\.I\.[PTL]\.?|I\.F\.E\.|NIT|RUC|RTN|RIF|RUT|Tazkira|Card|ID Card|Personal ID|VisaNumberID|LE Number|US FEIN|Matricula Mercantil No))\s+#?\s*([^()]*?\d[^()]*?)(?:\s+\(([^)]+)\))?(?:\s+(?:issued|expires|\().*)?$/;
/** Characters of a fact that may be a number: the search for its form takes the square of them. */
const LONGEST_NUMBER = 500;
const NO_IDENTITY = /^(Telephone|Fax|MMSI|Vessel|Aircraft|Phone)/;

export function remarksOf(text: string): Remarks {
  const births: Remarks['births'][number][] = [];
  const [nationalities, birthPlaces, weakNames, linkedTo]: string[][] = [[], [], [], []];
  const ids: Remarks['ids'][number][] = [];
  let gender: string | undefined;
  const facts: readonly (readonly [RegExp, (value: string) => void])[] = [
    [/^DOB (.*)$/, (value) => births.push(birthOr(birthOfEnglish(value), value))],
    [/^POB (.*)$/, (value) => birthPlaces!.push(value)],
    [/^(?:nationality|citizen) (.*)$/, (value) => nationalities!.push(value.replace(/^possibly /i, ''))],
    [
      /^Gender (.*)$/,
      (value) => {
        gender = value;
      },
    ],
    [/^a\.k\.a\. '(.*)'$/, (value) => weakNames!.push(value)],
    [/^Linked To:? (.*)$/, (value) => linkedTo!.push(value)],
  ];
  for (const part of text.split(';')) {
    // Of the remarks, only the last has a full stop; a name within quotes keeps its own.
    const fact = clean(part)
      .replace(/^\(?alt\. /, '')
      .replace(/\.$/, '');
    const found = facts.find(([form]) => form.test(fact));
    if (found) found[1](found[0].exec(fact)![1]!.trim());
    else {
      const number = fact.length > LONGEST_NUMBER || NO_IDENTITY.test(fact) ? null : NUMBER.exec(fact);
      if (number) ids.push({ type: number[1]!, number: number[2]!, country: number[3] });
    }
  }
  return {
    births,
    nationalities: nationalities!,
    birthPlaces: birthPlaces!,
    gender,
    ids,
    weakNames: weakNames!,
    linkedTo: linkedTo!,
  };
}
