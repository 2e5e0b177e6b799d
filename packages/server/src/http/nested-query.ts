import { problem } from '../base/errors.ts';

/**
 * Parameters of a form, empty ones among them, brackets after a name, elements of a list, characters of a parameter as sent. The
 * deepest name that is published has six brackets.
 */
const LIMITS = { parameters: 1000, empty: 1000, brackets: 10, elements: 100, characters: 3 * 64 * 1024 } as const;

/** Keys that could reach the prototype of an object. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Longer numbers are keys: objects keep theirs in order of number up to here. */
const INDEX = /^(?:0|[1-9]\d{0,8})$/;

type Node = string | Node[] | NodeObject;
interface NodeObject {
  [key: string]: Node;
}

/** Returns whether a key of a body must be left out, since it could reach the prototype of an object. */
export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key);
}

/**
 * Reads a form or a query as the clients of v1 and v2 write it, which is how Rack reads it (`parse_nested_query`):
 * `a[b]=1` is an object and `a[]=1` a list; in `a[][b]=1&a[][b]=2` a key that the last element has starts a new one.
 * Beyond Rack, `a[0]=1&a[1]=2` is a list in the order of its numbers, and so is a name that repeats without brackets.
 * A name whose brackets don't match is taken as it stands; one that could reach a prototype is left out. Throws
 * `bad_request` over a limit, for names that contradict each other (`a=1&a[b]=2`) and for what is not UTF-8.
 */
export function parseNestedQuery(text: string): Record<string, unknown> {
  return nestParameters(pairsOf(text));
}

/** The same for names and values that are decoded already. */
export function nestParameters(pairs: Iterable<readonly [name: string, value: string]>): Record<string, unknown> {
  const root: NodeObject = {};
  let count = 0;
  for (const [name, value] of pairs) {
    if (++count > LIMITS.parameters) throw refused(`More than ${LIMITS.parameters} parameters were sent`);
    if (hasMoreBrackets(name)) throw refused(`A parameter has more than ${LIMITS.brackets} brackets`);
    const path = pathOf(name);
    if (name !== '' && !path.some(isForbiddenKey)) placed(root, path, value);
  }
  for (const [name, node] of Object.entries(root)) root[name] = settled(node);
  return root;
}

function* pairsOf(text: string): Generator<[name: string, value: string]> {
  let empty = 0;
  // Part by part: a megabyte of separators is never taken apart as a whole.
  for (let start = 0, stop = 0; start <= text.length; start = stop + 1) {
    const next = text.indexOf('&', start);
    stop = next < 0 ? text.length : next;
    if (stop === start) {
      if (++empty > LIMITS.empty) throw refused(`More than ${LIMITS.empty} empty parameters were sent`);
      continue;
    }
    if (stop - start > LIMITS.characters) throw refused(`A parameter is longer than ${LIMITS.characters} characters`);
    const part = text.slice(start, stop);
    const end = part.indexOf('=');
    yield end < 0 ? [decoded(part), ''] : [decoded(part.slice(0, end)), decoded(part.slice(end + 1))];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refused('A parameter is not valid percent-encoded UTF-8');
  }
}

function hasMoreBrackets(name: string): boolean {
  let count = 0;
  for (let at = name.indexOf('['); at >= 0 && count <= LIMITS.brackets; at = name.indexOf('[', at + 1)) count++;
  return count > LIMITS.brackets;
}

/** `a[b][]` as `['a', 'b', '']`. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open < 1 || !name.endsWith(']')) return [name];
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')];
  return path.some((step) => /[[\]]/.test(step)) ? [name] : path;
}

/** Node at a place after a value is put at the end of the path from there. */
function placed(current: Node | undefined, path: readonly string[], value: string): Node {
  const [step, ...rest] = path;
  if (step === undefined) return current === undefined ? value : appended(listFrom(current), value);
  if (step === '') {
    const list = listFrom(current);
    const last = list.at(-1);
    if (rest.length === 0 || !isObject(last) || has(last, rest)) return appended(list, placed(undefined, rest, value));
    placed(last, rest, value);
    return list;
  }
  const object = current ?? {};
  if (!isObject(object)) throw contradiction();
  object[step] = placed(own(object, step), rest, value);
  return object;
}

function listFrom(current: Node | undefined): Node[] {
  if (current === undefined) return [];
  if (isObject(current)) throw contradiction();
  return Array.isArray(current) ? current : [current];
}

function appended(list: Node[], node: Node): Node[] {
  list.push(node);
  return bounded(list);
}

function bounded(list: Node[]): Node[] {
  if (list.length > LIMITS.elements) throw refused(`A list has more than ${LIMITS.elements} elements`);
  return list;
}

/** Returns whether an element has a value at the path. A path through a list always adds to the element that is there. */
function has(element: NodeObject, path: readonly string[]): boolean {
  let node: Node | undefined = element;
  for (const step of path) {
    node = step !== '' && isObject(node) ? own(node, step) : undefined;
    if (node === undefined) return false;
  }
  return true;
}

/** Objects whose keys are all numbers become lists, once all keys are known. */
function settled(node: Node): Node {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(settled);
  for (const [key, inner] of Object.entries(node)) node[key] = settled(inner);
  return Object.keys(node).every((key) => INDEX.test(key)) ? bounded(Object.values(node)) : node;
}

function own(object: NodeObject, key: string): Node | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(node: Node | undefined): node is NodeObject {
  return typeof node === 'object' && !Array.isArray(node);
}

function contradiction(): Error {
  return refused('Parameters of the same name contradict each other');
}

function refused(message: string): Error {
  return problem('bad_request', { message });
}
