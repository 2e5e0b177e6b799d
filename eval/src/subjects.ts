import { addressProof } from './address-proof.ts';
import { assurance } from './assurance.ts';
import { audit } from './audit.ts';
import { barcodes } from './barcodes.ts';
import { bugCases } from './bug-cases.ts';
import { faceDistributions } from './face-distribution.ts';
import { faces } from './faces.ts';
import { forensics } from './forensics.ts';
import { forgeries } from './forgeries.ts';
import { genuine } from './genuine.ts';
import { ghosts } from './ghosts.ts';
import { hintPairs } from './hint-pairs.ts';
import { liveHints } from './live-hints.ts';
import type { Subject } from './measurement.ts';
import { mrz } from './mrz.ts';
import { namesOnDocuments } from './names-on-documents.ts';
import { aamvaVersions, dateNotations, mrzLayouts } from './notations.ts';
import { papers } from './papers.ts';
import { portraits } from './portraits.ts';
import { printed } from './printed.ts';
import { quality } from './quality.ts';
import { scenes } from './scenes.ts';
import { screening } from './screening.ts';
import { scripts } from './scripts.ts';
import { seals } from './seals.ts';
import { specimens } from './specimens.ts';
import { text } from './text.ts';
import { wallets } from './wallets.ts';
import { zones } from './zones.ts';

/** Everything that is measured; a new subject is a file and a line here. */
export const subjects: readonly Subject[] = [
  barcodes,
  seals,
  wallets,
  quality,
  scenes,
  faces,
  faceDistributions,
  ghosts,
  mrz,
  namesOnDocuments,
  specimens,
  zones,
  printed,
  scripts,
  addressProof,
  papers,
  liveHints,
  hintPairs,
  forensics,
  portraits,
  text,
  genuine,
  forgeries,
  assurance,
  audit,
  screening,
  aamvaVersions,
  bugCases,
  dateNotations,
  mrzLayouts,
];
