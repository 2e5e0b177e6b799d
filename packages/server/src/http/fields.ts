import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { FieldErrors, FieldMessages } from '../base/errors.ts';

/** Message about a value, in the words that published clients know. */
function message(error: FastifySchemaValidationError): string {
  const { keyword, params, data } = error as FastifySchemaValidationError & { data?: unknown };
  if (data === null) return "can't be blank";
  switch (keyword) {
    case 'required':
      return "can't be blank";
    case 'minLength':
    case 'minItems':
      return "can't be blank";
    case 'maxLength':
      return `is too long (maximum is ${params.limit} characters)`;
    case 'maxItems':
      return `is too long (maximum is ${params.limit} entries)`;
    case 'enum':
    case 'const':
      return 'is not included in the list';
    case 'type':
      return `must be ${article(
        [params.type]
          .flat()
          .filter((type) => type !== 'null')
          .join(' or '),
      )}`;
    case 'additionalProperties':
      return 'is unknown';
    default:
      return 'is invalid';
  }
}

function article(noun: string): string {
  return /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/**
 * Schema errors as the `fields` of a `validation_error`: `{"first_name": ["can't be blank"]}`, nested for nested
 * attributes: `{"address": [{"postcode": ["can't be blank"]}]}`.
 */
export function toFields(errors: readonly FastifySchemaValidationError[]): FieldErrors {
  const fields: FieldErrors = {};
  for (const error of errors) {
    const path = error.instancePath.split('/').slice(1).map(unescapePointer);
    if (error.keyword === 'required') path.push(String(error.params.missingProperty));
    if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty));
    add(fields, path.length > 0 ? path.filter((part) => !/^\d+$/.test(part)) : ['base'], message(error));
  }
  return fields;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function add(fields: FieldErrors, [name, ...rest]: string[], text: string): void {
  if (name === undefined) return;
  const messages = [...((fields[name] ?? []) as readonly FieldMessages[])] as (string | FieldErrors)[];
  if (rest.length === 0) {
    if (!messages.includes(text)) messages.push(text);
  } else {
    let nested = messages.find((entry): entry is FieldErrors => typeof entry !== 'string');
    if (!nested) {
      nested = {};
      messages.push(nested);
    }
    add(nested, rest, text);
  }
  fields[name] = messages;
}
