import { entryOf } from '../fields/lookup.ts';
import { jsonLinesOf } from '../input/json-lines.ts';
import type { Intake } from '../intake.ts';
import { ListRefused } from '../list-refused.ts';
import { type ListFormat, mainOf } from './format.ts';
import { CONNECTIONS, type Connection, draftOfEntity, type Entity, isEntity, isThing, texts } from './opensanctions.ts';

/** `targets.nested.json` of OpenSanctions: one target per line, which contains its connected entities. */
export const openSanctionsNested: ListFormat = {
  name: 'opensanctions-nested',

  // Named by the operator: then the first target may be connected with nothing.
  recognise: (head, { format }) =>
    looksLikeEntity(head) && (format === 'opensanctions-nested' || nests(head)) ? 'main' : undefined,

  async read(parts, intake, options) {
    const source = mainOf(parts);
    for await (const { line, value } of jsonLinesOf(source, options.checksum !== undefined)) {
      const place = { file: source.name, line };
      if (!isEntity(value)) throw new ListRefused('malformed', 'the line is not a FollowTheMoney entity', place);
      if (isThing(value)) await intake.take(draftOfEntity(value, connectionsIn(value, intake), options), place);
      else intake.skip(`entities of the schema ${value.schema.slice(0, 30)}`);
    }
  },
};

export const looksLikeEntity = (head: string): boolean =>
  /^\s*\{/.test(head) && /"(schema|properties)"\s*:/.test(head) && !/^\s*\{\s*"op"/.test(head);

/** Returns whether an entity is nested in the properties of another one. A file of targets without any is read as `ftm` is. */
const nests = (head: string): boolean => (head.split('\n', 1)[0]!.match(/"schema"\s*:/g)?.length ?? 0) > 1;

function connectionsIn(entity: Entity, intake: Intake): Connection[] {
  const inner = Object.values(entity.properties).flatMap((values) => values.filter(isEntity));
  return inner.flatMap((link): Connection[] => {
    const ends = entryOf(CONNECTIONS, link.schema);
    if (!ends) {
      intake.warn(`unknown schema ${link.schema.slice(0, 30)}`);
      return [];
    }
    // The end at the target is left out of the file, or given by its id.
    const at = ends.findIndex((end) => link.properties[end]?.some(isEntity));
    const other = link.properties[ends[at] ?? '']?.find(isEntity);
    if (ends.length < 2 || !other) return [{ entity: link }];
    const name = texts(other, 'name')[0] ?? other.caption;
    return name ? [{ entity: link, other: { name, direction: at === 1 ? 'from' : 'to' } }] : [{ entity: link }];
  });
}
