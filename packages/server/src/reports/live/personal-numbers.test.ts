import { birthInNumber } from '@bonafide/verification';
import fc from 'fast-check';
import { stdnum, type Validator } from 'stdnum';
import { expect, test } from 'vitest';
import { births, numberWriters } from '../../../../verification/src/testing/personal-numbers.ts';

const validators: Readonly<Record<string, Validator>> = {
  BEL: stdnum.BE!.nn!,
  BGR: stdnum.BG!.egn!,
  CHN: stdnum.CN!.ric!,
  CZE: stdnum.CZ!.rc!,
  EST: stdnum.EE!.ik!,
  FIN: stdnum.FI!.hetu!,
  LTU: stdnum.LT!.asmens!,
  LVA: stdnum.LV!.pvn!,
  MKD: stdnum.MK!.jmbg!,
  NOR: stdnum.NO!.fodselsnummer!,
  POL: stdnum.PL!.pesel!,
  ROU: stdnum.RO!.cnp!,
  SRB: stdnum.RS!.jmbg!,
  SVK: stdnum.SK!.rc!,
  SVN: stdnum.SI!.emso!,
  SWE: stdnum.SE!.personnummer!,
};

test.each(Object.keys(validators))('the library stdnum accepts the same check digits of %s', (state) => {
  fc.assert(
    fc.property(births('1901-01-01', '2024-12-31'), fc.constantFrom(...'0123456789'), (born, last) => {
      const number = numberWriters[state]!(born, born.serial);
      expect([number, validators[state]!.validate(number).isValid]).toEqual([number, true]);
      const other = number.slice(0, -1) + last;
      const read = birthInNumber(state, other, '2026-01-15') !== null;
      expect([other, read]).toEqual([other, validators[state]!.validate(other).isValid]);
    }),
  );
});
