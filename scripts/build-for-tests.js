// Before tests, which run on the built service.
import { ensureBundle } from './bundle.js';

export const setup = () => ensureBundle('packages/server');
