import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { invalid, problem } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { holdsUnstorable } from '../../base/storable-text.ts';
import type { Services } from '../../context/services.ts';
import { isMultipart, readMultipart } from '../../http/multipart.ts';
import { CONTROL } from '../../input-rules/rule.ts';
import { type ImportOptions, listFormats } from '../../screening/watchlists/import.ts';
import { ReceivedFiles } from '../../screening/watchlists/received-files.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a watchlist that the request brings. */
    listFiles: ReceivedFiles | undefined;
  }
}

/** Bytes of all files of a list: four of 4 GB, and the fields beside them. */
const MOST_BYTES = 16_100_000_000;

/** Files of a list: four of the US Treasury, and some that it may add. */
const MOST_FILES = 8;

const MESSAGE = 'Send the files as parts named file of a multipart/form-data body';

/** Names of lists: they are part of addresses and of answers to clients. `imports` is the address of all imports. */
const ListName = Type.String({ pattern: '^(?!imports$)[a-z0-9][a-z0-9._-]{0,63}$' });

const Flag = Type.Optional(stringEnum(['true', 'false'] as const));

/** The fields beside the files. */
export const ImportFields = Type.Object(
  {
    list: ListName,
    format: Type.Optional(stringEnum(listFormats)),
    category: Type.Optional(stringEnum(['sanction', 'pep', 'warning', 'adverse_media'] as const)),
    published: Type.Optional(Type.String({ format: 'date' })),
    checksum: Type.Optional(Type.String({ pattern: '^[0-9A-Fa-f]{64}$', description: 'SHA-256 of the first file' })),
    encoding: Type.Optional(stringEnum(['utf-8', 'windows-1252'] as const)),
    map: Type.Optional(Type.String({ description: 'JSON object that maps column names of a csv list to ours' })),
    topic_map: Type.Optional(
      Type.String({ description: 'JSON object that maps OpenSanctions topics to categories, or to off' }),
    ),
    dry_run: Flag,
    allow_shrink: Flag,
    allow_older: Flag,
    stage: Flag,
  },
  { additionalProperties: false },
);

type Fields = Type.Static<typeof ImportFields>;

/**
 * Options of a route that takes the files of a list. Those that no import has taken are deleted with the answer. Throws `unavailable`
 * where the disk has no room for them, before the body is read where its length is announced.
 */
export function takesListFiles(services: Services) {
  return {
    async preValidation(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (!isMultipart(request)) throw problem('unsupported_media_type', { message: MESSAGE });
      const received = await ReceivedFiles.open(services, Number(request.headers['content-length'] ?? 0)).catch(
        (error) => {
          // Nothing of the body is read.
          reply.header('connection', 'close');
          throw error;
        },
      );
      request.listFiles = received;
      request.body = await readMultipart(request, reply, {
        mostBytes: MOST_BYTES,
        mostFiles: MOST_FILES,
        takeFile: ({ name, stream, fileName = 'file' }) =>
          name === 'file' ? received.add(fileName, stream) : undefined,
      });
    },
    async onSend({ listFiles }: FastifyRequest): Promise<void> {
      await listFiles?.discard();
    },
  };
}

/** The files of a request, for the import that deletes them. */
export function takeListFiles(request: FastifyRequest): ReceivedFiles {
  const { listFiles } = request;
  if (!listFiles) throw new Error('The request has no file. Send the files of the list as parts named file');
  request.listFiles = undefined;
  return listFiles;
}

/** Parses the options of an import. Throws `validation_error`. */
export function importOptionsOf(fields: Fields): ImportOptions {
  const { list, format, category, published, checksum, encoding, map, topic_map } = fields;
  const yes = (flag: 'true' | 'false' | undefined) => flag === 'true';
  return {
    list,
    ...(format && { format }),
    ...(category && { category }),
    ...(published !== undefined && { published }),
    ...(checksum !== undefined && { checksum: checksum.toLowerCase() }),
    ...(encoding && { encoding }),
    ...(map !== undefined && { map: textsOf('map', map) }),
    ...(topic_map !== undefined && {
      topicMap: textsOf('topic_map', topic_map) as NonNullable<ImportOptions['topicMap']>,
    }),
    dryRun: yes(fields.dry_run),
    allowShrink: yes(fields.allow_shrink),
    allowOlder: yes(fields.allow_older),
    stage: yes(fields.stage),
  };
}

function textsOf(field: string, json: string): Record<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalid({ [field]: ['must be a JSON object'] });
  }
  const texts = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [null];
  if (texts.some((text) => typeof text !== 'string'))
    throw invalid({ [field]: ['must be a JSON object whose values are strings'] });
  if (holdsUnstorable(value)) throw invalid({ [field]: [CONTROL] });
  return value as Record<string, string>;
}
