import { defined } from '@utpid/core/storage'
import { type LabelledPair, readLabelledPairs } from '@utpid/evaluation'

export interface ReadLabelsOptions {
  /** Only sets whose name starts with this prefix; case does not matter. */
  readonly set?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with one sentence for each input that could not be used. */
  readonly onNotice: (sentence: string) => void
}

/** Maximum lines shown one by one; further lines are only counted. */
export const NOTICES_SHOWN = 3

/**
 * Reads the pairs with one label from files. The label of a pair wins over that of its file.
 *
 * @throws FeedError when a file cannot be read at all.
 */
export async function readLabels(
  files: readonly string[],
  label: '0' | '1',
  { set, signal, onNotice }: ReadLabelsOptions,
): Promise<LabelledPair[]> {
  const labels: LabelledPair[] = []
  for (const file of files) {
    const { pairs, unreadable } = await readLabelledPairs(file, {
      label,
      ...defined({ set }),
      signal,
    })
    for (const { line, reason } of unreadable.slice(0, NOTICES_SHOWN)) onNotice(`${file}:${line}: ${reason}`)
    if (unreadable.length > 0) onNotice(`${file}: ${unreadable.length} pairs cannot be used and are skipped.`)
    // A pair may have its own label, which may contradict that of its file.
    for (const pair of pairs) if (pair.match === (label === '1')) labels.push(pair)
  }
  return labels
}
