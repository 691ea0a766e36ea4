import { JsonSplitter } from '../json/json-splitter.ts'
import type { RecordPath } from '../json/record-path.ts'
import type { JsonSpan } from '../json/split-json-values.ts'
import { EARLIER_CHARACTERS, memberChange } from './record-members.ts'
import type { AnsweredRow, AnsweredRows } from './result/answered-rows.ts'
import type { WriteBytes } from './result/write-bytes.ts'

const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const MARK = Buffer.of(0xef, 0xbb, 0xbf)

/**
 * Copies a JSON document and adds members to each record in place. A record that is no object, that is not closed, or
 * that is longer than the limit stays as it is.
 *
 * @param path - The place of the records.
 * @returns The row that the source does not have, if there is one.
 */
export async function copyJsonDocument(
  chunks: AsyncIterable<Buffer>,
  path: RecordPath,
  first: AnsweredRow | undefined,
  rows: AnsweredRows,
  write: WriteBytes,
): Promise<AnsweredRow | undefined> {
  const splitter = new JsonSplitter({ read: path, found: false, others: new Map() })
  let row = first
  let held: Buffer = Buffer.alloc(0)
  /** Bytes before `held`. */
  let offset = 0
  for await (const chunk of withoutMark(chunks, write)) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const pieces: Buffer[] = []
    let copied = 0
    for (const span of splitter.cut(chunk)) {
      if (row === undefined) break
      const end = span.end - offset
      if (isClosedObject(span) && bytes[end - 1] === CLOSE_OBJECT) {
        const change = memberChange(span.bytes.toString('latin1'), row.result)
        pieces.push(bytes.subarray(copied, end - 1 - change.replaced), Buffer.from(change.text))
        copied = end - 1
      }
      row = await rows.next()
    }
    // The members of an earlier copy may start in one chunk and end in the next one.
    const to = Math.max(copied, bytes.length - EARLIER_CHARACTERS)
    pieces.push(bytes.subarray(copied, to))
    held = bytes.subarray(to)
    offset += to
    await write(Buffer.concat(pieces))
  }
  await write(held)
  // A value that ends with the source, such as a number, is no object.
  for (const _ of splitter.end().spans) row = row === undefined ? undefined : await rows.next()
  return row
}

function isClosedObject({ bytes }: JsonSpan): boolean {
  return bytes[0] === OPEN_OBJECT && bytes.at(-1) === CLOSE_OBJECT
}

/** Writes a byte order mark, and yields the bytes after it. */
async function* withoutMark(chunks: AsyncIterable<Buffer>, write: WriteBytes): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < MARK.length) continue
    const isMarked = head.subarray(0, MARK.length).equals(MARK)
    if (isMarked) await write(MARK)
    yield isMarked ? head.subarray(MARK.length) : head
    head = undefined
  }
  if (head !== undefined && head.length > 0) yield head
}
