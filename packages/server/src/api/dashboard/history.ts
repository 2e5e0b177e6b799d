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
        'What was created, the type of the event, the name of the report that was decided, or the action of the audit log',
    }),
    status: NullableString,
    by: RecordedPrincipal,
    by_name: { ...NullableString, description: 'Of a member' },
    note: NullableString,
  }),
);

export const presentHistory = (entries: readonly NamedEntry[]) =>
  entries.map(({ at, ...entry }) => ({ ...entry, at: isoSeconds(at) }));
