import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { NullableString, nullableObject } from '../../base/json-schema.ts';
import { BRANDING_PATH } from '../../context/branding.ts';
import { typed } from '../../http/typed.ts';
import { shownBranding } from '../../pages/hosted/shown-branding.ts';
import { sdkOnly } from '../common/sdk-only.ts';

const Branding = Type.Object(
  {
    name: Type.String(),
    logo: nullableObject(Type.Object({ path: Type.String(), width: Type.Integer(), height: Type.Integer() })),
    support: nullableObject(Type.Object({ words: Type.String(), href: Type.String(), label: Type.String() })),
    notice: nullableObject(Type.Object({ words: Type.String(), newTab: Type.String(), href: Type.String() })),
    style: NullableString,
  },
  { title: 'Branding' },
);

/** The branding of an account, in the language of the browser. */
export function brandingRoutes(instance: FastifyInstance): void {
  typed(instance).get(
    BRANDING_PATH,
    {
      ...sdkOnly,
      schema: { tags: ['capture'], summary: 'Retrieve the branding of the account', response: { 200: Branding } },
    },
    async ({ session, headers }) => shownBranding(session.ctx.account, headers['accept-language']),
  );
}
