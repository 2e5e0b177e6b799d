/** Loads the code for workflow runs: a file of its own, for pages that give a run. */
export const loadWorkflow = () => import('./workflow.ts');
