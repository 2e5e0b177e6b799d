import { pick, type Random } from '../forgeries/random.ts';

/** One way to write a sound and others: any of a group may stand for each. `^` and `$` mark begin and end of a word. */
type Groups = readonly (readonly string[])[];

const groups = (text: string): Groups =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** Spellings in which passports and newspapers differ for one name. Written for this measurement, from the systems in use. */
const ARABIC = groups(`
  ou u oo
  ee i iy
  aa a
  ei ay ai
  aw au ao
  kh h
  q k
  dh d z
  th t
  gh g
  dj j
  sh ch
  y i
  ^muham ^moham ^mohamm ^muhamm
  ad$ ed$
  ah$ a$ eh$
  an$ en$
  ^al ^el
  ^abdul ^abdel ^abdal ^abd-al-
  ^bin ^ben ^ibn
  ^abu ^abou
  ss s
  mm m
  iyy y
`);

const PERSIAN = groups(`
  gh q
  oo ou u
  i ee
  v w
  zadeh$ zade$
  eh$ e$ a$
  ey ei ai
  aa a
  kh k
  j dj
  mohamm mohamad
  o u
  e i
`);

const RUSSIAN = groups(`
  yev$ ev$ iev$
  iy$ y$ ii$ i$ ij$
  aya$ aia$ aja$
  ya ia ja
  yu iu ju
  ye e je
  kh h
  zh j
  ts c tz
  shch sch sh
  ks x
  v$ ff$ w$
  ^y ^j
  ch tch
  ey ei ej
  ^aleks ^alex
`);

const UKRAINIAN = groups(`
  hor gor
  ^volodymyr ^vladimir
  ^oleksandr ^aleksandr
  ^oleksiy ^oleksii ^aleksei
  ^serhiy ^serhii ^sergei
  ^mykola ^nikolai
  ^dmytro ^dmitri
  ^andriy ^andrii ^andrei
  ^mykhailo ^mikhail
  ^yevhen ^evgeni
  ^petro ^pyotr
  enko$ yenko$
  yi ii i
  kh h
`);

const CHINESE = groups(`
  ^zhang$ ^chang$ ^cheung$
  ^wang$ ^wong$
  ^li$ ^lee$
  ^liu$ ^lau$ ^liou$
  ^chen$ ^chan$
  ^huang$ ^wong$ ^hwang$
  ^zhao$ ^chao$ ^chiu$
  ^wu$ ^ng$
  ^zhou$ ^chou$ ^chow$
  ^xu$ ^hsu$
  ^lin$ ^lam$
  ^guo$ ^kuo$ ^kwok$
  ^x ^hs
  ^zh ^ch
  ^q ^ch
  ong$ ung$
  ^d ^t
  ^b ^p
  ^g ^k
  ian$ ien$
  ^r ^j
  ^jian ^chien
`);

const KOREAN = groups(`
  ^ri$ ^lee$ ^yi$ ^li$ ^rhee$
  ^kim$ ^gim$
  ^pak$ ^park$ ^bak$
  ^choe$ ^choi$
  ^chong$ ^jung$ ^jeong$ ^chung$
  ^chang$ ^jang$
  ^cho$ ^jo$
  ^kang$ ^gang$
  ^yun$ ^yoon$
  ^so$ ^seo$
  ^o$ ^oh$
  ^u$ ^woo$
  ^paek$ ^baek$
  yong yeong young
  kyong gyeong kyung
  ^chol$ ^cheol$ ^chul$
  ^song$ ^seong$ ^sung$
  ^hyon$ ^hyun$ ^hyeon$
  ^un$ ^eun$
  ^ch ^j
  ^k ^g
  ^p ^b
  ^t ^d
  ^hyok$ ^hyeok$ ^hyuk$
  ^sok$ ^seok$ ^suk$
  ^il$ ^ihl$
  ^chu$ ^joo$ ^ju$
  ^su$ ^soo$
`);

export const SPELLINGS = {
  arabic: ARABIC,
  persian: PERSIAN,
  russian: RUSSIAN,
  ukrainian: UKRAINIAN,
  chinese: CHINESE,
  korean: KOREAN,
} as const;

/** The name with so many of its sounds written otherwise, or undefined where the tables know none of them. */
export function respelled(
  random: Random,
  words: readonly string[],
  spellings: Groups,
  times: number,
): string | undefined {
  const changed = [...words];
  const untried = changed.map((_, i) => i);
  let done = 0;
  while (done < times && untried.length > 0) {
    const at = untried.splice(Math.floor(random() * untried.length), 1)[0]!;
    const other = respelledWord(random, changed[at]!, spellings);
    if (other === undefined) continue;
    changed[at] = other;
    done++;
  }
  return done === 0 ? undefined : changed.join(' ');
}

function respelledWord(random: Random, word: string, spellings: Groups): string | undefined {
  const marked = `^${word.toLowerCase()}$`;
  const choices = spellings.flatMap((group) =>
    group
      .filter((form) => marked.includes(form))
      .map((form) => [form, group.filter((other) => other !== form)] as const),
  );
  if (choices.length === 0) return undefined;
  const [form, others] = pick(random, choices);
  const made = marked.replace(form, pick(random, others)).replace(/[$^]/g, '');
  return made === word.toLowerCase() ? undefined : made;
}

