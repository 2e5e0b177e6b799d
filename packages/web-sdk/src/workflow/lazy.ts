/** What follows a workflow run: a file of its own, for pages that give one. */
export const loadWorkflow = () => import('./workflow.ts');
