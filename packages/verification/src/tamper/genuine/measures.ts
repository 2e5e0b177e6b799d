import type { Measure } from '../measure.ts';
import { copies } from './copies.ts';
import { drawnMarks } from './drawn-marks.ts';
import { greyCopy } from './grey-copy.ts';
import { softwareWindow } from './software-window.ts';
import { specimenWords } from './specimen-words.ts';

/** Measures of whether a picture shows a document at all, and an original one. Their docstrings name the findings. */
export const GENUINE_MEASURES: readonly Measure[] = [specimenWords, softwareWindow, drawnMarks, greyCopy, copies];
