import type { ListedRecord } from '@bonafide/verification';
import type { Measurement } from '../measurement.ts';
import { loaded, THRESHOLDS } from './lists.ts';

/** Names of public figures in Latin letters as lists write them, and in other spellings that newspapers and papers use. */
const SPELLINGS: Readonly<Record<string, readonly (readonly [listed: string, other: string])[]>> = {
  'German transliteration': [
    ['YELTSIN, Boris', 'Boris Jelzin'],
    ['GORBACHEV, Mikhail', 'Michail Gorbatschow'],
    ['KHRUSHCHEV, Nikita', 'Nikita Chruschtschow'],
    ['SHEVARDNADZE, Eduard', 'Eduard Schewardnadse'],
    ['TCHAIKOVSKY, Pyotr', 'Pjotr Tschaikowski'],
    ['ZHUKOV, Georgy', 'Georgi Schukow'],
    ['LAVROV, Sergey', 'Sergej Lawrow'],
    ['MEDVEDEV, Dmitry', 'Dmitri Medwedew'],
    ['LUKASHENKO, Aleksandr', 'Alexander Lukaschenko'],
    ['ZHIVKOV, Todor', 'Todor Schiwkow'],
    ['ZYUGANOV, Gennady', 'Gennadi Sjuganow'],
    ['KUZNETSOV, Yevgeny', 'Jewgeni Kusnezow'],
    ['MOLOTOV, Vyacheslav', 'Wjatscheslaw Molotow'],
    ['CHERNOMYRDIN, Viktor', 'Wiktor Tschernomyrdin'],
    ['SHOIGU, Sergey', 'Sergei Schoigu'],
    ['KADYROV, Ramzan', 'Ramsan Kadyrow'],
    ['PRIGOZHIN, Yevgeny', 'Jewgeni Prigoschin'],
    ['BREZHNEV, Leonid', 'Leonid Breschnew'],
    ['ZELENSKYY, Volodymyr', 'Wolodymyr Selenskyj'],
    ['YUSHCHENKO, Viktor', 'Wiktor Juschtschenko'],
  ],
  'Wade-Giles': [
    ['Mao Zedong', 'Mao Tse-tung'],
    ['Mao Zedong', 'Mao Tsetung'],
    ['Zhou Enlai', 'Chou En-lai'],
    ['Deng Xiaoping', "Teng Hsiao-p'ing"],
    ['Xi Jinping', "Hsi Chin-p'ing"],
    ['Hua Guofeng', 'Hua Kuo-feng'],
    ['Zhao Ziyang', 'Chao Tzu-yang'],
    ['Hu Yaobang', 'Hu Yao-pang'],
    ['Liu Shaoqi', "Liu Shao-ch'i"],
    ['Lin Biao', 'Lin Piao'],
    ['Peng Dehuai', 'Peng Te-huai'],
    ['Jiang Zemin', 'Chiang Tse-min'],
    ['Zhu De', 'Chu Teh'],
    ['Zeng Qinghong', "Tseng Ch'ing-hung"],
    ['Jiang Qing', "Chiang Ch'ing"],
    ['Kang Sheng', "K'ang Sheng"],
  ],
  'Japanese long vowels': [
    ['ŌNO, Yūki', 'Yuuki Ohno'],
    ['ITO, Hirobumi', 'Hirobumi Itoh'],
    ['KATO, Takaaki', 'Takaaki Katou'],
    ['OTANI, Shohei', 'Shouhei Ohtani'],
    ['SATO, Eisaku', 'Eisaku Satoh'],
    ['ENDO, Shusaku', 'Shuusaku Endou'],
    ['KONO, Taro', 'Tarou Kouno'],
    ['OE, Kenzaburo', 'Kenzaburou Ooe'],
    ['ŌKUBO, Toshimichi', 'Toshimiti Okubo'],
    ['YUKAWA, Hideki', 'Hideki Yuhkawa'],
    ['MUTO, Toshiro', 'Toshiroh Mutoh'],
    ['KUDO, Yuki', 'Yuuki Kudou'],
    ['TSUCHIYA, Ken', 'Tutiya Ken'],
    ['SHINDO, Kaneto', 'Kaneto Sindou'],
  ],
  'Korean names joined, hyphened and in other spellings': [
    ['PARK, Geun-hye', 'Pak Kunhye'],
    ['LEE, Myung-bak', 'Yi Myeongbak'],
    ['MOON, Jae-in', 'Mun Jaein'],
    ['ROH, Tae-woo', 'No Taeu'],
    ['CHUN, Doo-hwan', 'Jeon Duhwan'],
    ['CHOI, Soon-sil', 'Choe Sunsil'],
    ['YOON, Suk-yeol', 'Yun Seokyeol'],
    ['RHEE, Syngman', 'Lee Seungman'],
    ['JUNG, Mong-joon', 'Chung Mongjun'],
    ['PAK, Ji-hun', 'Jihoon Park'],
    ['KIM, Yeong-cheol', 'Youngchul Gim'],
    ['WOO, Hyun-jin', 'U Hyeonjin'],
    ['HUR, Kyung-soo', 'Gyeongsu Heo'],
    ['BAEK, Seung-hyun', 'Seunghyeon Paik'],
  ],
  'Han characters of Korean names': [
    ['KIM, Jong Un', '金正恩'],
    ['KIM, Jong Il', '金正日'],
    ['KIM, Il Sung', '金日成'],
    ['PARK, Geun-hye', '朴槿惠'],
    ['LEE, Myung-bak', '李明博'],
    ['MOON, Jae-in', '文在寅'],
    ['KIM, Dae-jung', '金大中'],
    ['KIM, Young-sam', '金泳三'],
    ['CHUN, Doo-hwan', '全斗煥'],
    ['ROH, Tae-woo', '盧泰愚'],
    ['JANG, Song Thaek', '張成澤'],
    ['CHOE, Ryong Hae', '崔龍海'],
  ],
  'Han characters of Japanese names': [
    ['ABE, Shinzo', '安倍晋三'],
    ['KOIZUMI, Junichiro', '小泉純一郎'],
    ['TANAKA, Kakuei', '田中角栄'],
    ['KISHIDA, Fumio', '岸田文雄'],
    ['SUGA, Yoshihide', '菅義偉'],
    ['TOJO, Hideki', '東條英機'],
    ['ASAHARA, Shoko', '麻原彰晃'],
    ['MATSUMOTO, Chizuo', '松本智津夫'],
    ['FUKUDA, Yasuo', '福田康夫'],
    ['ISHIBA, Shigeru', '石破茂'],
    ['NAKASONE, Yasuhiro', '中曽根康弘'],
    ['YAMADA, Taro', '山田太郎'],
  ],
};

/** Names in another romanisation or script than the list's, in either direction, among the people of other lists. */
export function measureRomanised(others: readonly ListedRecord[]): Measurement[] {
  return Object.entries(SPELLINGS).flatMap(([what, pairs]) => [
    found(`${what}, asked for`, pairs, others),
    found(
      `${what}, listed`,
      pairs.map(([listed, other]) => [other, listed.replace(/^([^,]+), (.+)$/, '$2 $1')] as const),
      others,
    ),
  ]);
}

function found(
  what: string,
  pairs: readonly (readonly [listed: string, query: string])[],
  others: readonly ListedRecord[],
): Measurement {
  const model = others.find(({ kind }) => kind === 'person')!;
  const records = pairs.map(
    ([full], i): ListedRecord => ({
      ...model,
      source_id: `${what} ${i}`,
      names: [{ full, type: 'primary', quality: 'strong', script: 'Latn' }],
    }),
  );
  const list = loaded([...others, ...records]);
  const right = pairs.filter(([, full], i) =>
    list.find({ names: [{ full }] }).some(({ record, hit }) => record === records[i] && hit.score >= THRESHOLDS.hit),
  ).length;
  return { what, right, of: pairs.length };
}
