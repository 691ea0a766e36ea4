import { counted } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import type { ReadParts } from './import-feed.ts'

const SHOWN_LISTS = 5

/** Returns sentences on the parts of a file that were read, and on the parts that were not. */
export function partLines(file: string, parts: ReadParts | undefined): readonly string[] {
  const { recordPath, otherLists = {}, otherSheets = [], skippedLines = 0 } = parts ?? {}
  const lines: string[] = []
  if (recordPath !== undefined) lines.push(`${file}: records read from ${printable(recordPath)}.`)
  const others = Object.entries(otherLists)
  if (others.length > 0) {
    const shown = others
      .slice(0, SHOWN_LISTS)
      .map(([path, count]) => `${printable(path)} (${counted(count, 'object')})`)
    lines.push(`${file}: not read: ${shown.join(', ')}${more(others)}; --records names another list.`)
  }
  if (otherSheets.length > 0) {
    const shown = otherSheets.slice(0, SHOWN_LISTS).map((name) => printable(name))
    const noun = otherSheets.length === 1 ? 'the sheet' : 'the sheets'
    lines.push(`${file}: not read: ${noun} ${shown.join(', ')}${more(otherSheets)}; --records names another sheet.`)
  }
  if (skippedLines > 0) {
    lines.push(`${file}: ${counted(skippedLines, 'line')} skipped: titles, comments, totals or repeated headers.`)
  }
  return lines
}

function more({ length }: readonly unknown[]): string {
  return length > SHOWN_LISTS ? ` and ${length - SHOWN_LISTS} more` : ''
}
