import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { signatureHeaders } from './signature.ts';

const guide = readFileSync(new URL('../../../../docs/guides/webhooks.md', import.meta.url), 'utf8');

/** The code of a language in the guide. */
function snippet(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  if (code === undefined) throw new Error(`The guide has no ${language}`);
  return code;
}

/**
 * A language: the command that runs a file, the name of the file, and code after the snippet that prints the verdict. The arguments of
 * the program are the secret, the headers as JSON, and the body.
 */
const languages: Record<string, { command: string; file: string; call: string }> = {
  js: {
    command: 'node',
    file: 'verify.mjs',
    call: 'const [, , s, h, b] = process.argv; console.log(verify(s, JSON.parse(h), Buffer.from(b)));',
  },
  python: {
    command: 'python3',
    file: 'verify.py',
    call: 'import json, sys\nprint(str(verify(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3].encode())).lower())',
  },
  ruby: {
    command: 'ruby',
    file: 'verify.rb',
    call: 'require "json"\nputs verify(ARGV[0], JSON.parse(ARGV[1]), ARGV[2])',
  },
  php: {
    command: 'php',
    file: 'verify.php',
    call: 'echo json_encode(verify($argv[1], json_decode($argv[2], true), $argv[3]));',
  },
  java: {
    command: 'java',
    file: 'Main.java',
    call: '',
  },
};

/** Java has no JSON, so its program reads the headers as texts. The class that starts comes first in the file. */
const JAVA_MAIN = `
class Main {
    public static void main(String[] a) throws Exception {
        java.util.HashMap<String, String> headers = new java.util.HashMap<>();
        java.util.regex.Matcher pairs = java.util.regex.Pattern.compile("\\"([^\\"]+)\\":\\"([^\\"]*)\\"").matcher(a[1]);
        while (pairs.find()) headers.put(pairs.group(1), pairs.group(2));
        System.out.println(Webhooks.verify(a[0], headers, a[2].getBytes("UTF-8")));
    }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'receivers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isHere = (command: string): boolean => {
  const { status, error } = spawnSync(command, [command === 'java' ? '-version' : '--version']);
  return !error && status === 0;
};

function programOf(language: string): string {
  const { file, call } = languages[language]!;
  const code = snippet(language);
  if (language !== 'java') return `${code}\n${call}\n`;
  const imports = code.match(/^import .*;$/gm)?.join('\n') ?? '';
  return `${imports}\n${JAVA_MAIN}\n${code.replace(/^import .*;$/gm, '')}`.replace(
    'Main',
    file.split('.')[0] as string,
  );
}

describe.each(Object.keys(languages))('the receiver in %s', (language) => {
  const { command, file } = languages[language]!;

  test.runIf(isHere(command))('accepts a delivery, also during a rotation, and nothing else', () => {
    const path = join(folder, file);
    writeFileSync(path, programOf(language));
    const now = Date.now();
    const body = '{"payload":{"resource_type":"check","action":"check.completed","object":{"id":"ä"}}}';
    const message = { eventId: '0198a3c4-7d1e-7b8f-8000-0242ac120002', body, sequence: 3 };
    const signed = (token: string, previous?: { token: string; until: number }, at = now) =>
      signatureHeaders({ token, previous, standard_headers: true }, message, at);
    const verdict = (secret: string, headers: Record<string, string>, sent = body) => {
      const { stdout, stderr } = spawnSync(command, [path, secret, JSON.stringify(headers), sent], {
        encoding: 'utf8',
      });
      return stdout.trim() || stderr;
    };
    const rotated = signed('new-secret', { token: 'old-secret', until: now + 60_000 });
    const verdicts = {
      right: verdict('secret', signed('secret')),
      old: verdict('old-secret', rotated),
      new: verdict('new-secret', rotated),
      otherSecret: verdict('other', signed('secret')),
      otherBody: verdict('secret', signed('secret'), body.replace('check', 'report')),
      late: verdict('secret', signed('secret', undefined, now - 301_000)),
    };
    const no = 'false';
    expect(verdicts).toEqual({ right: 'true', old: 'true', new: 'true', otherSecret: no, otherBody: no, late: no });
  });
});
