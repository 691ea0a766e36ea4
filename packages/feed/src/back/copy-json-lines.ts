import type { RawLine } from './raw-lines.ts'
import { memberChange } from './record-members.ts'
import type { AnsweredRow, AnsweredRows } from './result/answered-rows.ts'
import type { WriteBytes } from './result/write-bytes.ts'
import type { TextUnits } from './text-units.ts'

const CLOSE_OBJECT = 0x7d

/**
 * Copies JSON Lines and adds members to each object. A line that is no object stays as it is.
 *
 * @returns The row that the source does not have, if there is one.
 */
export async function copyJsonLines(
  batches: AsyncIterable<RawLine[]>,
  first: AnsweredRow | undefined,
  rows: AnsweredRows,
  units: TextUnits,
  write: WriteBytes,
): Promise<AnsweredRow | undefined> {
  let row = first
  for await (const lines of batches) {
    const pieces: Buffer[] = []
    for (const line of lines) {
      if (!line.isEnd || line.line !== row?.line) pieces.push(line.content, line.end)
      else {
        pieces.push(...withMembers(line, row, units), line.end)
        row = await rows.next()
      }
    }
    await write(Buffer.concat(pieces))
  }
  return row
}

function withMembers({ content, isStart }: RawLine, { result }: AnsweredRow, units: TextUnits): readonly Buffer[] {
  const text = units.decode(content)
  const end = text.trimEnd().length
  const begin = isStart ? text.search(/[^\s\ufeff\u00ef\u00bb\u00bf]/) : 0
  if (text.charCodeAt(end - 1) !== CLOSE_OBJECT || (isStart && text[begin] !== '{')) return [content]
  const change = memberChange(text.slice(begin, end), result)
  const brace = (end - 1) * units.size
  return [content.subarray(0, brace - change.replaced * units.size), units.encode(change.text), content.subarray(brace)]
}
