import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Ctx } from '../context/ctx.ts';
import type { Sender } from '../media/sender.ts';
import { clientAddress } from './transport.ts';

/** Most characters that are kept of a header or field of a device. */
const LENGTH = 500;

/** Returns a header or field to store: one line of bounded length; undefined for any other text. */
export function line(value: unknown, length = LENGTH): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.replace(/\p{Cc}+/gu, ' ').slice(0, length);
}

/** Device of a request: its address, behind trusted proxies, and its user agent. */
export function deviceOf({ raw }: Pick<FastifyRequest, 'raw'>, ctx: Ctx): Pick<Sender, 'address' | 'user_agent'> {
  const address = clientAddress(raw, ctx.services.settings.trustedProxies);
  const user_agent = line(raw.headers['user-agent']);
  return {
    ...(address && ipaddr.isValid(address) && { address: ipaddr.process(address).toString() }),
    ...(user_agent && { user_agent }),
  };
}
