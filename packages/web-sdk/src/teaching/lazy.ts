/** Loads the example pictures of a guide: a file of its own, since the words of the guide don't need it. */
export const loadTeaching = () => import('./teaching.ts');
