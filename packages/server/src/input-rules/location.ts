import { isIP } from 'node:net';
import { bounds } from './bounds.ts';
import { country } from './countries.ts';
import { INVALID, object, optional, text } from './rule.ts';

/** IPv4 in four decimal parts or IPv6; no zone, which means nothing elsewhere. */
const ipAddress = text(bounds.ipAddress, (value) => (isIP(value) === 0 || value.includes('%') ? INVALID : undefined));

const rules = { ip_address: optional(ipAddress), country_of_residence: optional(country) };

/** Location of an applicant: either field or both; an empty one is accepted, too. */
export const location = object(() => rules);
