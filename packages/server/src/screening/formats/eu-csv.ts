import { slashDay } from '../fields/births.ts';
import { known } from '../fields/text.ts';
import { type Row, rowsOf } from '../input/csv.ts';
import { ListRefused, type Place } from '../list-refused.ts';
import { draftOfEu, type EuEntry, euId, type Facts } from './eu.ts';
import { firstRow, type ListFormat, mainOf } from './format.ts';
import { type Cell, headed } from './headed.ts';

const REQUIRED = ['Entity_LogicalId', 'Entity_SubjectType_ClassificationCode', 'NameAlias_WholeName'];

/** Columns of each part of an entry, and the names of the same facts in the XML. */
const PARTS = {
  names: {
    prefix: 'NameAlias',
    facts: ['LastName', 'FirstName', 'MiddleName', 'WholeName', 'Gender', 'Title', 'Function', 'Remark'],
  },
  addresses: {
    prefix: 'Address',
    facts: ['City', 'Street', 'PoBox', 'ZipCode', 'Region', 'Place', 'CountryIso2Code', 'CountryDescription'],
  },
  births: {
    prefix: 'BirthDate',
    facts: [
      ...['BirthDate', 'Day', 'Month', 'Year', 'YearRangeFrom', 'YearRangeTo', 'Circa'],
      ...['Region', 'Place', 'City', 'CountryIso2Code', 'CountryDescription'],
    ],
  },
  identifications: {
    prefix: 'Identification',
    facts: [
      'Number',
      'KnownFalse',
      'LatinNumber',
      'TypeCode',
      'TypeDescription',
      'CountryIso2Code',
      'CountryDescription',
    ],
  },
  citizenships: { prefix: 'Citizenship', facts: ['CountryIso2Code', 'CountryDescription'] },
  regulations: {
    prefix: 'Entity_Regulation',
    facts: ['EntryIntoForceDate', 'NumberTitle', 'Programme', 'PublicationUrl'],
  },
} as const;

/** Facts whose column isn't named as the attribute of the XML is. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  BirthDate_BirthDate: 'birthdate',
  BirthDate_Day: 'dayOfMonth',
  BirthDate_Month: 'monthOfYear',
  Identification_TypeCode: 'identificationTypeCode',
  Identification_TypeDescription: 'identificationTypeDescription',
};

type PartName = keyof typeof PARTS;
const partNames = Object.keys(PARTS) as PartName[];

interface Group {
  readonly place: Place;
  readonly entity: Facts;
  readonly subjectType: string;
  readonly parts: Readonly<Record<PartName, Map<string, Facts>>>;
  readonly remarks: Set<string>;
}

/** The EU's financial sanctions file, CSV 1.1: 118 columns; a row a name, address, birth, citizenship or number. */
export const euCsv: ListFormat = {
  name: 'eu-csv',
  category: 'sanction',

  recognise(head) {
    const headers = firstRow(head, ';');
    return headers.includes('Entity_LogicalId') && headers.includes('NameAlias_WholeName') ? 'main' : undefined;
  },

  async read(files, intake, options) {
    const source = mainOf(files);
    const groups = new Map<string, Group>();
    let columns: ReturnType<typeof headed> | undefined;
    for await (const row of rowsOf(source, intake, { delimiter: ';', encoding: options.encoding ?? 'utf-8' })) {
      const place = { file: source.name, line: row.line };
      if (!columns) {
        columns = headed(row, { required: REQUIRED, known: knownColumns(row) }, intake, place);
        continue;
      }
      const cell = columns.cellsOf(row);
      const day = cell('fileGenerationDate');
      intake.published ??= slashDay(day, 'day first');
      const entity: Facts = {
        logicalId: cell('Entity_LogicalId'),
        euReferenceNumber: cell('Entity_EU_ReferenceNumber'),
        unitedNationId: cell('Entity_UnitedNationId'),
        designationDate: cell('Entity_DesignationDate'),
        designationDetails: cell('Entity_DesignationDetails'),
      };
      const id = euId(entity);
      if (!id) throw new ListRefused('missing_column', 'a row has neither EU_ReferenceNumber nor LogicalId', place);
      let group = groups.get(id);
      if (!group) {
        const parts = Object.fromEntries(partNames.map((name) => [name, new Map()])) as unknown as Group['parts'];
        group = {
          place,
          entity,
          subjectType: cell('Entity_SubjectType_ClassificationCode'),
          parts,
          remarks: new Set(),
        };
        groups.set(id, group);
      }
      collect(group, cell);
    }
    for (const [id, { place, entity, subjectType, parts, remarks }] of groups) {
      const facts = Object.fromEntries(partNames.map((name) => [name, [...parts[name].values()]]));
      const entry = { entity, subjectType, remarks: [...remarks], ...facts } as unknown as EuEntry;
      const isFalse = entry.identifications.filter(({ knownFalse }) => /^true$/i.test(knownFalse ?? '')).length;
      if (isFalse > 0) intake.skip('numbers that are known to be false', isFalse);
      await intake.take(draftOfEu(entry, id, options.category ?? 'sanction'), place);
    }
  },
};

/** Adds what a row says to its entry; rows repeat what they share. */
function collect(group: Group, cell: Cell): void {
  for (const name of partNames) {
    const { prefix, facts } = PARTS[name];
    const found = facts.flatMap((fact) => {
      const column = `${prefix}_${fact}`;
      const value = known(cell(column));
      return value ? [[ATTRIBUTES[column] ?? fact[0]!.toLowerCase() + fact.slice(1), value] as const] : [];
    });
    if (found.length > 0) group.parts[name].set(JSON.stringify(found), Object.fromEntries(found));
  }
  const remark = known(cell('Entity_Remark'));
  if (remark) group.remarks.add(remark);
}

/** Every part has columns about its regulation, which say nothing of the person. */
function knownColumns({ cells }: Row): ReadonlySet<string> {
  const prefix = /^(fileGenerationDate$|(Entity|NameAlias|Address|BirthDate|Identification|Citizenship)_)/;
  return new Set(cells.filter((name) => prefix.test(name)));
}
