import { FAMILY_NAMES } from './family-names.ts';

/**
 * Words of names and of firms, as the matcher compares them: lower case Latin letters. Data of languages and naming
 * customs, to be extended for lists of other regions.
 */
const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Words that join or begin names and are shared by too many people to identify one: Arabic, Hebrew, Romance, Germanic, Dutch. */
export const PARTICLES = words(`
  al el ul ar as at ad an az ash
  abu abou aboo abi umm um
  bin ben ibn bint binti bte ould walad wald oglu ogly uulu kyzy qizi
  abd abdul abdel abdal abdil abdol abdool abdoul abdu abdur abdus abdoul abed
  de da do das dos del della dello di du des la le los las lo y e
  van von der den ter ten te zu zum zur af av
  bar bat ha
`);

/** Words before or after a name that say what a person is or was. */
export const TITLES = words(`
  mr mrs ms miss mister madam mme monsieur herr frau senor senora don dona
  dr doctor prof professor eng engineer ing lawyer
  haji hajji hadji hajj haj hajja al-hajj
  sheikh shaikh sheik shaykh cheikh shekh sheykh
  mullah mulla mollah mawlawi maulavi maulvi mawlana maulana moulavi alhaj alhaji
  imam ayatollah hojatoleslam ustad ustaz qari hafiz hafez mufti
  general gen lt ltgen colonel col major maj captain capt commander brigadier brig admiral lieutenant sergeant
  marshal president minister ambassador senator sen governor judge justice
  sir lord lady dame prince princess king queen
  jr junior sr senior ii iii iv
  rev reverend father fr bishop archbishop
  comrade
`);

/** Forms of firms and bodies: a listed name of unknown kind that has one does not belong to a person. */
export const COMPANY_FORMS = words(`
  llc llp lp ltd limited ltda inc incorporated corp corporation co company plc
  gmbh ag kg ohg ug mbh aktiengesellschaft
  sa sas sarl srl spa sl sau slu sca snc eurl
  bv nv vof ab oy oyj asa aps
  ooo oao zao pao ao tov too mchj
  fze fzc fzco fzllc wll kft zrt doo dd ad eood ood
  sdn bhd pte pty kk yk tbk pt
  jsc ojsc cjsc pjsc ojsc
  trading holding holdings group enterprise enterprises industries industrial services international
  bank foundation organization organisation association institute university airlines shipping
  export import technologies technology logistics partners electronics aviation systems
`);

