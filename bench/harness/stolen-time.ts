import { existsSync, readFileSync } from 'node:fs'

const FILE = '/proc/stat'
/** Position of the steal time on the first line, after the line's name. */
const STOLEN = 7
/** Position of the first guest time. The first two columns already include guest times. */
const GUESTS = 8

/**
 * Starts measuring which percentage of CPU time the host gives to other guests. Meanwhile a process may pause for some
 * hundred milliseconds.
 *
 * @returns A function that returns the percentage so far; null if the system does not report it.
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
