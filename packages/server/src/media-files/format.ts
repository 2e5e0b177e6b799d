/** The kinds of files that the service accepts, recognised by their bytes. */
export type Format = 'jpg' | 'png' | 'pdf' | 'json' | 'txt' | 'mp4' | 'mov' | 'webm';

interface FormatEntry {
  /** Served with the stored file. */
  readonly mediaType: string;
  /** Other names under which clients send it. */
  readonly aliases: readonly string[];
  /** First the usual one. Each stays as it was uploaded: a `.jpeg` upload has the file type `jpeg`. */
  readonly extensions: readonly string[];
}

export const formats: Readonly<Record<Format, FormatEntry>> = {
  jpg: { mediaType: 'image/jpeg', aliases: ['image/jpg', 'image/pjpeg'], extensions: ['jpg', 'jpeg'] },
  png: { mediaType: 'image/png', aliases: ['image/x-png', 'image/apng'], extensions: ['png'] },
  pdf: { mediaType: 'application/pdf', aliases: ['application/x-pdf'], extensions: ['pdf'] },
  json: { mediaType: 'application/json', aliases: ['text/json'], extensions: ['json'] },
  txt: { mediaType: 'text/plain', aliases: [], extensions: ['txt'] },
  mp4: { mediaType: 'video/mp4', aliases: ['video/x-m4v'], extensions: ['mp4', 'm4v'] },
  mov: { mediaType: 'video/quicktime', aliases: [], extensions: ['mov', 'qt'] },
  webm: { mediaType: 'video/webm', aliases: [], extensions: ['webm'] },
};

/** The format that a media type names, its parameters left aside; undefined when it names none of ours. */
export function formatOfMediaType(mediaType: string): Format | undefined {
  const [bare = ''] = mediaType.toLowerCase().split(';', 1);
  return formatWhere(({ mediaType: own, aliases }) => [own, ...aliases].includes(bare.trim()));
}

/** The format that an extension (lower case, no dot) names; undefined when it names none of ours. */
export function formatOfExtension(extension: string): Format | undefined {
  return formatWhere(({ extensions }) => extensions.includes(extension));
}

function formatWhere(test: (entry: FormatEntry) => boolean): Format | undefined {
  return (Object.keys(formats) as Format[]).find((format) => test(formats[format]));
}
