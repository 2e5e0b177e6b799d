import { isObject } from './csc-http.ts';
import { TrustServiceRefused } from './trust-service.ts';

/**
 * Authorisation object that a credential requires before it signs (CSC API 2.0, 8.3): a PIN, a one-time code, an act of a person.
 */
export interface AuthObject {
  readonly id: string;
  readonly type: string;
  /** Generator of the value: for `totp`, the value is a one-time code (RFC 6238). */
  readonly generator?: string;
}

/** Maximum length of an expression in characters; the specification's examples have twenty. */
const LONGEST = 200;

/** Reads the objects of `credentials/info`. What has no id and type is left out. */
export function authObjectsIn(value: unknown): AuthObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap(({ id, type, generator }) => {
    if (typeof id !== 'string' || typeof type !== 'string') return [];
    return [{ id, type, ...(typeof generator === 'string' && { generator }) }];
  });
}

/**
 * The objects of a credential that this service gives it: the first alternative of the expression that `can` provides completely.
 * Throws `TrustServiceRefused` without one.
 * @param expression names of objects with AND, OR, XOR and brackets; undefined asks for all of them
 */
export function objectsToGive(
  objects: readonly AuthObject[],
  expression: string | undefined,
  can: (object: AuthObject) => boolean,
): AuthObject[] {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const ids = [...byId.keys()];
  const alternatives = expression === undefined || expression.trim() === '' ? [ids] : alternativesOf(expression);
  const found = alternatives.find((names) =>
    names.every((name) => {
      const object = byId.get(name);
      return object !== undefined && can(object);
    }),
  );
  if (found) return [...new Set(found)].map((name) => byId.get(name) as AuthObject);
  const required = expression ?? objects.map(({ id, type }) => `${id} (${type})`).join(' AND ');
  throw new TrustServiceRefused(
    `needs authorisation data that the settings do not contain: ${required.slice(0, LONGEST)}`,
  );
}

/**
 * The sets of names that each make an expression true. AND binds before OR and XOR, which both require one side. Throws
 * `TrustServiceRefused` for anything but an expression.
 */
export function alternativesOf(expression: string): string[][] {
  const wrong = new TrustServiceRefused('requires an authorisation in an unknown form');
  if (expression.length > LONGEST) throw wrong;
  // Names may have blanks.
  const tokens = expression
    .split(/([()]|\b(?:AND|OR|XOR)\b)/)
    .map((token) => token.trim())
    .filter(Boolean);
  let at = 0;
  const either = (): string[][] => {
    const found = both();
    while (tokens[at] === 'OR' || tokens[at] === 'XOR') {
      at += 1;
      found.push(...both());
    }
    return found;
  };
  const both = (): string[][] => {
    let found = operand();
    while (tokens[at] === 'AND') {
      at += 1;
      const right = operand();
      found = found.flatMap((left) => right.map((names) => [...left, ...names]));
    }
    return found;
  };
  const operand = (): string[][] => {
    const token = tokens[at];
    at += 1;
    if (token === undefined || [')', 'AND', 'OR', 'XOR'].includes(token)) throw wrong;
    if (token !== '(') return [[token]];
    const inner = either();
    if (tokens[at] !== ')') throw wrong;
    at += 1;
    return inner;
  };
  const found = either();
  if (at !== tokens.length) throw wrong;
  return found;
}
