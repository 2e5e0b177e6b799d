import Type from 'typebox';
import type { Api } from '../api.ts';
import { type Tool, tool } from './tool.ts';

const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 50' })),
  cursor: Type.Optional(Type.String({ description: '`next` of the previous page' })),
};

const text = (description: string) => Type.Optional(Type.String({ description }));

const queryOf = (input: object): string =>
  new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, String(value)])).toString();

/** Tools that show what happened in the sandbox: API requests and events. */
export function logTools(api: Api): readonly Tool[] {
  return [
    tool({
      name: 'list_requests',
      description:
        'Lists API requests in the sandbox, newest first, with status, error and names of body fields. Values are never logged.',
      input: Type.Object(
        {
          status: text('Status or class of statuses, such as 404 or 4xx'),
          method: text('Method, such as POST'),
          route: text('Route without the version, such as /applicants/:id'),
          request_id: text('`X-Request-Id` of the answer'),
          since: text('ISO 8601 time'),
          ...page,
        },
        { additionalProperties: false },
      ),
      reads: true,
      run: (input) => api.call('GET', `/requests?${queryOf(input)}`),
    }),
    tool({
      name: 'list_events',
      description: 'Lists events in the sandbox, newest first. Webhooks deliver the same events.',
      input: Type.Object(
        {
          action: text('Name of the event, such as check.completed'),
          object_id: text('Id of a check, a report or another object'),
          since: text('ISO 8601 time'),
          ...page,
        },
        { additionalProperties: false },
      ),
      reads: true,
      run: (input) => api.call('GET', `/events?${queryOf(input)}`),
    }),
  ];
}