const table = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]),
  );

/** Latin back to Cyrillic, the longest first (BGN/PCGN romanisation of Russian, 1947, read backwards). */
const CYRILLIC = table(`
  shch=щ zh=ж kh=х ts=ц ch=ч sh=ш yu=ю ya=я yo=ё yy=ый iy=ий ye=е ey=ей ay=ай oy=ой uy=уй
  a=а b=б v=в g=г d=д e=е z=з i=и j=й k=к l=л m=м n=н o=о p=п r=р s=с t=т u=у f=ф h=х y=ы w=в x=кс c=к q=к
`);

export function inCyrillic(name: string): string {
  let made = '';
  const text = name.toLowerCase();
  for (let at = 0; at < text.length; ) {
    const piece = [4, 3, 2, 1].map((n) => text.slice(at, at + n)).find((each) => CYRILLIC.has(each));
    made += piece ? CYRILLIC.get(piece)! : text[at]!;
    at += piece?.length ?? 1;
  }
  return made;
}

/** Syllables as lists write them in Latin letters, and the one Hangul syllable that each most often is. */
const HANGUL = table(`
  kim=김 ri=리 pak=박 choe=최 chong=정 chang=장 cho=조 jo=조 kang=강 yun=윤 so=서 sin=신 o=오 u=우 paek=백 han=한 im=림 rim=림
  hwang=황 an=안 song=성 ryu=류 no=노 mun=문 hong=홍 ko=고 kwon=권 hyon=현 ho=호 chol=철 yong=영 il=일 su=수 sok=석 hyok=혁
  kyong=경 un=은 jong=정 jin=진 chin=진 chun=춘 hak=학 hui=희 in=인 kuk=국 kwang=광 kyu=규 man=만 min=민 myong=명 nam=남 pong=봉
  pyong=병 sam=삼 sang=상 se=세 sik=식 sun=순 tae=태 thae=태 ton=돈 tong=동 won=원 yon=연 hwa=화 hun=훈 ki=기 kum=금 hae=해 bom=범 pom=범
  mi=미 myo=묘 ok=옥 to=도 ju=주 chu=주 je=제 che=제 ryong=룡 rak=락 ra=라 ha=하 ung=웅 yo=여 chae=재 jae=재 tok=덕 kil=길 sol=설 ch'ol=철
`);

/** Syllables of Pinyin, and a character with that reading that names have. */
const HAN = table(`
  wang=王 li=李 zhang=张 liu=刘 chen=陈 yang=杨 zhao=赵 huang=黄 zhou=周 wu=吴 xu=徐 sun=孙 hu=胡 zhu=朱 gao=高 lin=林 he=何 guo=郭
  ma=马 luo=罗 liang=梁 song=宋 zheng=郑 xie=谢 han=韩 tang=唐 feng=冯 dong=董 xiao=肖 cheng=程 cao=曹 yuan=袁 deng=邓 peng=彭 zeng=曾
  wei=伟 fang=芳 na=娜 min=敏 jing=静 qiang=强 lei=磊 jun=军 yong=勇 jie=杰 juan=娟 tao=涛 ming=明 chao=超 xiu=秀 xia=霞 ping=平 gang=刚
  gui=桂 ying=英 hua=华 hui=慧 jian=建 guang=光 guo=国 hai=海 hong=红 bin=彬 bo=波 kai=凯 long=龙 ning=宁 peng=鹏 qing=庆 shan=山
  sheng=生 wen=文 xin=新 xing=兴 yan=燕 yi=义 yu=玉 yun=云 ze=泽 zhi=志 zhong=忠 ren=仁 rong=荣 shi=世 shu=书 si=思 tian=天 ting=婷 xiang=祥
  fu=福 da=大 de=德 dan=丹 chun=春 bing=冰 an=安 ai=爱 qi=琪 ru=如 rui=瑞 jin=金 jia=家 hao=浩 heng=恒 guan=关 ge=葛 fan=范 du=杜 dai=戴 cui=崔
  cai=蔡 bai=白 lu=陆 mao=毛 meng=孟 pan=潘 qian=钱 qin=秦 ren=任 shao=邵 shen=沈 tan=谭 xue=薛 yao=姚 ye=叶 yin=尹 yue=岳 zou=邹
`);

/** Written syllable by syllable, or undefined where the table lacks one. Hyphens and blanks between them count for nothing. */
export function inSyllables(name: string, script: 'hangul' | 'han'): string | undefined {
  const known = script === 'hangul' ? HANGUL : HAN;
  const words: string[] = [];
  for (const word of name.toLowerCase().split(/[\s-]+/)) {
    const letters = syllables(word, known);
    if (!letters) return undefined;
    words.push(letters);
  }
  return words.join('');
}

function syllables(word: string, known: ReadonlyMap<string, string>): string | undefined {
  if (word === '') return '';
  for (let n = Math.min(7, word.length); n > 0; n--) {
    const letter = known.get(word.slice(0, n));
    const rest = letter === undefined ? undefined : syllables(word.slice(n), known);
    if (rest !== undefined) return letter + rest;
  }
  return undefined;
}
