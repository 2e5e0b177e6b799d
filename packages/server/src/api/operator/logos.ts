import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { AccountLogo } from '../../context/account.ts';
import { logoPath } from '../../context/branding.ts';
import type { Services } from '../../context/services.ts';
import { BODY_LIMIT } from '../../http/bodies.ts';
import { fileOf, readFileBodies } from '../common/file-body.ts';

/** Content types of logos; the bytes decide what a file is. */
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];
const LOGO_MESSAGE = 'Send the file itself as the body, with the content type image/png, image/jpeg or image/webp';

export const Logo = Type.Object({
  url: Type.String({ description: 'Address of the PNG on this service' }),
  width: Type.Integer({ description: 'Pixels' }),
  height: Type.Integer({ description: 'Pixels' }),
});

export const presentLogo = ({ urls }: Services, logo: AccountLogo | null) =>
  logo && { url: `${urls.api}${logoPath(logo)}`, width: logo.width, height: logo.height };

/** Lets the routes of an instance take a logo as the body. */
export const readLogos = (instance: FastifyInstance): void => readFileBodies(instance, BODY_LIMIT, LOGO_TYPES);

/** Returns the logo that a request has as its body. Throws `unsupported_media_type` for another body. */
export const logoOf = (request: FastifyRequest): Buffer => fileOf(request, LOGO_MESSAGE);
