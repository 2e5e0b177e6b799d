import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { viewLists } from '../../insights/saved-views/lists.ts';
import {
  changeView,
  deleteView,
  NAME_LENGTH,
  type SavedView,
  saveView,
  startWith,
  type ViewRights,
  viewOf,
  viewsOf,
} from '../../insights/saved-views/views.ts';
import { Empty, Id } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';

const list = stringEnum(viewLists);
const filterDescription = 'Filters and order by their names in the address of the page. May have personal data';

const View = Type.Object(
  {
    id: Id,
    list,
    name: Type.String(),
    shared: Type.Boolean({ description: 'True for a view that members with access to personal data see' }),
    author: Type.Object({ id: Id, name: Type.String() }),
    filter: Type.Record(Type.String(), Type.String(), { description: filterDescription }),
    hidden_columns: Type.Array(Type.String()),
    ignored: Type.Array(Type.String(), {
      description: 'Filters and columns of the view that the list no longer has',
    }),
    can_change: Type.Boolean({ description: 'True if the member may rename, change and delete the view' }),
    start: Type.Boolean({ description: 'True if the list starts with the view for the member' }),
  },
  { title: 'Saved view' },
);

const Fields = {
  name: Type.String({ minLength: 1, maxLength: NAME_LENGTH }),
  filter: Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 500 }), {
    maxProperties: 20,
    description: filterDescription,
  }),
  hidden_columns: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 }),
  shared: Type.Boolean(),
};

const present = ({ hidden, unknown, canChange, isStart, filter, author, ...view }: SavedView) => ({
  ...view,
  author: { ...author },
  filter: { ...filter },
  hidden_columns: [...hidden],
  ignored: [...unknown],
  can_change: canChange,
  start: isStart,
});

const rightsOf = ({ place }: FastifyRequest): ViewRights => ({
  shares: place.may('data.see'),
  administrates: place.role === 'admin',
});

/** Views of lists that members save. */
export function savedViewRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/saved_views',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Lists the member’s own views of a list and the shared ones, the earliest first.',
        params: PlaceParams,
        querystring: Type.Object({ list }),
        response: { 200: Type.Object({ views: Type.Array(View) }) },
      },
    },
    async (request) => {
      const views = await viewsOf(ctxOf(services, request), request.query.list, rightsOf(request));
      return { views: views.map(present) };
    },
  );

  app.post(
    '/accounts/:account/:environment/saved_views',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Saves a view of a list. Only members who see personal data share views.',
        params: PlaceParams,
        body: Type.Object({
          list,
          name: Fields.name,
          filter: Type.Optional(Fields.filter),
          hidden_columns: Type.Optional(Fields.hidden_columns),
          shared: Type.Optional(Fields.shared),
        }),
        response: { 201: View },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const rights = rightsOf(request);
      const { filter = {}, hidden_columns: hidden = [], shared = false, ...sent } = request.body;
      const id = await saveView(ctx, { ...sent, filter, hidden, shared }, rights);
      return reply.code(201).send(present(await viewOf(ctx, id, rights)));
    },
  );

  app.patch(
    '/accounts/:account/:environment/saved_views/:id',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Changes a view. Its author changes it; a shared view, administrators too.',
        params: PlacedParams,
        body: Type.Partial(Type.Object(Fields)),
        response: { 200: View },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const rights = rightsOf(request);
      const { hidden_columns: hidden, ...change } = request.body;
      await changeView(ctx, request.params.id, { ...change, ...(hidden && { hidden }) }, rights);
      return present(await viewOf(ctx, request.params.id, rights));
    },
  );

  app.delete(
    '/accounts/:account/:environment/saved_views/:id',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Deletes a view. Its author deletes it; a shared view, administrators too.',
        params: PlacedParams,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      await deleteView(ctxOf(services, request), request.params.id, rightsOf(request));
      return reply.code(204).send();
    },
  );

  app.post(
    '/accounts/:account/:environment/view_start',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Sets the view with which a list starts for the member.',
        params: PlaceParams,
        body: Type.Object({
          list,
          view_id: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Null for all rows' }),
        }),
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const { list, view_id } = request.body;
      await startWith(ctxOf(services, request), list, view_id, rightsOf(request));
      return reply.code(204).send();
    },
  );
}
