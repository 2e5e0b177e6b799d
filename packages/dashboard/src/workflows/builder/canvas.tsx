import { Controls, type Node, type NodeProps, ReactFlow } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import type { Workflow } from '../../api-types.ts';
import { plain, words } from '../../words.ts';
import { keyOf, type Path } from './outline.ts';

/** Zoom at first, at least: pieces are then large enough for a finger. */
const SMALLEST = 0.75;

/** Pixels around the graph. */
const MARGIN = 16;

type Picture = Workflow['picture'];
type Shape = Picture['shapes'][number];
type Piece = Extract<Shape, { width: number }>;

interface PieceData extends Record<string, unknown> {
  readonly shape: Piece;
  readonly faults: number;
}

interface LinesData extends Record<string, unknown> {
  readonly picture: Picture;
}

type CanvasNode = Node<PieceData, 'piece'> | Node<LinesData, 'lines'>;

const textOf = (shape: Piece): string => ('text' in shape ? plain(shape.text) : plain(shape.name));

function PieceNode({ data: { shape, faults } }: NodeProps<Node<PieceData, 'piece'>>) {
  const hint = 'hint' in shape ? shape.hint : undefined;
  return (
    <div className={`piece of-${shape.kind}`} title={hint ? `${textOf(shape)}: ${hint}` : textOf(shape)}>
      <span>
        {shape.kind === 'loop' && '↻ '}
        {textOf(shape)}
      </span>{' '}
      {hint && <small>{hint}</small>}
      {faults > 0 && <b className="fault-count">{faults}</b>}
    </div>
  );
}

/** Connections between the pieces, with the words beside them. */
function LinesNode({ data: { picture } }: NodeProps<Node<LinesData, 'lines'>>) {
  return (
    <svg width={picture.width} height={picture.height} aria-hidden="true">
      {picture.shapes.map((shape) => {
        if ('points' in shape) {
          const [x = 0, y = 0] = shape.points.at(-1) ?? [];
          const head = shape.kind === 'arrow' ? `M${x - 4} ${y - 7}L${x} ${y}L${x + 4} ${y - 7}` : '';
          const line = shape.points.map((point) => point.join(' ')).join('L');
          return <path key={`${shape.kind} ${line}`} d={`M${line}${head}`} />;
        }
        if (shape.kind !== 'label') return null;
        return (
          <text key={`${shape.x} ${shape.y}`} x={shape.x} y={shape.y}>
            {shape.text}
          </text>
        );
      })}
    </svg>
  );
}

const nodeTypes = { piece: PieceNode, lines: LinesNode };

/** Frames lie below the pieces in them. */
const isFrame = ({ kind }: Piece) => kind === 'loop' || kind === 'workflow';

function nodesOf(picture: Picture, selected: Path, faultsAt: (path: Path) => number): CanvasNode[] {
  const pieces = picture.shapes.filter((shape): shape is Piece => 'width' in shape);
  const fixed = { draggable: false, connectable: false, deletable: false } as const;
  const { width, height } = picture;
  return [
    {
      ...fixed,
      id: 'lines',
      type: 'lines',
      position: { x: 0, y: 0 },
      width,
      height,
      selectable: false,
      focusable: false,
      zIndex: 1,
      data: { picture },
      className: 'lines',
    },
    ...pieces.map((shape, index): CanvasNode => {
      const chosen = shape.path !== undefined && keyOf(shape.path) === keyOf(selected);
      return {
        ...fixed,
        id: `${index}`,
        type: 'piece',
        position: { x: shape.x, y: shape.y },
        width: shape.width,
        height: shape.height,
        zIndex: isFrame(shape) ? 0 : 2,
        selectable: shape.path !== undefined,
        focusable: shape.path !== undefined,
        selected: chosen,
        data: { shape, faults: shape.path ? faultsAt(shape.path) : 0 },
        ...(shape.path ? { ariaRole: 'button' } : { ariaRole: 'img', ariaLabel: textOf(shape) }),
      };
    }),
  ];
}

/** The graph of a workflow file. The pieces lead to the parts of the file that they show. */
export function Canvas({
  picture,
  label,
  selected,
  select,
  faultsAt,
}: {
  picture: Picture;
  label: string;
  selected: Path;
  select: (path: Path) => void;
  faultsAt: (path: Path) => number;
}) {
  const canvas = useRef<HTMLDivElement>(null);
  const nodes = useMemo(() => nodesOf(picture, selected, faultsAt), [picture, selected, faultsAt]);
  return (
    <div className="canvas" ref={canvas}>
      <ReactFlow<CanvasNode>
        aria-label={label}
        nodes={nodes}
        edges={[]}
        nodeTypes={nodeTypes}
        onNodesChange={(changes) => {
          const change = changes.find((one) => one.type === 'select' && one.selected);
          const node = change && nodes.find(({ id }) => 'id' in change && id === change.id);
          if (node?.type === 'piece' && node.data.shape.path) select(node.data.shape.path);
        }}
        nodesDraggable={false}
        nodesConnectable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        minZoom={0.2}
        maxZoom={1.5}
        onInit={(flow) => {
          const zoom = Math.min(
            1,
            Math.max(SMALLEST, (canvas.current?.clientWidth ?? 0) / (picture.width + 2 * MARGIN)),
          );
          const x = ((canvas.current?.clientWidth ?? 0) - picture.width * zoom) / 2;
          void flow.setViewport({ x: Math.max(x, MARGIN), y: MARGIN, zoom });
        }}
        preventScrolling={false}
        zoomOnScroll={false}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={words.builder.canvas}
      >
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
