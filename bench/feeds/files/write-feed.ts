import { createWriteStream, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsx } from '@utpid/testing/files'
import { writeParquet } from '../../../packages/feed/test/support/write-parquet.ts'
import { csvForm, feedText, JSON_LINES, type TextForm, XML } from './feed-text.ts'
import { COLUMNS, feedValues, NUMBERS } from './feed-values.ts'

export const FEED_FORMATS = ['csv', 'jsonl', 'xml', 'parquet', 'xlsx'] as const
export type WrittenFormat = (typeof FEED_FORMATS)[number]

const TEXT_FORMS: Readonly<Partial<Record<WrittenFormat, TextForm>>> = {
  csv: csvForm(),
  jsonl: JSON_LINES,
  xml: XML,
}

/** Writes a feed of generated hotels. */
export async function writeFeed(path: string, format: WrittenFormat, rows: number): Promise<void> {
  const form = TEXT_FORMS[format]
  if (form !== undefined) {
    await pipeline(Readable.from(feedText(form, rows)), createWriteStream(path))
    return
  }
  writeFileSync(path, format === 'xlsx' ? workbookOf(rows) : parquetOf(rows))
}

/** @param inline - Whether texts are in the cells, as openpyxl writes. Default: shared, as Excel writes. */
export function workbookOf(rows: number, inline = false): Buffer {
  const cells = (at: number): (string | number)[] =>
    feedValues(at).map((value, column) => (NUMBERS.has(COLUMNS[column] as string) ? Number(value) : value))
  return writeXlsx({
    inline,
    sheets: [{ name: 'Hotels', rows: [[...COLUMNS], ...Array.from({ length: rows }, (_, at) => cells(at))] }],
  })
}

function parquetOf(rows: number): Buffer {
  const values = Array.from({ length: rows }, (_, at) => feedValues(at))
  return writeParquet(
    COLUMNS.map((name, column) => {
      const texts = values.map((row) => row[column] as string)
      return NUMBERS.has(name)
        ? { name, data: texts.map(Number), type: 'DOUBLE' }
        : { name, data: texts, type: 'STRING' }
    }),
  )
}
