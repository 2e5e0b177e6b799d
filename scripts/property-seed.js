// Property tests draw the same values at each run, so that no change is refused by chance. `PROPERTY_SEED=NUMBER` draws other values.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
