// Constructions that make a reader read a sentence twice. CONTRIBUTING.md says what to write instead.

/** Constructions that hide the noun or the fact. They are flagged in docstrings, comments, literals and documents. */
const RIDDLES = [
  /\bthose of\b/i,
  /\bthat of (a|an|the|this|its|their|each|no|others?|another|it|them|[a-z]+s)\b/i,
  /\bof (which|whom|what)\b/i,
  /\bby (when|whom)\b/i,
  /\balso (where|when|while)\b/i,
  /\b(whoever|whosever|all else)\b/i,
  /\bthe ones? (that|which|of|who|whose)\b/i,
  /\b(makes|made|make|is|are) another of (it|them)\b/i,
  /\bwhat (is|was) (kept|left|known|wanted|asked|made|of|said|sealed|open|there)\b/i,
  /\bstands? (nowhere|behind|there)\b/i,
  /\bwhere there (is|are|was|were) (none|one|no)\b/i,
  /\bbut for (the|a|an|its|their|what|those|one)\b/i,
  /\bit is to\b/i,
  /\bas it (is|was) (read|told|said)\b/i,
  /(?<!\bthere )\b(is|are|was|were) none\b(?! of (it|them)\b)/i,
  /(?<!\bthere )\b(is|are|was|were) no (?!(longer|more|less|better|worse|higher|matter|use|need|other|greater|larger|later|wider)\b)[a-z…]/i,
  /\bthe ones? (before|beside|behind)\b/i,
  /\b(anew|the own)\b/i,
];

/** First words that are neither subject nor verb: a clause without its sentence, or a preposition. */
const CLAUSES = new RegExp(
  `^(${[
    ['It', 'Its', 'They', 'Their'],
    ['What', 'Whatever', 'Who', 'Whoever', 'Whom', 'Whose', 'Which', 'Where', 'When', 'Why', 'How', 'Whether', 'If'],
    [
      'That',
      'Those',
      'Such',
      'So',
      'As',
      'Like',
      'Than',
      'Also',
      'Else',
      'Otherwise',
      'Not',
      'Nor',
      'And',
      'Or',
      'But',
      'Too',
    ],
    [
      'Of',
      'By',
      'For',
      'From',
      'In',
      'Into',
      'On',
      'At',
      'To',
      'With',
      'Within',
      'Without',
      'Under',
      'Over',
      'Until',
      'Till',
    ],
    [
      'Beside',
      'Besides',
      'Between',
      'Before',
      'After',
      'Since',
      'While',
      'Among',
      'Against',
      'Through',
      'Across',
      'During',
    ],
    [
      'Above',
      'Below',
      'Behind',
      'Beyond',
      'Around',
      'Because',
      'Unless',
      'Though',
      'Although',
      'Once',
      'Here',
      'There',
      'Then',
    ],
  ]
    .flat()
    .join('|')})\\b`,
);

/** The riddles of a text, in its own spelling. Code and quoted texts are left out: they may be published messages. */
export function riddlesIn(text) {
  const words = text.replace(/`[^`]*`|"[^"]*"/g, '…');
  return RIDDLES.flatMap((riddle) => words.match(riddle)?.[0] ?? []);
}

/** The first word of a docstring if it is neither subject nor verb; otherwise undefined. */
export const openingOf = (docstring) => CLAUSES.exec(docstring)?.[0];
