import { signedBits } from '../text/number-text.ts'
import { cut } from '../text/table.ts'
import type { WeightStep } from './explained-pair.ts'

const NAME_CHARACTERS = 32
const BITS_CHARACTERS = 6
const MIN_BAR = 20
const MAX_BAR = 64

/**
 * Draws a waterfall of bits for a terminal: every bar starts where the previous one ended. Full blocks are positive,
 * shaded blocks negative; thresholds are vertical lines.
 *
 * @param columns - Characters of a line.
 */
export function waterfallText(steps: readonly WeightStep[], marks: readonly WeightStep[], columns: number): string {
  const width = Math.min(MAX_BAR, Math.max(MIN_BAR, columns - NAME_CHARACTERS - BITS_CHARACTERS - 4))
  let sum = 0
  const sums = steps.map(({ bits }) => {
    sum += bits
    return sum
  })
  const values = [0, ...sums, ...marks.map(({ bits }) => bits)]
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const place = (bits: number): number => Math.round(((bits - min) / Math.max(1, max - min)) * (width - 1))
  const places = marks.map(({ bits }) => place(bits))
  const blank = (): string[] => {
    const line = Array.from({ length: width }, () => ' ')
    for (const at of places) line[at] = '│'
    return line
  }
  const row = (name: string, bits: string, line: readonly string[]): string =>
    `  ${cut(name, NAME_CHARACTERS).padEnd(NAME_CHARACTERS)}${bits.padStart(BITS_CHARACTERS)}  ${line.join('').trimEnd()}`
  const rows = steps.map(({ what, bits }, at) => {
    const line = blank()
    const [from, to] = [place(sums[at - 1] ?? 0), place(sums[at] as number)]
    for (let column = Math.min(from, to); column <= Math.max(from, to); column++) line[column] = bits < 0 ? '░' : '█'
    return row(what, signedBits(bits), line)
  })
  const names = marks.map(({ what }, at) => row('', '', named(what, places[at] as number, places.slice(0, at), width)))
  return `${[...names, ...rows].map((line) => line.trimEnd()).join('\n')}\n`
}

/** Writes the name of a threshold above its line, on the side that has space. */
function named(name: string, place: number, above: readonly number[], width: number): string[] {
  const line = Array.from({ length: width }, () => ' ')
  for (const at of above) line[at] = '│'
  const text = place + name.length < width ? `│${name}` : `${name}│`
  const start = text.startsWith('│') ? place : place - name.length
  for (const [at, character] of [...text].entries()) if (start + at >= 0) line[start + at] = character
  return line
}
