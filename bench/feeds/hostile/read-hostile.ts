/** Reads files that the parent process names, one after the other, and sends back the result of each. */
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { FeedError, readFeed } from '@utpid/feed'

/** The order to read a file. */
export interface ReadOrder {
  readonly path: string
  /** Whether the file is read as a stream, as from a pipe. */
  readonly isStream: boolean
}

/** The result of reading a file. */
export interface ReadReport {
  readonly records: number
  /** Records that could not be read, by code. */
  readonly errors: Readonly<Record<string, number>>
  /** The code of the error that ended the reading. */
  readonly refused: string | undefined
  /** An error without a code: a defect of the reader. */
  readonly crash: string | undefined
  readonly cpuSeconds: number
  /** Growth of the memory of the process above its size before the first file, in megabytes. */
  readonly megabytes: number
}

/** Returns the peak of the memory since it was reset, in megabytes; on systems without /proc since the start. */
function peakMegabytes(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024
  } catch {
    return process.resourceUsage().maxRSS / 1_024
  }
}

function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // The peak then is the one since the start.
  }
}

async function read({ path, isStream }: ReadOrder, baseMegabytes: number): Promise<ReadReport> {
  const errors: Record<string, number> = {}
  let [records, refused, crash] = [0, undefined as string | undefined, undefined as string | undefined]
  globalThis.gc?.()
  resetPeak()
  const begun = process.cpuUsage()
  try {
    for await (const item of readFeed(isStream ? Readable.from(createReadStream(path)) : path)) {
      if ('record' in item) records += 1
      else errors[item.error.code] = (errors[item.error.code] ?? 0) + 1
    }
  } catch (error) {
    if (error instanceof FeedError) refused = error.code
    else crash = error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const { user, system } = process.cpuUsage(begun)
  const megabytes = Math.max(0, peakMegabytes() - baseMegabytes)
  return { records, errors, refused, crash, cpuSeconds: (user + system) / 1e6, megabytes }
}

/** Reads a small file, so that the memory of the code is not counted. */
async function warmUp(): Promise<number> {
  for await (const _ of readFeed(Readable.from(['code,name\n1,Hotel One\n']))) {
    // Nothing to do.
  }
  globalThis.gc?.()
  resetPeak()
  return peakMegabytes()
}

const base = await warmUp()
process.on('message', (order: ReadOrder) => void read(order, base).then((report) => process.send?.(report)))
process.send?.('ready')
