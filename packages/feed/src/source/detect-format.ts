/**
 * `jsonl`: one JSON object per line. `json`: a list of objects, consecutive objects, or a list inside an object, in any
 * layout. `csv`: a table with any delimiter.
 */
export type FeedFormat = 'jsonl' | 'csv' | 'json' | 'xml' | 'xlsx' | 'parquet'

const EXTENSIONS: readonly (readonly [format: FeedFormat, pattern: RegExp])[] = [
  ['jsonl', /\.(jsonl|ndjson|jsonlines)$/],
  ['csv', /\.(csv|tsv|tab|psv|txt)$/],
  ['json', /\.(json|geojson)$/],
  ['xml', /\.xml$/],
  ['xlsx', /\.xlsx$/],
  ['parquet', /\.(parquet|pq)$/],
]

/**
 * Detects the format of a feed by its first bytes and then by its name.
 *
 * Clear content wins over the name: many `.json` files are JSON Lines.
 *
 * @param name - Path or file name; a final `.gz`, `.zst` or `.zip` is ignored. Any text is allowed.
 * @param head - The first bytes as UTF-8, unpacked; preferably up to the end of the second line.
 */
export function detectFormat(name: string, head: Uint8Array): FeedFormat {
  const path = name.toLowerCase().replace(/\.(gz|gzip|zst|zstd|zip)$/, '')
  const named = EXTENSIONS.find(([, pattern]) => pattern.test(path))?.[0]
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()

  if (text === '') return named ?? 'jsonl'
  if (text.startsWith('PAR1')) return 'parquet'
  if (MARKUP.test(text)) return 'xml'
  if (text.startsWith(RECORD_SEPARATOR)) return 'json'
  if (named === 'csv') return /^(\{\s*"|\[\s*\{)/.test(text) ? jsonKind(text, undefined) : 'csv'
  if (/^[{[]/.test(text)) return jsonKind(text, named)
  return firstLines(text).some(named === 'jsonl' ? isJsonLike : isJsonObject) ? 'jsonl' : 'csv'
}

const MARKUP = /^<(?:[?!]|[\p{L}_])/u
/** The separator of JSON text sequences (RFC 7464). */
const RECORD_SEPARATOR = '\u001e'

function jsonKind(text: string, named: FeedFormat | undefined): FeedFormat {
  const [first = '', ...others] = firstLines(text)
  if (text.startsWith('[')) {
    // A list that fills the first line is either the whole file or a single wrong line of JSON Lines.
    return named === 'jsonl' && isJson(first) && others.length > 0 ? 'jsonl' : 'json'
  }
  if (named === 'jsonl' || isJson(first)) return 'jsonl'
  // The first line may be broken. An indented line is part of an object, not a record.
  return lines(text).slice(1).some(isJsonObject) ? 'jsonl' : 'json'
}

function firstLines(text: string): string[] {
  return lines(text)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function lines(text: string): string[] {
  return text.split(/\r\n?|\n/, 50)
}

function isJsonLike(line: string): boolean {
  return line.startsWith('{')
}

function isJsonObject(line: string): boolean {
  return line.startsWith('{') && isJson(line)
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
