import type { FastifyRequest } from 'fastify';
import type { Origin } from '../signatures/signature.ts';

const LONGEST_USER_AGENT = 300;

/** Origin of a request, for the receipt of a signature. */
export const browserOrigin = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Origin => ({
  address: ip,
  ...(headers['user-agent'] && { user_agent: headers['user-agent'].slice(0, LONGEST_USER_AGENT) }),
});
