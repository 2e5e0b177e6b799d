// Writes what a file of tests has run when it ends: its process ends with a signal, which writes nothing.
import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

afterAll(() => takeCoverage());
