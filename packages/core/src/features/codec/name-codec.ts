import type { WordKind } from '../../text/word-table.ts'
import { DraftedName } from '../feature-draft.ts'
import type { IdentifierFeatures, NameFeatures, NameWord } from '../record-features.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type FixedCodec, listOf, readList, type VariableCodec } from './codec.ts'

// The codecs of the lists at the end of the layout. The constants `..._AT` are the offsets of values within a name or a
// word.

/** The kinds of words by position. Stored features contain the position, so append new kinds. There are at most 8. */
const KINDS = ['article', 'generic', 'number', 'place', 'common', 'rare'] as const satisfies readonly WordKind[]
/** The bits of a word's flags that contain its kind. */
export const KIND_BITS = 7
export const OF_BRAND = 8
export const OF_CITY = 16
const STRICT = 32

export const ARTICLE: number = KINDS.indexOf('article')
export const GENERIC: number = KINDS.indexOf('generic')
export const NUMBER: number = KINDS.indexOf('number')

export const WORD_COUNT_AT = 4
export const WORDS_AT = 5
export const FLAGS_AT = 4
export const TEXT_LENGTH_AT = 5
export const TEXT_AT = 6

/**
 * A count byte, and then for each name: u32 hash of the whole name, a count byte, and then for each word: u32 hash, u8
 * kind and flags, text.
 */
export const names: VariableCodec<readonly NameFeatures[]> = {
  size: (view, from) => {
    let at = from + 1
    for (let name = view.getUint8(from); name > 0; name--) {
      const words = view.getUint8(at + WORD_COUNT_AT)
      at += WORDS_AT
      for (let word = 0; word < words; word++) at += TEXT_AT + view.getUint8(at + TEXT_LENGTH_AT)
    }
    return at
  },
  write: (writer, list) => {
    writer.u8(list.length)
    for (const { whole, words } of list) {
      writer.u32(whole)
      writer.u8(words.length)
      for (const word of words) writeWord(writer, word)
    }
  },
  read: (reader) => readList(reader, readName),
}

function readName(reader: ByteReader): NameFeatures {
  return new DraftedName(reader.u32(), readList(reader, readWord))
}

function writeWord(writer: ByteWriter, { hash, kind, ofBrand, ofCity, strict, text }: NameWord): void {
  writer.u32(hash)
  writer.u8(KINDS.indexOf(kind) | (ofBrand ? OF_BRAND : 0) | (ofCity ? OF_CITY : 0) | (strict ? STRICT : 0))
  writer.text(text)
}

function readWord(reader: ByteReader): NameWord {
  const hash = reader.u32()
  const flags = reader.u8()
  return {
    text: reader.text(),
    hash,
    kind: KINDS[flags & KIND_BITS] ?? 'rare',
    ofBrand: (flags & OF_BRAND) !== 0,
    ofCity: (flags & OF_CITY) !== 0,
    strict: (flags & STRICT) !== 0,
  }
}

export const IDENTIFIER_VALUE_AT = 4

/** Scheme and value as u32. */
export const identifier: FixedCodec<IdentifierFeatures> = {
  size: 8,
  write: (writer, { scheme, value }) => {
    writer.u32(scheme)
    writer.u32(value)
  },
  read: (reader) => ({ scheme: reader.u32(), value: reader.u32() }),
}

export const identifiers: VariableCodec<readonly IdentifierFeatures[]> = listOf(identifier)
