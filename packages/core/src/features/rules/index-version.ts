import { hashTextHex } from '../../encoding/hash.ts'
import { CATEGORIES_SOURCE } from '../../model/category.ts'
import { ABBREVIATIONS_SOURCE } from '../../text/abbreviations.ts'
import { NUMERALS_SOURCE } from '../../text/numerals.ts'
import { TITLE_WORDS_SOURCE } from '../../text/title-words.ts'
import { WORD_TABLE_SOURCE } from '../../text/word-table.ts'
import { decodeFeatures, encodeFeatures, IDENTIFIER_BYTES, LAYOUT_VERSION } from '../codec/feature-layout.ts'
import { STREET_KINDS_SOURCE } from '../extract/address-features.ts'
import { BRANDS_SOURCE } from '../extract/brand-features.ts'
import { SHARED_HOSTS_SOURCE } from '../extract/contact-features.ts'
import { extractFeatures } from '../extract/extract-features.ts'
import type { IndexRules } from './index-rules.ts'

/**
 * Version of the rules for keys, features and search terms. Any change of folding, tables, layout, key rules, terms or
 * the choice of a record's keys needs a new integer here. A test folds thousands of fixed texts and imports fixed
 * records. It fails if a result changes without a new version.
 *
 * Version 2: search finds products by their displayed category and country. Version 3: lookups find copies of one
 * supplier by the key of their class. The only other key of a copy is its own code.
 */
export const INDEX_VERSION = 3

/** The index version as `INTEGER-CHECKSUM`, stored with the data. The checksum covers every table. */
export const INDEX_VERSION_TEXT: string = `${INDEX_VERSION}-${hashTextHex(
  [
    LAYOUT_VERSION,
    CATEGORIES_SOURCE,
    ABBREVIATIONS_SOURCE,
    NUMERALS_SOURCE,
    WORD_TABLE_SOURCE,
    TITLE_WORDS_SOURCE,
    STREET_KINDS_SOURCE,
    BRANDS_SOURCE,
    SHARED_HOSTS_SOURCE,
  ].join('\n'),
).slice(0, 8)}`

/** The index rules of this version of utpid. */
export const CURRENT_RULES: IndexRules = {
  version: INDEX_VERSION_TEXT,
  salt: INDEX_VERSION,
  blockingRules: [],
  extract: extractFeatures,
  encode: encodeFeatures,
  ownCodeBytes: IDENTIFIER_BYTES,
  decode: decodeFeatures,
  readView: (view, bytes, from, to) => view.read(bytes, from, to),
}
