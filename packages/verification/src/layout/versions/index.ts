import type { Layout } from '../layout.ts';
import { layout as layout0 } from './alb-identity-card-2009.ts';
import { layout as layout1 } from './can-passport-2013.ts';
import { layout as layout2 } from './cze-identity-card-2012.ts';
import { layout as layout3 } from './fra-identity-card-1994.ts';
import { layout as layout4 } from './fra-passport-2009.ts';
import { layout as layout5 } from './isl-passport-2006.ts';
import { layout as layout6 } from './qat-passport-2006.ts';
import { layout as layout7 } from './ukr-passport-2013.ts';
import { layout as layout8 } from './usa-driving-licence-co-2015.ts';
import { layout as layout9 } from './usa-driving-licence-ma-2016.ts';
import { layout as layout10 } from './usa-passport-2006.ts';
import { layout as layout11 } from './usa-passport-2020.ts';
import { layout as layout12 } from './usa-residence-permit-1997.ts';
import { layout as layout13 } from './usa-visa-2002.ts';

/** Written by `npm run layouts`. */
export const LAYOUTS: readonly Layout[] = [
  layout0,
  layout1,
  layout2,
  layout3,
  layout4,
  layout5,
  layout6,
  layout7,
  layout8,
  layout9,
  layout10,
  layout11,
  layout12,
  layout13,
];
