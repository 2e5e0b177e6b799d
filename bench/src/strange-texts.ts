/** Letters of scripts that names have, and what is not a letter: signs, marks, a direction mark, digits. */
const SCRIPTS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфх',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'אבגדהוזחטיכלמנסעפצקרשת',
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗',
  '김이박최정강조윤장임한오서신권황안송류홍',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'अआइईउऊऋएकखगघचछजझ',
  'กขคฆงจฉชซฌญฎฏฐ',
  " -.,'\u0301\u200f0123456789",
].map((letters) => [...letters]);
const PARTICLES = ['al', 'bin', 'de', 'la', 'von', 'dr', 'abd', 'abu', 'haji', 'van'];

/**
 * Texts that nobody is called: of every ten, seven of 1 to 300 signs of up to three scripts with blanks between them, two
 * of one letter a thousand times, one of particles alone.
 *
 * @param random as `Math.random`
 */
export function* strangeTexts(many: number, random: () => number): Iterable<string> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  for (let i = 0; i < many; i++) {
    const kind = i % 10;
    if (kind === 0) yield times(1 + Math.floor(random() * 40), () => pick(PARTICLES)).join(' ');
    else if (kind < 3) yield pick(pick(SCRIPTS)).repeat(1000);
    else {
      const scripts = times(1 + Math.floor(random() * 3), () => pick(SCRIPTS));
      const blanks = random() / 4;
      yield times(1 + Math.floor(random() * 300), () => (random() < blanks ? ' ' : pick(pick(scripts)))).join('');
    }
  }
}
