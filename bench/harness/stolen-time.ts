import { existsSync, readFileSync } from 'node:fs'

const FILE = '/proc/stat'
/** Of the times on the first line, after its name, that of other guests of the same host. */
const STOLEN = 7
/** Guests' own times, which are in the first two already. */
const GUESTS = 8

/**
 * Begins to measure which part of the processors' time the host gives to others, in percent: a process then stands still without a
 * reason of its own, for some hundred milliseconds at a time.
 *
 * @returns What it was until now; null where the system does not tell.
 */
export function stolenTime(): () => number | null {
  const before = times()
  return () => {
    const now = times()
    if (before === undefined || now === undefined) return null
    const all = sum(now) - sum(before)
    return all === 0 ? 0 : (100 * ((now[STOLEN] as number) - (before[STOLEN] as number))) / all
  }
}

function times(): number[] | undefined {
  if (!existsSync(FILE)) return undefined
  const [line = ''] = readFileSync(FILE, 'utf8').split('\n')
  const found = line.split(/\s+/).slice(1).map(Number)
  return found.length > STOLEN && found.every(Number.isFinite) ? found.slice(0, GUESTS) : undefined
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
