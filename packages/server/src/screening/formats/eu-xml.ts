import { isoDay } from '../fields/births.ts';
import { type Element, elementsOf, rootOf } from '../input/xml.ts';
import { ListRefused } from '../list-refused.ts';
import { draftOfEu, type EuEntry, euId, type Facts } from './eu.ts';
import { type ListFormat, mainOf, unknownElements } from './format.ts';

const WANTED: ReadonlySet<string> = new Set(['sanctionEntity']);

const KNOWN: ReadonlySet<string> = new Set([
  ...['remark', 'regulation', 'subjectType', 'nameAlias', 'citizenship', 'birthdate', 'identification', 'address'],
]);

/** The EU's financial sanctions file, XML 1.1: an element an entry, its facts in attributes. */
export const euXml: ListFormat = {
  name: 'eu-xml',
  category: 'sanction',

  recognise: (head) => (rootOf(head) === 'export' && head.includes('generationDate') ? 'main' : undefined),

  async read(parts, intake, options) {
    const source = mainOf(parts);
    for await (const element of elementsOf(source, WANTED)) {
      const place = { file: source.name, line: element.line };
      if (!WANTED.has(element.name)) {
        intake.published = isoDay(element.attribute('generationDate'));
        continue;
      }
      const id = euId(element.attributes);
      if (!id) throw new ListRefused('missing_column', 'an entry has neither euReferenceNumber nor logicalId', place);
      for (const identification of element.all('identification')) {
        if (/^true$/i.test(identification.attribute('knownFalse'))) intake.skip('numbers that are known to be false');
      }
      const unknown = unknownElements(element, KNOWN, intake);
      await intake.take(draftOfEu(entryOf(element, unknown), id, options.category ?? 'sanction'), place);
    }
  },
};

function entryOf(element: Element, unknown: readonly string[]): EuEntry {
  const facts = (name: string): Facts[] =>
    element.all(name).map((child) => ({
      ...child.attributes,
      remark: child.textsOf('remark').join('; '),
      ...(child.first('publicationUrl') && { publicationUrl: child.textAt('publicationUrl') }),
    }));
  return {
    entity: element.attributes,
    subjectType: element.first('subjectType')?.attribute('code') ?? '',
    names: facts('nameAlias'),
    births: facts('birthdate'),
    citizenships: facts('citizenship'),
    addresses: facts('address'),
    identifications: facts('identification'),
    regulations: facts('regulation'),
    remarks: [...element.textsOf('remark'), ...unknown],
  };
}
