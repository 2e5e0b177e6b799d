import { MAX_STATUS_LIST_BYTES } from '@bonafide/verification';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import {
  type LoadedStatusList,
  listStatusLists,
  loadStatusList,
  removeStatusList,
} from '../../checks/credentials/status-lists.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { fileOf, readFileBodies } from '../common/file-body.ts';
import { DateTime } from '../common/schemas.ts';
import { countryOfKey } from './loaded-key.ts';
import { RecordedPrincipal } from './schemas.ts';

const List = Type.Object(
  {
    uri: Type.String({ description: 'Address by which credentials name the list' }),
    country: Type.String(countryOfKey),
    signer: Type.String({ description: 'Subject of the certificate that signed the list, or the claim `iss`' }),
    size: Type.Integer({ description: 'Number of credentials that the list has a status of' }),
    issued_at: DateTime,
    expires_at: DateTime,
    loaded_at: DateTime,
    loaded_by: RecordedPrincipal,
  },
  { title: 'List of revoked credentials' },
);

const shown = ({ issued_at, expires_at, loaded_at, ...list }: LoadedStatusList) => ({
  ...list,
  issued_at: isoSeconds(issued_at),
  expires_at: isoSeconds(expires_at),
  loaded_at: isoSeconds(loaded_at),
});

/** Lists by which issuers revoke and suspend credentials of wallets. */
export function credentialStatusListRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/credential_status_lists',
    { schema: { response: { 200: Type.Object({ lists: Type.Array(List) }) } } },
    async () => ({ lists: (await listStatusLists(services)).map(shown) }),
  );

  instance.register(async (uploads) => {
    readFileBodies(uploads, MAX_STATUS_LIST_BYTES);
    typed(uploads).post(
      '/credential_status_lists',
      { bodyLimit: MAX_STATUS_LIST_BYTES, schema: { response: { 200: List } } },
      async (request) => shown(await loadStatusList(services, fileOf(request), request.principal)),
    );
  });

  app.delete(
    '/credential_status_lists',
    { schema: { querystring: Type.Object({ uri: Type.String() }), response: { 200: Type.Object({}) } } },
    async (request) => {
      await removeStatusList(services, request.query.uri, request.principal);
      return {};
    },
  );
}
