import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  BaseEdge,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getStraightPath,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import { type FocusEvent, useEffect, useMemo, useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';
import { graphOf, type PeopleGraph, type RelatedPerson, type Relation, withRelated } from './related-graph.ts';

const { relatedGraph: say } = words;

/** Size of a person's box, in pixels. */
const BOX = { width: 168, height: 64 };

interface PersonData extends Record<string, unknown> {
  readonly name: string;
  readonly path: string;
  readonly isMiddle: boolean;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly open: () => void;
}

type PersonNode = Node<PersonData, 'person'>;
type RelationEdge = Edge<{ text: string }, 'relation'>;

function PersonBox({ data, positionAbsoluteX: x, positionAbsoluteY: y }: NodeProps<PersonNode>) {
  const { name, path, isMiddle, isOpen, isBusy, open } = data;
  const { setCenter, getZoom } = useReactFlow();
  // Keys may lead to a box that is out of view.
  const show = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) {
      void setCenter(x + BOX.width / 2, y + BOX.height / 2, { zoom: getZoom() });
    }
  };
  return (
    <div className={isMiddle ? 'person middle' : 'person'}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      {isMiddle ? (
        <strong>{name}</strong>
      ) : (
        <Link to={path as '/'} onFocus={show}>
          {name}
        </Link>
      )}
      {!isOpen && (
        <button
          type="button"
          className="nodrag open-related"
          disabled={isBusy}
          aria-label={say.openOf(name)}
          onFocus={show}
          onClick={open}
        >
          {say.open}
        </button>
      )}
      <Handle type="source" position={Position.Top} isConnectable={false} />
    </div>
  );
}

function RelationLine({ id, sourceX, sourceY, targetX, targetY, data }: EdgeProps<RelationEdge>) {
  const [path, x, y] = getStraightPath({ sourceX, sourceY, targetX, targetY });
  return (
    <>
      <BaseEdge id={id} path={path} />
      <EdgeLabelRenderer>
        <span className="relation" style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}>
          {data?.text}
        </span>
      </EdgeLabelRenderer>
    </>
  );
}

const nodeTypes = { person: PersonBox };
const edgeTypes = { relation: RelationLine };

/** The values that two people share, in a few words. */
const textOf = ({ of: { reasons, face } }: Relation): string =>
  reasons
    .map((reason) =>
      reason === 'face' && face !== null ? `${say.shared.face} ${Math.round(face * 100) / 100}` : say.shared[reason],
    )
    .join(', ');

/** Moves the view to a person whose neighbours were added. Boxes keep their size, so that a finger finds them. */
function ViewOf({ person: { x, y } }: { person: { readonly x: number; readonly y: number } }) {
  const { setCenter, getZoom } = useReactFlow();
  useEffect(() => {
    void setCenter(x, y, { zoom: getZoom() });
  }, [x, y, setCenter, getZoom]);
  return null;
}

/** The people around an applicant as a graph: boxes lead to the people, and lines say what two of them share. */
export default function RelatedCanvas({
  id,
  name,
  related,
}: {
  id: string;
  name: string;
  related: readonly RelatedPerson[];
}) {
  const place = usePlace();
  const at = pathOf(place);
  const [graph, setGraph] = useState<PeopleGraph>(() => withRelated(graphOf(id, name), id, related));
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (person: string) =>
      ask<Answers['GET /accounts/{account}/{environment}/applicants/{id}/related']>(
        'GET',
        `${at}/applicants/${person}/related`,
      ),
    onSuccess: (answer, person) => setGraph((current) => withRelated(current, person, answer.related)),
  });
  const nodes = useMemo(
    () =>
      graph.people.map(
        (person): PersonNode => ({
          id: person.id,
          type: 'person',
          position: { x: person.x - BOX.width / 2, y: person.y - BOX.height / 2 },
          ...BOX,
          data: {
            name: person.name,
            path: `${at}/applicants/${person.id}`,
            isMiddle: person.id === id,
            isOpen: person.id in graph.leftOut,
            isBusy: isPending && variables === person.id,
            open: () => mutate(person.id),
          },
        }),
      ),
    [graph, at, id, isPending, variables, mutate],
  );
  const edges = useMemo(
    () =>
      graph.relations.map(
        (relation): RelationEdge => ({
          id: `${relation.one} ${relation.other}`,
          type: 'relation',
          source: relation.one,
          target: relation.other,
          data: { text: textOf(relation) },
        }),
      ),
    [graph],
  );
  const opened = graph.people.find((person) => person.id === graph.opened);
  const leftOut = Object.values(graph.leftOut).reduce((sum, n) => sum + n, 0);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div className="canvas people-graph" role="group" aria-label={say.title}>
        <ReactFlow<PersonNode, RelationEdge>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          deleteKeyCode={null}
          minZoom={0.2}
          maxZoom={1.5}
          fitViewOptions={{ padding: 0.1, maxZoom: 1 }}
          preventScrolling={false}
          zoomOnScroll={false}
          proOptions={{ hideAttribution: true }}
          ariaLabelConfig={words.builder.canvas}
        >
          <Controls showInteractive={false} />
          {opened && <ViewOf person={opened} />}
        </ReactFlow>
      </div>
      <p className="quiet" role="status">
        {say.size(graph.people.length - 1)} {leftOut > 0 && say.leftOut(leftOut)}
      </p>
      {error && <ErrorPanel error={error} />}
    </>
  );
}
