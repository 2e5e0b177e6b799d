import type { Argument, Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A word that a shell can complete. */
interface Word {
  readonly text: string;
  readonly about: string;
}

/** The words of one command. */
interface Place {
  /** Names of the command and of those that it is in: `/events/list`; empty for the program. */
  readonly path: string;
  readonly words: readonly Word[];
  /** Values of the flags that have choices. */
  readonly values: readonly { readonly flags: readonly string[]; readonly choices: readonly string[] }[];
}

const HELP: Word = { text: '--help', about: 'show the flags' };

function placesIn(command: Command, path = ''): Place[] {
  const { commands, options, registeredArguments } = command;
  const words = [
    ...commands.map((inner) => ({ text: inner.name(), about: inner.description() })),
    ...registeredArguments.flatMap(({ argChoices = [], description }: Argument) =>
      argChoices.map((text) => ({ text, about: description })),
    ),
    ...options
      .filter(({ hidden }) => !hidden)
      .map(({ long, short, description }) => ({ text: String(long ?? short), about: description })),
    HELP,
  ];
  const values = options.flatMap(({ argChoices, long, short }: Option) =>
    argChoices ? [{ flags: [long, short].filter((flag) => flag !== undefined), choices: argChoices }] : [],
  );
  return [{ path, words, values }, ...commands.flatMap((inner) => placesIn(inner, `${path}/${inner.name()}`))];
}

/** A text in single quotes of bash, zsh and fish. No name has a quote; a description may have some. */
const quoted = (text: string) => `'${text.replaceAll("'", '’').replaceAll('\\', '/')}'`;
const textsOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');

/** The lines of a `case` that moves `place` along the commands on the line. */
const stepsOf = (places: readonly Place[], name: string) =>
  `      ${places.flatMap(({ path }) => path || []).join('|')}) place="$place/${name}" ;;`;

/** The lines of a `case` that sets the values of the flag before the cursor. */
const valueLines = (places: readonly Place[], set: (choices: readonly string[]) => string): string =>
  places
    .flatMap(({ path, values }) =>
      values.flatMap(({ flags, choices }) =>
        flags.map((flag) => `    ${quoted(`${path} ${flag}`)}) ${set(choices)} ;;`),
      ),
    )
    .join('\n');

function bash(places: readonly Place[]): string {
  const words = places.map((place) => `    ${quoted(place.path)}) words=${quoted(textsOf(place.words))} ;;`);
  const values = valueLines(places, (choices) => `words=${quoted(choices.join(' '))}`);
  return `# Completion of bonafide for bash: eval "$(bonafide completion bash)"
_bonafide() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place/$word" in
${stepsOf(places, '$word')}
    esac
  done
  case "$place" in
${words.join('\n')}
  esac
  case "$place $previous" in
${values}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _bonafide bonafide`;
}

function zsh(places: readonly Place[]): string {
  const described = ({ text, about }: Word) => quoted(`${text.replaceAll(':', '\\:')}:${about}`);
  const words = places.map(
    ({ path, words }) => `    ${quoted(path)}) words_here=(${words.map(described).join(' ')}) ;;`,
  );
  const values = valueLines(places, (choices) => `words_here=(${choices.map(quoted).join(' ')})`);
  return `#compdef bonafide
# Completion of bonafide for zsh: eval "$(bonafide completion zsh)", after compinit
_bonafide() {
  local place='' word
  local -a words_here
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place/$word" in
${stepsOf(places, '$word')}
    esac
  done
  case "$place" in
${words.join('\n')}
  esac
  case "$place $words[CURRENT-1]" in
${values}
  esac
  _describe -V bonafide words_here || _files
}
compdef _bonafide bonafide`;
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words, values }) => {
    const at = `-n ${quoted(`__bonafide_at "${path}"`)}`;
    return words.map(({ text, about }) => {
      const what = text.startsWith('--') ? `-l ${text.slice(2)}${choicesOf(values, text)}` : `-f -a ${text}`;
      return `complete -c bonafide ${at} ${what} -d ${quoted(about)}`;
    });
  });
  return `# Completion of bonafide for fish: bonafide completion fish | source
function __bonafide_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch "$place/$word"
      case ${places.flatMap(({ path }) => (path ? quoted(path) : [])).join(' ')}
        set place "$place/$word"
    end
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}`;
}

/** The part of a line of fish that completes the value of a flag. */
function choicesOf(values: Place['values'], flag: string): string {
  const found = values.find(({ flags }) => flags.includes(flag));
  return found ? ` -x -a ${quoted(found.choices.join(' '))}` : '';
}

const scripts = { bash, zsh, fish };

/** A script with which a shell completes the commands and flags of a program, made from its table of commands. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](placesIn(program));
}
