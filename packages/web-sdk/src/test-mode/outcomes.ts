import type { TestMode } from '../types.ts';

/** Outcomes as the service takes them; null is what the sandbox decides by itself. */
export interface Outcomes {
  readonly document_result: NonNullable<TestMode['documentResult']> | null;
  readonly face: NonNullable<TestMode['face']> | null;
}
