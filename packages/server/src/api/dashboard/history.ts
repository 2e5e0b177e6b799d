import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { historyKinds, type NamedEntry } from '../../insights/history.ts';
import { DateTime } from '../common/schemas.ts';
import { RecordedPrincipal } from '../operator/schemas.ts';

/** Events of a check or an applicant, in time order. */
export const History = Type.Array(
  Type.Object({
    at: DateTime,
    kind: stringEnum(historyKinds),
    what: Type.String({
      description:
        'The kind of object that was created, the type of the event, the name of the decided report, or the action of the audit log',
    }),
    status: NullableString,
    before: { ...NullableString, description: 'Result of the report before an overturn; null in other entries' },
    by: RecordedPrincipal,
    by_name: { ...NullableString, description: 'Name of the member' },
    note: NullableString,
  }),
);

export const presentHistory = (entries: readonly NamedEntry[]) =>
  entries.map(({ at, before = null, ...entry }) => ({ ...entry, before, at: isoSeconds(at) }));
