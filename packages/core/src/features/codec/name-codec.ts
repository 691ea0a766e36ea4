import type { WordKind } from '../../text/word-table.ts'
import { DraftedName } from '../feature-draft.ts'
import type { IdentifierFeatures, NameFeatures, NameWord } from '../record-features.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type Codec, type CountedCodec, type FixedCodec, listOf, readList } from './codec.ts'

// The codecs of the lists at the end of the layout.

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

/** The number of bytes of a word before its text: hash, kind and flags, length of the text. */
export const WORD_HEAD_BYTES = 6

/**
 * A count byte, and then for each name: u32 hash of the whole name, a count byte, and then for each word: u32 hash, u8
 * kind and flags, text. `NameView` reads a name in place.
 */
export const names: Codec<readonly NameFeatures[]> = {
  size: namesSizeAt,
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

/** Returns the number of bytes of the names that start at `from`. */
export function namesSizeAt(view: DataView, from: number): number {
  let at = from
  for (let name = view.getUint8(at++); name > 0; name--) {
    at += 4
    for (let word = view.getUint8(at++); word > 0; word--) {
      at += 5
      at += 1 + view.getUint8(at)
    }
  }
  return at - from
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

export const identifiers: CountedCodec<readonly IdentifierFeatures[]> = listOf(identifier)
