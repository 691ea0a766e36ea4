import type { RegistrySchema } from '@utpid/core'
import { adoptExtra, RECORD_FIELDS } from '@utpid/core/fields'
import { type HiddenFields, hideFields } from '@utpid/evaluation'
import { type Condition, type FeedItem, readFeed } from '@utpid/feed'
import { type CliError, usageError } from '../errors/cli-error.ts'
import type { FeedConditions } from './feed-conditions.ts'

export interface ReadSourcesOptions {
  /** The schema of the records. Default: the default schema. */
  readonly schema?: RegistrySchema | undefined
  readonly where: FeedConditions
  /** Fields hidden in every record. */
  readonly hidden: HiddenFields
  /** Fields hidden in the records of one source. */
  readonly hiddenIn: ReadonlyMap<string, HiddenFields>
  readonly signal?: AbortSignal | undefined
  readonly onUnreadable: (file: string, line: number, message: string) => void
}

/**
 * Reads feeds of several suppliers. Sets each record's source as its supplier, and removes hidden fields.
 *
 * @param seen - Collects the sources, for {@link checkSources}.
 * @throws FeedError when a feed cannot be read.
 */
export async function* readSources(
  files: readonly string[],
  options: ReadSourcesOptions,
  seen: Set<string>,
): AsyncGenerator<Record<string, unknown>, void> {
  for (const file of files) {
    for await (const record of readFile(file, options)) {
      const source = String(record.supplier ?? '')
      seen.add(source)
      yield hideFields(adoptExtra(record, options.schema?.fields ?? RECORD_FIELDS), [
        ...options.hidden,
        ...(options.hiddenIn.get(source) ?? []),
      ])
    }
  }
}

/** @throws CliError when an option names a source that no feed has. */
export function checkSources(
  { hiddenIn, where }: Pick<ReadSourcesOptions, 'hiddenIn' | 'where'>,
  seen: ReadonlySet<string>,
): void {
  for (const source of [...hiddenIn.keys(), ...where.bySource.keys()]) {
    if (!seen.has(source)) throw unknownSource(source, seen)
  }
}

async function* readFile(
  file: string,
  { where, signal, onUnreadable }: ReadSourcesOptions,
): AsyncGenerator<Record<string, unknown>, void> {
  const unreadable = new Set<number>()
  for (const conditions of await passesOver(file, where, signal)) {
    for await (const item of readFeed(file, { where: conditions, signal })) {
      if (!('error' in item)) {
        yield item.record
        continue
      }
      // Another pass reads the same line again: report it once.
      if (!unreadable.has(item.line)) onUnreadable(file, item.line, item.error.message)
      unreadable.add(item.line)
    }
  }
}

/**
 * Returns the conditions of each pass over a file. Conditions for one source need a separate pass: one pass reads the
 * matching rows of that source, another pass the rows of all other sources.
 */
async function passesOver(file: string, where: FeedConditions, signal?: AbortSignal): Promise<Condition[][]> {
  if (where.bySource.size === 0) return [[...where.all]]
  const present = new Set<string>()
  for await (const item of readFeed(file, { signal })) present.add(sourceOf(item))
  const special = [...where.bySource].filter(([source]) => present.has(source))
  const others: Condition[] = special.map(([source]) => ({ field: 'supplier', not: true, value: source }))
  const passes = special.map(([source, conditions]): Condition[] => [
    { field: 'supplier', not: false, value: source },
    ...where.all,
    ...conditions,
  ])
  const hasOthers = [...present].some((source) => !where.bySource.has(source))
  return hasOthers || passes.length === 0 ? [...passes, [...others, ...where.all]] : passes
}

function sourceOf(item: FeedItem): string {
  return 'error' in item ? '' : String(item.record.supplier ?? '')
}

function unknownSource(source: string, seen: ReadonlySet<string>): CliError {
  const known = [...seen].filter((each) => each !== '').sort()
  return usageError(
    `No record has the source "${source}"; the sources of the feeds are ${known.join(', ') || 'unknown'}.`,
  )
}
