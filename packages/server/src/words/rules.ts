/** Messages about a value for fields without words of their own. */
interface RuleWords {
  tooLong(label: string): string;
  characters(label: string): string;
  other(label: string): string;
}

/** `Text.rule` of a language other than English, in which the rules of the service speak. */
export function rulesIn({ tooLong, characters, other }: RuleWords) {
  return (label: string, message: string): string => {
    if (message.startsWith('is too long')) return tooLong(label);
    return message.startsWith('must not contain') ? characters(label) : other(label);
  };
}
