import { gzipSync } from 'node:zlib'
import { csvForm, feedText, JSON_LINES, JSON_LIST, type TextForm } from '../files/feed-text.ts'
import { workbookOf } from '../files/write-feed.ts'

/** A generated file that comes back with its results. */
export interface BackFile {
  readonly name: string
  readonly what: string
  /** The file as it must be in the copy: unpacked. */
  readonly content: (rows: number) => Buffer
  readonly isGzipped?: boolean
  readonly kind: BackKind
}

/** How results are added: to the cells of text with a delimiter, in the encoding, to objects, or to a sheet. */
export type BackKind =
  | { readonly form: 'csv'; readonly delimiter: string; readonly encoding: TextEncoding }
  | { readonly form: 'json' }
  | { readonly form: 'xlsx' }

/** The encodings of the files. In `latin1`, a character is a byte of any encoding. */
export type TextEncoding = 'latin1' | 'utf16le' | 'utf16be'

const MARK = '\ufeff'

export const BACK_FILES: readonly BackFile[] = [
  csv('comma', 'comma, UTF-8', ',', (text) => Buffer.from(text)),
  csv('marked', 'semicolon, UTF-8 with its mark, CRLF', ';', (text) => Buffer.from(MARK + text), '\r\n'),
  csv('tab', 'tab, windows-1252', '\t', (text) => Buffer.from(text, 'latin1')),
  csv('cyrillic', 'semicolon, windows-1251, CRLF', ';', (text) => windows1251(cyrillic(text)), '\r\n'),
  {
    ...csv('pipe', 'bar, UTF-16 LE, CRLF', '|', utf16le, '\r\n'),
    kind: { form: 'csv', delimiter: '|', encoding: 'utf16le' },
  },
  {
    ...csv('big', 'semicolon, UTF-16 BE', ';', (text) => utf16le(text).swap16()),
    kind: { form: 'csv', delimiter: ';', encoding: 'utf16be' },
  },
  csv('untidy', 'comma, with blank lines and cells of several lines', ',', (text) => Buffer.from(untidy(text))),
  { ...csv('gzipped', 'comma, gzipped', ',', (text) => Buffer.from(text)), isGzipped: true },
  json('lines.jsonl', 'JSON Lines', JSON_LINES),
  json('crlf.jsonl', 'JSON Lines, CRLF, indented', { ...JSON_LINES, between: '\r\n  ', end: '\r\n\r\n' }),
  json('list.json', 'JSON, a list in an object', JSON_LIST),
  json('pretty.json', 'JSON, over several lines', { ...JSON_LIST, row: (values) => pretty(JSON_LIST.row(values)) }),
  { name: 'shared.xlsx', what: 'XLSX, shared texts', content: (rows) => workbookOf(rows), kind: { form: 'xlsx' } },
  {
    name: 'inline.xlsx',
    what: 'XLSX, texts in cells',
    content: (rows) => workbookOf(rows, true),
    kind: { form: 'xlsx' },
  },
]

function csv(
  name: string,
  what: string,
  delimiter: string,
  encode: (text: string) => Buffer,
  lineEnd = '\n',
): BackFile {
  const content = (rows: number): Buffer => encode([...feedText(csvForm(delimiter, lineEnd), rows)].join(''))
  return { name: `${name}.csv`, what: `CSV, ${what}`, content, kind: { form: 'csv', delimiter, encoding: 'latin1' } }
}

function json(name: string, what: string, form: TextForm): BackFile {
  return { name, what, content: (rows) => Buffer.from([...feedText(form, rows)].join('')), kind: { form: 'json' } }
}

function utf16le(text: string): Buffer {
  return Buffer.from(MARK + text, 'utf16le')
}

/** Replaces the words beyond ASCII by Russian ones. */
function cyrillic(text: string): string {
  return text
    .replace(/[\u0080-\uffff]/g, 'ж')
    .replaceAll('Pension', 'Пансион')
    .replaceAll('A quiet house', 'Тихий дом')
}

function windows1251(text: string): Buffer {
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes[at] = code < 0x80 ? code : code - 0x410 + 0xc0
  }
  return bytes
}

/** Adds blank lines between the rows, and line ends inside a cell. */
function untidy(text: string): string {
  return text
    .replaceAll(/,A quiet house near ([^,\n]*?),/g, ',"A quiet house\n\n# near $1",')
    .split('\n')
    .map((line, at) => (at % 1_000 === 0 && at > 0 ? `${line}\n` : line))
    .join('\n')
}

function pretty(object: string): string {
  return JSON.stringify(JSON.parse(object), null, 2)
}

/** Returns the file as it is imported. */
export function importedFile(
  { content, isGzipped = false }: BackFile,
  rows: number,
): { source: Buffer; plain: Buffer } {
  const plain = content(rows)
  return { source: isGzipped ? gzipSync(plain) : plain, plain }
}
