import { type LabelledPair, readLabelledPairs } from '@utpid/evaluation'

export interface ReadLabelsOptions {
  /** Only sets whose name begins so, in any case. */
  readonly set?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Told what could not be used, one sentence each. */
  readonly onNotice: (sentence: string) => void
}

/** Lines that are shown one by one before they are only counted. */
export const NOTICES_SHOWN = 3

/**
 * The pairs of files that have one label: as the pairs say, else as the file is meant.
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
      ...(set === undefined ? {} : { set }),
      signal,
    })
    for (const { line, reason } of unreadable.slice(0, NOTICES_SHOWN)) onNotice(`${file}:${line}: ${reason}`)
    if (unreadable.length > 0) onNotice(`${file}: ${unreadable.length} pairs cannot be used and are left out.`)
    // A pair may say its own label, also against the file it stands in.
    for (const pair of pairs) if (pair.match === (label === '1')) labels.push(pair)
  }
  return labels
}