/** Groups of names that replace each other: English, German, Spanish, Russian, Hebrew. A group a line. */
const NICKNAMES = `
  abigail abby gail
  abraham abe
  alexander alexandre aleksandr oleksandr alejandro alex alec ale jandro sandy sasha sascha
  alfonso poncho
  alexandra sandra sasha
  albert alberto al bert beto berto
  adalberto gilberto heriberto humberto norberto rigoberto beto
  alfred alf fred freddie
  andrew andreas andrei andrey andy drew
  anthony antony antonio anton tony tono toni
  arthur art
  barbara barb babs
  benjamin ben benny benji bibi
  bernard bernie
  catherine katherine kathryn katharina ekaterina yekaterina cathy kathy kate katie katya
  charles carlos karl carl charlie chuck carlitos charly
  concepcion concha conchita
  dolores lola
  guadalupe lupe lupita
  rosario chayo
  consuelo chelo
  christopher chris kit
  christina christine chris tina
  daniel daniil dan danny dani
  ernest ernesto neto ernie
  fernando ferdinand nando fer
  hernan nan
  ignacio nacho ignatius iggy
  jesus chuy chucho
  javier xavier javi
  gonzalo chalo
  leonardo leo nardo
  manuel emanuel emmanuel manolo manu manny
  rafael raphael rafa rafi
  ramon moncho
  salvador chava
  santiago chago
  sebastian sebas bastian
  vicente chente
  david dave davy
  deborah debbie deb
  dmitry dmitri dmitriy dimitri dmytro dima mitya
  donald don donny
  dorothy dot dottie
  edward eduard eduardo edgardo ed eddie ted ned lalo edu
  elizabeth elisabeth liz lizzie beth betty eliza lisa
  eugene evgeny yevgeny evgenii gene zhenya
  francis frank francisco franz francesco paco pancho fran paquito curro frankie
  frances fran francesca
  frederick frederic friedrich fred freddie fritz
  gabriel gabe
  george georg jorge georges giorgio georgy yuri
  gerald jerry gerry
  gregory greg grigory grigori
  harold hal harry
  helen elena yelena lena
  henry heinrich henri enrique hank harry heinz quique kike
  irina ira
  isabella isabel bella
  ivan vanya
  jacob jake yakov jakob
  james jim jimmy jamie
  jeffrey geoffrey jeff geoff
  jennifer jen jenny
  john johann johannes juan jean giovanni jack johnny hans jan juancho juanito ivan
  jonathan jon
  joseph josef jose joe joey yosef giuseppe yusuf youssef pepe chepe josip osip
  joshua josh
  kenneth ken kenny
  lawrence laurence larry
  leonard leo len
  louis lewis luis luigi lou lucho
  ludmila lyudmila luda
  margaret margarita maggie peggy meg rita greta
  maria mary marie masha
  mark marcus marc marco
  matthew matt mateo matteo
  michael mikhail miguel michel mike mick mickey misha
  nathaniel nathan nate
  nicholas nikolai nikolay nicolas nick nicky kolya klaus
  olga olya
  pamela pam
  patricia pat patty tricia trish
  patrick pat paddy
  paul pablo pavel paolo pasha
  peter pedro pyotr petr pierre pietro pete petya
  philip phillip felipe philippe phil
  raymond ray
  rebecca becky
  richard ricardo rick rich dick ricky
  robert roberto rob bob bobby robbie beto
  ronald ron ronnie
  rudolf rudolph rudy
  samuel sam sammy
  sergey sergei serge sergio serhiy serhii sergiy seryozha checo
  yuri yury yuriy iurii yura
  oleg oleh
  igor ihor
  alexei aleksei alexey oleksiy oleksii alyosha lyosha
  konstantin kostyantyn kostya
  anatoly anatoliy tolya
  valery valeriy valera
  boris borys borya
  gennady hennadiy gena
  pavlo pavel pasha
  petro pyotr petya
  mykhailo mikhail misha
  mykola nikolai kolya
  andriy andrei andrii
  dmytro dmitri dima
  stephen steven stefan esteban steve stepan
  susan suzanne sue susie
  svetlana sveta
  tatiana tatyana tanya
  theodore theodor fyodor fedor ted teddy theo
  thomas tomas tom tommy
  timothy tim
  victoria viktoria vicky
  victor viktor vitya
  vincent vince
  vladimir volodymyr vova volodya
  vyacheslav viacheslav slava
  walter walt
  william wilhelm guillermo guillaume will bill billy willy liam memo guille
  zachary zach zack
`;

/** Numbers of the groups that contain each word. */
function groups(text: string): ReadonlyMap<string, readonly number[]> {
  const of = new Map<string, number[]>();
  const lines = text.trim().split('\n');
  lines.forEach((line, group) => {
    for (const word of words(line)) of.set(word, [...(of.get(word) ?? []), group]);
  });
  return of;
}

function members(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => [...words(line)]);
}

export const NICKNAME_GROUPS = groups(NICKNAMES);
export const FAMILY_NAME_GROUPS = groups(FAMILY_NAMES);
const NICKNAME_MEMBERS = members(NICKNAMES);
const FAMILY_NAME_MEMBERS = members(FAMILY_NAMES);

/**
 * Other forms of a first name: short forms, and the forms of other languages.
 *
 * @param name lower case Latin letters
 *
 * @example
 * import { givenNameForms } from '@bonafide/verification';
 *
 * givenNameForms('tom'); // ['thomas', 'tomas', 'tommy']
 */
export function givenNameForms(name: string): string[] {
  const members = (NICKNAME_GROUPS.get(name) ?? []).flatMap((group) => NICKNAME_MEMBERS[group]!);
  return [...new Set(members)].filter((member) => member !== name);
}

/** Words that stand in a group with this one. */
export function relatives(word: string): string[] {
  return [
    ...givenNameForms(word),
    ...(FAMILY_NAME_GROUPS.get(word) ?? []).flatMap((group) => FAMILY_NAME_MEMBERS[group]!),
  ];
}
