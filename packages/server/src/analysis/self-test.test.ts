import { expect, test } from 'vitest';
import { selfTestParts } from './self-test.ts';
import { directAnalyser } from './testing/direct-analyser.ts';

test.each(selfTestParts)('the self-test loads what %s need, and finds nothing wrong', async (part) => {
  expect(await directAnalyser.run('selfTest', { part })).toBeNull();
});
