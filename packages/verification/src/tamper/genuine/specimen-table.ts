import { folded } from '../../text/page.ts';
import { anyOf } from '../../text/patterns.ts';

/**
 * Words that states print on specimens of their documents, folded (`folded` in text/page.ts), by language. Public specimens
 * are shown in the Council of the European Union's PRADO (https://www.consilium.europa.eu/prado) and by the issuing states.
 */
export const SPECIMEN_WORDS: readonly string[] = [
  // English and French, Danish, Spanish, Portuguese, Malay, Italian.
  ...['specimen', 'spécimen', 'spesimen', 'espécimen', 'espécime', 'facsimile', 'muestra', 'amostra', 'exemplar'],
  // Lithuanian, Latvian, Estonian, Finnish, Slovenian, Croatian and Bosnian, Turkish, German, Dutch, Swedish.
  ...['pavyzdys', 'paraugs', 'näidis', 'mallikappale', 'vzorec', 'uzorak', 'ogledni primjerak', 'örnek'],
  ...['musterexemplar', 'probedruck', 'voorbeeld', 'provtryck', 'eksempel'],
  // Bulgarian and Russian, Ukrainian, Bosnian and Serbian, Macedonian, Kazakh; Greek.
  ...['образец', 'зразок', 'узорак', 'примерок', 'үлгі', 'δείγμα'],
  // Arabic, Hebrew, Hindi, Thai, Chinese, Japanese, Korean.
  ...['نموذج', 'عينة', 'דוגמה', 'नमूना', 'ตัวอย่าง', '样本', '樣本', '样张', '樣張', '票样', '見本', '见本', '견본'],
].map(folded);

/** Words of `SPECIMEN_WORDS` in Cyrillic and Greek capitals as the reader of Latin letters sees them. */
export const LOOKALIKE_WORDS: readonly string[] = [
  ...['obpa3eu', 'obpa3el', 'o6pa3eu', 'o6pa3el', '3pa3ok', 'y3opak', 'npnmepok', 'nphmepok'],
  ...['aeifma', 'aeirma', 'deifma', 'aeitma'],
];

/** Words that stand on documents that are not valid or not real, too, but also in names and sentences of genuine ones. */
export const ALONE_WORDS: readonly string[] = [
  ...[
    'sample',
    'muster',
    'vzor',
    'wzor',
    'minta',
    'exemple',
    'example',
    'exemplaire',
    'campione',
    'contoh',
    'fac simile',
    'prototype',
  ],
  ...['void', 'copy', 'copie', 'kopie', 'copia', 'kopia', 'cancelled', 'canceled', 'annule', 'annullato', 'cancelado'],
  ...[
    'anulado',
    'ungultig',
    'entwertet',
    'not valid',
    'invalid',
    'nul',
    'demo',
    'fake',
    'mock',
    'prop',
    'novelty',
    'recette',
  ],
  ...[
    'photocopy',
    'photocopie',
    'fotokopie',
    'fotocopia',
    'duplicata',
    'exemplar',
    'template',
    'proof',
    'копия',
    '复印件',
    '複印件',
  ],
].map(folded);

/** Surnames of specimens that people bear, too: `Sample`, `Muster`. */
export const HOLDER_WORDS: readonly string[] = ['sample', 'muster', 'mustermann', 'musterfrau', 'void', 'vzor', 'wzor'];

/** Sentences that no genuine document bears. */
export const SPECIMEN_PHRASES = new RegExp(
  anyOf({
    english: [
      /this ?is ?a ?(?:sample|specimen|mock|fake)/,
      /(?:sample|specimen) ?(?:only|visa|passport|document|licen[cs]e|id ?card|identity)/,
      /not ?a ?(?:real|genuine|government|valid) ?(?:document|id\b|identification|passport|licen[cs]e)/,
      /for ?(?:demonstration|illustration|training|novelty) ?(?:purposes?|use|only)/,
      /(?:movie|film|stage) ?prop/,
    ],
    german: [/kein ?(?:gultiges|echtes) ?dokument/],
    french: [/document ?(?:factice|fictif|sans valeur)/],
    spanish: [/documento ?(?:ficticio|sin valor)/],
  }),
);

/** Names of sites that print themselves over the pictures that they offer. */
export const STOCK_SITES = new RegExp(
  anyOf({
    sites: [
      ...[
        'shutterstock',
        'istockphoto',
        'gettyimages',
        'alamy stock',
        'alamystock',
        'dreamstime',
        'depositphotos',
        '123rf',
      ],
      ...[
        'adobestock',
        'adobe stock',
        'bigstock',
        'vecteezy',
        'freepik',
        'pngtree',
        'canstockphoto',
        'pixta',
        'fotolia',
      ],
    ],
  }),
);

/** The state of the examples of ICAO Doc 9303, in print. */
export const UTOPIA = /\butopian?\b/;

/** Words of streets: what stands beside one is an address. */
export const STREET_WORDS =
  /\b(?:str(?:eet|asse)?|st|road|rd|ave(?:nue)?|lane|ln|drive|dr|way|blvd|court|ct|place|rue|calle|via|weg|platz|allee|straat|town|city|apt)\b|strasse\b|stra(?:ss|ß)e/;
