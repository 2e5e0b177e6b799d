/** Ways to write one Chinese or Vietnamese family name: Pinyin, Wade-Giles, Cantonese, Vietnamese; and the names of saints. */
const CHINESE_FAMILY_NAMES = `
  saint st sankt
  sainte ste
  santa sta
  santo sto
  zhang chang cheung teo truong
  wang wong ong vuong
  li lee ly
  liu lau liew luu
  chen chan tan tran
  yang yeung yeo duong
  huang wong hwang ng hoang huynh
  zhao chao chiu trieu
  wu ng woo ngo
  zhou chou chow chau chu
  xu hsu hui hua tsui
  sun suen
  ma mah
  zhu chu choo
  hu woo wu
  guo kuo kwok quach
  he ho ha
  gao kao ko
  lin lam lim
  luo lo law la
  zheng cheng trinh
  liang leung luong
  xie hsieh tse ta
  song sung soong tong
  tang tong
  deng teng dang
  feng fung phung
  cao tsao cho
  peng pang banh
  zeng tseng tsang tang
  xiao hsiao siu tieu
  cai tsai choi
  pan poon phan
  yuan yuen vien
  dong tung dong
  ye yeh yip diep
  lu lo lui
  jiang chiang keung kong
  jin chin kam
  xue hsueh sit
  qian chien chin
  qin chin chun
`;

/** Ways to write one Korean family name: Revised Romanisation, McCune-Reischauer, and spellings of passports. */
const KOREAN_FAMILY_NAMES = `
  lee yi i rhee ree ri li rhie
  park pak bak bag bahk pahk
  jung jeong chung jong chong
  choi choe chey choy
  kim gim
  kang gang
  cho jo
  yoon yun youn
  jang chang
  lim im rim
  shin sin
  oh o
  seo suh so
  kwon gwon
  hwang whang
  ahn an
  ryu yoo yu ryoo you
  noh roh no ro
  moon mun
  woo wu u
  ko go koh
  paek baek paik baik
  yeo yo ryo
  chun jeon chon jon
  heo hur huh ho
  nam nahm
  bae pae bai
  byun byeon pyon pyun
  hong
  han hahn
  son sohn
  yang ryang
  joo ju chu
  koo goo gu ku
  cha
  sung seong song
  eom um uhm
  ban pan bahn
  kwak gwak
  ji chi jee
  na ra nah rah
  min
  yeom yum ryom
  myung myeong myong
  do doh to
  kil gil
  ha hah
  jin chin
`;

export const KOREAN_FAMILIES: ReadonlySet<string> = new Set(KOREAN_FAMILY_NAMES.trim().split(/\s+/));

/** Groups of family names that replace each other. A group a line. */
export const FAMILY_NAMES = `${CHINESE_FAMILY_NAMES.trim()}\n${KOREAN_FAMILY_NAMES.trim()}`;
