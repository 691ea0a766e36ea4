import { arrayOf } from '../../connection/connection.ts'
import { spellingOf } from '../../index/terms/spelling.ts'
import { hashTerm } from '../../index/terms/term-hash.ts'
import { encodeText } from '../../tables/stored-text.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { copyLine } from './copy-line.ts'

/** Hashes of terms with their product counts. */
export interface CountedTerms {
  readonly hashes: Float64Array
  readonly products: Float64Array
}

/** Terms with a spelling, and the magnitude of their product counts. */
export interface SpelledTerms {
  readonly texts: readonly string[]
  readonly magnitudes: Uint8Array
}

/** Returns the target of the lines of {@link countLines}. */
export function countsTarget({ terms }: DerivedTables): string {
  return `${terms} (hash, products)`
}

/** Returns the target of the lines of {@link spellingLines}. */
export function spellingsTarget({ spellings }: DerivedTables): string {
  return `${spellings} (hash, tag, word, units, marks, magnitude, traces)`
}

export function countLines({ hashes, products }: CountedTerms): string {
  let lines = ''
  for (let at = 0; at < hashes.length; at++) lines += copyLine([hashes[at] as number, products[at] as number])
  return lines
}

export function spellingLines({ texts, magnitudes }: SpelledTerms): string {
  let lines = ''
  for (const [at, term] of texts.entries()) {
    const spelling = spellingOf(term)
    if (spelling === undefined) continue
    const { tag, word, units, mask, traces } = spelling
    const said = [hashTerm(term), encodeText(tag), encodeText(word), units, mask, magnitudes[at] as number]
    lines += copyLine([...said, traces === undefined ? null : arrayOf(traces)])
  }
  return lines
}
