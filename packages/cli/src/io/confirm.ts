import { createInterface } from 'node:readline/promises'
import { usageError } from '../errors/cli-error.ts'
import { printable } from '../text/printable.ts'
import { isTerminal } from './input-terminal.ts'
import type { Io } from './io.ts'

/**
 * Asks for confirmation before an action that is hard to undo.
 *
 * @param what - The question, without the choice of answers: `Delete this product?`
 * @param yes - Whether `--yes` is set; the question is then skipped.
 * @returns False when the person declines; a note on standard error says so.
 * @throws {CliError} when there is no terminal.
 */
export async function confirm(io: Io, what: string, yes: boolean | undefined): Promise<boolean> {
  if (yes === true) return true
  if (!isTerminal(io.stdin)) {
    throw usageError(`${printable(what)} There is no terminal to ask for confirmation: add --yes to confirm.`)
  }
  await io.stderr.write(`${printable(what)} [y/N] `)
  const reader = createInterface({ input: io.stdin, terminal: false })
  try {
    if (/^y(es)?$/i.test((await firstLine(reader, io.signal)).trim())) return true
  } finally {
    reader.close()
  }
  await io.stderr.line('Nothing was changed.')
  return false
}

async function firstLine(reader: ReturnType<typeof createInterface>, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    const done = (line: string): void => {
      signal.removeEventListener('abort', stop)
      resolve(line)
    }
    reader.once('line', done)
    reader.once('close', () => done(''))
  })
}
