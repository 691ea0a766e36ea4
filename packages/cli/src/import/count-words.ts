import { type Registry, RegistryError } from '@utpid/core'
import { countSentence, type TermFrequencyCount } from '@utpid/core/operations'
import type { Io } from '../io/io.ts'
import { inPhases } from '../progress/phase-bars.ts'
import { durationText } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'

const COUNT_PHASES = { records: 'Words counted, scores', clusters: 'Products', swap: 'Swap' } as const

/**
 * Counts the words of a registry after an import, if a count is due, and writes a sentence about it.
 *
 * @returns undefined if no count was due.
 */
export async function countWords(
  registry: Pick<Registry, 'countTermFrequencies'>,
  io: Io,
): Promise<(TermFrequencyCount & { readonly seconds: number }) | undefined> {
  const { signal } = io
  const count = await inPhases(io, COUNT_PHASES, (onProgress) =>
    registry.countTermFrequencies({ signal, onProgress }).catch((error: unknown) => {
      // The user stopped the command before the count began. The records are imported.
      if (error instanceof RegistryError && error.code === 'aborted') return { outcome: 'not_due' } as const
      throw error
    }),
  )
  if (count.outcome === 'not_due') return undefined
  const took = count.outcome === 'counted' ? ` It took ${durationText(count.seconds)}.` : ''
  await io.stderr.line(printable(`${countSentence(count)}${took}`))
  return count
}
