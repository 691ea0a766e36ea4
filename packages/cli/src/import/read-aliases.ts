import type { Alias } from '@utpid/core'
import { parseUtpid } from '@utpid/core'
import { parseMapping } from '@utpid/feed'
import type { Io } from '../io/io.ts'
import { readRecords } from './read-records.ts'

/** One row of a file of aliases: an alias with its product, or an error. */
export type AliasLine =
  | { readonly line: number; readonly alias: Alias }
  | { readonly line: number; readonly error: string }

/** The feed reader requires a code or a name in each row, so the alias is read as the code. */
const MAPPING = parseMapping(['code=alias', 'extra.utpid=utpid'])

/**
 * Reads rows of `alias` and `utpid`, as CSV with a header or as JSON Lines.
 *
 * @throws FeedError when the file cannot be read, or lacks these columns.
 */
export async function* readAliases(io: Io, file: string): AsyncGenerator<AliasLine, void> {
  for await (const item of readRecords(io, file, { mapping: MAPPING })) {
    const { line } = item
    if ('error' in item) {
      yield { line, error: item.error.message }
      continue
    }
    const { code, extra } = item.record
    const [aliasText, utpidText] = [textOf(code), textOf((extra as { readonly utpid?: unknown } | undefined)?.utpid)]
    if (aliasText === '') yield { line, error: 'The row has no alias.' }
    else if (utpidText === '') yield { line, error: 'The row has no utpid.' }
    else {
      const id = parseUtpid(utpidText)
      yield id === undefined
        ? { line, error: `"${utpidText}" is not a UTPID; was a character mistyped?` }
        : { line, alias: { alias: aliasText, utpid: utpidText as Alias['utpid'] } }
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
