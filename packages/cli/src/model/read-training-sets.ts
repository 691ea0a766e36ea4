import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Gazetteer, RegistrySchema } from '@utpid/core'
import {
  type FileLabel,
  type HiddenFields,
  type LabelledPair as LabelledEnds,
  pairFeatures,
  RecordLookup,
  readLabelledPairs,
} from '@utpid/evaluation'
import type { LabelledPair, TrainingSet } from '@utpid/training'
import { counted } from '../text/number-text.ts'

export interface ReadTrainingOptions {
  readonly files: readonly string[]
  /** Feeds with the records of pairs in the form `[source, id, ...]`. */
  readonly records: readonly string[]
  readonly hidden: HiddenFields
  readonly gazetteer: Gazetteer
  /** The schema with the fields of a record. Default: the default schema. */
  readonly schema?: RegistrySchema | undefined
  /** Label of pairs that have none, in a file whose name gives none. */
  readonly label?: FileLabel
  readonly signal?: AbortSignal | undefined
  /** Called with one sentence for each input that could not be used. */
  readonly onNotice: (sentence: string) => void
}

/** Pairs read between two checks for a stop signal. */
const BATCH_SIZE = 200

/** Reads each file as one training set. The set has the name of the file without extensions. */
export async function readTrainingSets(options: ReadTrainingOptions): Promise<TrainingSet[]> {
  const lookup = await RecordLookup.read(options.records, options.signal)
  const sets: TrainingSet[] = []
  for (const file of options.files) {
    const { pairs, unreadable } = await readLabelledPairs(file, options)
    const unusable = unreadable.map(({ line, reason }) => ({ line, reason }))
    const usable: LabelledPair[] = []
    for (const [at, pair] of pairs.entries()) {
      if (at % BATCH_SIZE === 0) {
        await setImmediate()
        options.signal?.throwIfAborted()
      }
      const features = featuresOf(pair, lookup, options)
      if ('reason' in features) unusable.push({ line: pair.line, reason: features.reason })
      else usable.push(features)
    }
    const [first] = unusable
    if (first !== undefined) {
      const lines = pairs.length + unreadable.length
      options.onNotice(
        `${file}: ${unusable.length} of ${lines} pairs are skipped, the first in line ${first.line}: ${first.reason}`,
      )
    }
    const contradicted = countContradictions(pairs)
    if (contradicted > 0) {
      options.onNotice(`${file}: ${counted(contradicted, 'pair')} with contradictory labels: each label counts.`)
    }
    sets.push({ name: setName(file), pairs: usable })
  }
  return sets
}

/** Returns the number of pairs that are labelled both as match and as no match, in either order. */
function countContradictions(pairs: readonly LabelledEnds[]): number {
  const labels = new Map<string, Set<boolean>>()
  for (const { a, b, match } of pairs) {
    const ends = [JSON.stringify(a), JSON.stringify(b)].sort().join('\n')
    labels.set(ends, (labels.get(ends) ?? new Set()).add(match))
  }
  return [...labels.values()].filter(({ size }) => size > 1).length
}

/** `pairs/my-labels.jsonl.gz` is `my-labels`. */
export function setName(file: string): string {
  return basename(file).replace(/\.(?:jsonl|ndjson|json|csv)?(?:\.gz)?$/i, '')
}

function featuresOf(
  { a, b, match }: LabelledEnds,
  lookup: RecordLookup,
  { hidden, gazetteer, schema }: ReadTrainingOptions,
): LabelledPair | { readonly reason: string } {
  const features = pairFeatures(a, b, { hidden, gazetteer, schema, lookup, asSuppliers: false })
  if ('reason' in features) return features
  const [left, right] = features
  return { left, right, match }
}
