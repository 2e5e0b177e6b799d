import type { Version } from '../../../base/versions.ts';
import type { SpecimenReading } from '../answer.ts';
import { caDl2018 } from './ca-dl-2018.ts';
import { fraId1994 } from './fra-id-1994.ts';
import { nyDl2017 } from './ny-dl-2017.ts';
import { ontarioId2010 } from './ontario-id-2010.ts';
import type { Specimen } from './specimen.ts';

interface Option {
  /** The exact `last_name`. */
  readonly name: string;
  readonly specimen: Specimen;
  readonly frontOnly?: true;
  /** Known to v1 and v2 only. */
  readonly beforeV3?: true;
}

/** Document types that a `last_name` can ask for. */
export const documentTypeOptions: readonly Option[] = [
  { name: 'CA DL 2018', specimen: caDl2018 },
  { name: 'CA DL 2018 front only', specimen: caDl2018, frontOnly: true },
  { name: 'NY DL 2017', specimen: nyDl2017 },
  { name: 'NY DL 2017 front only', specimen: nyDl2017, frontOnly: true },
  { name: 'Ontario ID 2010', specimen: ontarioId2010 },
  { name: 'FRA ID 1994', specimen: fraId1994 },
  { name: 'FRA ID 1994 front only', specimen: fraId1994, frontOnly: true },
  { name: 'FRA ID 1994 front only rejected', specimen: fraId1994, frontOnly: true, beforeV3: true },
];

/** What is read from the document that a last name asks for; undefined when it is an ordinary name. */
export function documentReading(lastName: string, { generation }: Version): SpecimenReading | undefined {
  const option = documentTypeOptions.find(({ name, beforeV3 }) => name === lastName && (!beforeV3 || generation < 3));
  if (option === undefined) return undefined;
  const { front, back, addressLines, addressOn, mrz } = option.specimen;
  const properties = option.frontOnly ? front : { ...front, ...back };
  return {
    properties,
    ...((addressOn === 'front' || !option.frontOnly) && { addressLines }),
    barcodeRead: 'barcode' in properties,
    mrz,
  };
}
