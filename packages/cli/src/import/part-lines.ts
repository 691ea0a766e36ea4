import { counted } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import type { ReadParts } from './import-feed.ts'

const SHOWN_LISTS = 5

/** Returns sentences on the parts of a file that were read, and on the parts that were not. */
export function partLines(file: string, parts: ReadParts | undefined): readonly string[] {
  const { recordPath, otherLists = {}, skippedLines = 0 } = parts ?? {}
  const lines: string[] = []
  if (recordPath !== undefined) lines.push(`${file}: records read from ${printable(recordPath)}.`)
  const others = Object.entries(otherLists)
  if (others.length > 0) {
    const shown = others
      .slice(0, SHOWN_LISTS)
      .map(([path, count]) => `${printable(path)} (${counted(count, 'object')})`)
    const more = others.length > SHOWN_LISTS ? ` and ${others.length - SHOWN_LISTS} more` : ''
    lines.push(`${file}: not read: ${shown.join(', ')}${more}; --records names another list.`)
  }
  if (skippedLines > 0) {
    lines.push(`${file}: ${counted(skippedLines, 'line')} skipped: titles, comments, totals or repeated headers.`)
  }
  return lines
}
