import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { isDateTime } from '../input-rules/date.ts';
import { isForm, isLarge } from './bodies.ts';
import { readBooleans } from './form-booleans.ts';

/** Options of the validator. `verbose` puts the value into an error, since `toFields` needs to know whether it is null. */
const options: Options = { allErrors: true, useDefaults: true, strict: false, verbose: true };

/** Times are what `instantOf` reads: more than RFC 3339 has, but no leap second, which is not a time of Unix. */
const validatorWith = (options: Options) => addFormats.default(new Ajv(options)).addFormat('date-time', isDateTime);

const onlyForms = Symbol('only forms');

/** A schema that converts the texts of forms. It does not validate JSON: `input-rules` do that, types included. */
export function readingOnlyForms<T extends object>(schema: T): T {
  return Object.assign(schema, { [onlyForms]: true });
}

/**
 * Compiles the schemas of routes when they are first used: a hundred routes compiled at start would cost the better
 * part of a second. JSON is taken by its types; text of queries and forms is read as the type that the schema names.
 */
export function validateLazily(app: FastifyInstance): void {
  const strict = validatorWith(options);
  const reading = validatorWith({ ...options, coerceTypes: 'array' });
  const brief = validatorWith({ ...options, allErrors: false });
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const compiled = new Map<Ajv, ReturnType<Ajv['compile']>>();
    return (data: unknown) => {
      const form = httpPart === 'body' && isForm(data);
      if (form) readBooleans(schema as object, data);
      else if (onlyForms in (schema as object)) return { value: data };
      const asText = httpPart !== 'body' || form;
      const ajv = asText ? reading : isLarge(data) ? brief : strict;
      let validate = compiled.get(ajv);
      if (!validate) {
        validate = ajv.compile(schema as object);
        compiled.set(ajv, validate);
      }
      return validate(data) ? { value: data } : { error: validate.errors as never };
    };
  });
  app.setSerializerCompiler(({ schema }) => {
    let serialise: ((data: unknown) => string) | undefined;
    return (data) => {
      serialise ??= fastJson(schema as fastJson.Schema) as (data: unknown) => string;
      return serialise(data);
    };
  });
}
