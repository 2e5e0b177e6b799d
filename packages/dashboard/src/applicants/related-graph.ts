import type { Applicant } from '../types.ts';

/** A person who is related to another one. */
export type RelatedPerson = Applicant['related'][number];

/** A person in the graph. */
interface Person {
  readonly id: string;
  readonly name: string;
  /** Middle of the person's box, in pixels from the middle of the graph. */
  readonly x: number;
  readonly y: number;
  /** Direction in which the people around this person are placed, in radians; undefined for the person in the middle. */
  readonly direction?: number;
}

/** Values that two people have in common. */
export interface Relation {
  readonly one: string;
  readonly other: string;
  readonly of: Pick<RelatedPerson, 'reasons' | 'face'>;
}

export interface PeopleGraph {
  readonly people: readonly Person[];
  readonly relations: readonly Relation[];
  /** Id of the person whose neighbours were added last. */
  readonly opened: string;
  /** People who were left out around the person with the id. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** People who are drawn around one person. The list has all. */
const MOST_AROUND = 12;

/** Width and height of the ellipse on which people are placed, as half axes in pixels: names are wider than high. */
const REACH = { x: 280, y: 190 };

/** Angle between two people around a person who is not in the middle, in radians. */
const STEP = Math.PI / 7;

/** A graph with one person. */
export const graphOf = (id: string, name: string): PeopleGraph => ({
  people: [{ id, name, x: 0, y: 0 }],
  relations: [],
  opened: id,
  leftOut: {},
});

const isBetween = ({ one, other }: Relation, a: string, b: string): boolean =>
  (one === a && other === b) || (one === b && other === a);

/**
 * Adds the people who are related to a person of the graph. People who are in the graph stay where they are, and get a relation. Returns the
 * same graph for a person who is not in it.
 */
export function withRelated(graph: PeopleGraph, id: string, related: readonly RelatedPerson[]): PeopleGraph {
  const centre = graph.people.find((person) => person.id === id);
  if (!centre) return graph;
  const isKnown = (person: RelatedPerson) => graph.people.some((known) => known.id === person.id);
  const added = related.filter((person) => !isKnown(person)).slice(0, MOST_AROUND);
  const shown = related.filter((person) => isKnown(person) || added.includes(person));
  const people = [...graph.people];
  // An odd number of places: no two people lie opposite each other, where the line between them would cross the middle.
  const places = added.length + ((added.length + 1) % 2);
  for (const [n, { id: other, name }] of added.entries()) {
    const { direction } = centre;
    const angle =
      direction === undefined
        ? (2 * Math.PI * n) / places - Math.PI / 2
        : direction + (n - (added.length - 1) / 2) * STEP;
    const place = { x: centre.x + REACH.x * Math.cos(angle), y: centre.y + REACH.y * Math.sin(angle) };
    people.push({ id: other, name, ...apart(place, people), direction: angle });
  }
  const relations = shown
    .filter((person) => !graph.relations.some((relation) => isBetween(relation, id, person.id)))
    .map(({ id: other, reasons, face }): Relation => ({ one: id, other, of: { reasons, face } }));
  return {
    people,
    relations: [...graph.relations, ...relations],
    opened: id,
    leftOut: { ...graph.leftOut, [id]: related.length - shown.length },
  };
}

/** Width and height of a box with its margin, in pixels. */
const BOX = { width: 200, height: 96 };

/** Moves a place down until no box of others lies there. */
function apart(place: { x: number; y: number }, others: readonly Person[]): { x: number; y: number } {
  const isTaken = (y: number) =>
    others.some((other) => Math.abs(other.x - place.x) < BOX.width && Math.abs(other.y - y) < BOX.height);
  let { y } = place;
  const away = y < 0 ? -BOX.height : BOX.height;
  while (isTaken(y)) y += away;
  return { x: place.x, y };
}
