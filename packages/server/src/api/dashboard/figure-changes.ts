import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { listChanges } from '../../insights/alerts/list.ts';
import { judgedFigures } from '../../insights/alerts/rule.ts';
import { Id } from '../common/schemas.ts';

const Day = Type.String({ description: 'YYYY-MM-DD, in UTC' });

export const FigureChange = Type.Object(
  {
    id: Id,
    day: { ...Day, description: 'First day of the change' },
    last_day: { ...Day, description: 'Last day on which it continued' },
    dimension: Type.String({ description: '`all` for the whole environment' }),
    name: Type.String({ description: 'Name of the value of the dimension' }),
    figure: stringEnum(judgedFigures),
    direction: stringEnum(['up', 'down']),
    usual: Type.Number({ description: 'Median of the four weeks before. Shares are from 0 to 1' }),
    found: Type.Number(),
    low: Type.Number({ description: 'Lower end of the spread of the four weeks before' }),
    high: Type.Number(),
  },
  { title: 'Figure change' },
);

export const presentChange = (change: Awaited<ReturnType<typeof listChanges>>[number]) => ({
  ...change,
  day: isoSeconds(change.day).slice(0, 10),
  last_day: isoSeconds(change.last_day).slice(0, 10),
});
