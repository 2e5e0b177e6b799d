/**
 * Languages that capture SDKs know: the ids of the published browser SDK, and the longer names that earlier ones and the
 * links of workflow runs have for some of them (contract 15.3).
 */
export const languages = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en_GB', 'en_US', 'es', 'es_419', 'es_DO', 'et', 'fa', 'fi', 'fr', 'fr_CA'],
  ...['he', 'hi', 'hr', 'hu', 'hy', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nl', 'no', 'pl', 'pt', 'pt_BR', 'ro'],
  ...['ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr', 'uk', 'vi', 'zh_CN', 'zh_TW'],
  ...['de_DE', 'es_ES', 'fr_FR', 'it_IT', 'pt_PT', 'nl_NL', 'en'],
] as const;
