import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Ctx } from '../../context/ctx.ts';
import { UsDrivingLicence } from '../../reports/us-driving-licence-fields.ts';
import type { ScopedTx } from '../../store/store.ts';
import { valueAt } from '../condition.ts';
import type { CheckStep } from '../workflow.ts';
import { type Run, scopeOf } from './run.ts';
import { tasksIn } from './tasks.ts';

let validator: ReturnType<Ajv['compile']> | undefined;

/** The licence that a check of a run is about, its fields from the values that the step names; null where it names none. */
export async function licenceOf(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  { us_driving_licence }: CheckStep,
): Promise<{ readonly licence: Readonly<Record<string, unknown>> | null } | { readonly wrong: string }> {
  if (!us_driving_licence) return { licence: null };
  const scope = scopeOf(run, await tasksIn(ctx, tx, run));
  const fields = Object.entries(us_driving_licence).map(([field, path]) => [field, valueAt(path, scope) ?? null]);
  const licence = Object.fromEntries(fields) as Record<string, unknown>;
  validator ??= addFormats.default(new Ajv({ allowUnionTypes: true })).compile(UsDrivingLicence);
  if (validator(licence)) return { licence };
  const [error] = validator.errors ?? [];
  return { wrong: `us_driving_licence${error?.instancePath.replace('/', '.')} ${error?.message}` };
}
