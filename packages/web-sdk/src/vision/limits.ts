/** The limits by which the service judges uploads: one table for its measures and for the hints. */
export { CAPTURE_LIMITS } from '../../../verification/src/image/capture-limits.ts';
