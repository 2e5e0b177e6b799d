import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isolated } from '../../base/bidi.ts';
import { NullableString, nullableObject } from '../../base/json-schema.ts';
import { BRANDING_PATH, brandingOf, logoPath } from '../../context/branding.ts';
import { typed } from '../../http/typed.ts';
import { paletteStyle } from '../../pages/hosted/palette.ts';
import { textFor } from '../../pages/hosted/text.ts';
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
    async ({ session, headers }) => {
      const { name, logo, support, privacyNoticeUrl, colour } = brandingOf(session.ctx.account);
      const text = textFor({ language: null, accepts: headers['accept-language'] });
      return {
        name,
        logo: logo && { path: logoPath(logo), width: logo.width, height: logo.height },
        support: support && { words: text.help(isolated(name)), href: support.href, label: support.label },
        notice: privacyNoticeUrl === null ? null : { words: text.notice, newTab: text.newTab, href: privacyNoticeUrl },
        style: colour && paletteStyle(colour),
      };
    },
  );
}
