// node scripts/slowest-files.js REPORT: prints the test files that took longest, from a JSON report of vitest.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const SHOWN = 8;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const files = testResults.map(({ name, startTime, endTime }) => ({
  file: relative(process.cwd(), name),
  seconds: (endTime - startTime) / 1000,
}));
const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
console.log(`${files.length} files took ${Math.round(total)} s together. Slowest:`);
for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN)) {
  console.log(`${String(Math.round(seconds)).padStart(6)} s  ${file}`);
}
