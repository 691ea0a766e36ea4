import { readSync } from 'node:fs'

/**
 * The parts of LMDB's file layout (data version 2, 64 bits) that LMDB trusts. A wrong number on a page crashes the
 * process or hides rows.
 */
const PAGE_HEADER = 24
const NODE_HEADER = 8
const AT_PAGE = { number: 0, transaction: 8, flags: 18, lower: 20, upper: 22, overflows: 20 } as const
const AT_META = { magic: 24, version: 28, address: 32, free: 48, main: 96, lastPage: 144, transaction: 152 } as const
const META_BYTES = 168
const TREE_BYTES = 48
const META_FLAGS = 8
export const PAGE_FLAGS = { branch: 1, leaf: 2, overflow: 4 } as const
/** The kinds of leaf values: in the leaf, on separate pages, or the root of a tree. */
export const NODE_FLAGS = { plain: 0, big: 1, tree: 2 } as const
/** The size of the reference to a big value in bytes: page number, transaction and count. */
const BIG_REFERENCE = 24
const NO_ROOT = 0xffff_ffff
const MAX_PAGES = 0x4000_0000
const WORD = 0x1_0000_0000

/** An error for inconsistent numbers or keys on pages. */
export class DamagedPage extends Error {
  constructor(page: number, what: string) {
    super(`page ${page} ${what}`)
  }
}

/** One of the two meta pages: a complete state of the file. */
export interface MetaPage {
  readonly magic: number
  readonly version: number
  readonly pageSize: number
  readonly transaction: number
  readonly lastPage: number
  readonly bytes: Buffer
}

export function readMeta(file: number, page: 0 | 1, pageSize: number): MetaPage {
  const bytes = Buffer.alloc(META_BYTES)
  readSync(file, bytes, 0, META_BYTES, page * pageSize)
  return {
    magic: bytes.readUInt32LE(AT_META.magic),
    version: bytes.readUInt32LE(AT_META.version),
    // The page size is in the first field of the tree of free pages. In other trees this field is empty.
    pageSize: bytes.readUInt32LE(AT_META.free),
    transaction: wordAt(bytes, AT_META.transaction),
    lastPage: wordAt(bytes, AT_META.lastPage),
    bytes,
  }
}

/**
 * Validates the two states, and returns the later one.
 *
 * @throws {@link DamagedPage}
 */
export function latestMeta(metas: readonly [MetaPage, MetaPage]): MetaPage {
  for (const [page, { bytes, transaction }] of metas.entries()) {
    const isMeta = wordAt(bytes, AT_PAGE.number) === page && bytes.readUInt16LE(AT_PAGE.flags) === META_FLAGS
    // Even transactions write the first meta page, and odd transactions write the second.
    if (!isMeta || (transaction > 1 && transaction % 2 !== page))
      throw new DamagedPage(page, 'is not a valid meta page')
  }
  const [one, other] = metas
  const settings = ({ bytes }: MetaPage): string =>
    [AT_META.address, AT_META.free, AT_META.main].map((at) => bytes.readUIntLE(at, 6)).join()
  if (settings(one) !== settings(other) || Math.abs(one.transaction - other.transaction) > 1) {
    throw new DamagedPage(0, 'and page 1 are inconsistent')
  }
  const latest = one.transaction >= other.transaction ? one : other
  if (!(latest.lastPage >= 1 && latest.lastPage < MAX_PAGES)) throw new DamagedPage(0, 'names an impossible last page')
  return latest
}

/** The root and the stated size of a tree. */
export interface Tree {
  readonly depth: number
  readonly branches: number
  readonly leaves: number
  readonly overflows: number
  readonly entries: number
  readonly root: number | undefined
}

/** Returns the tree of all tables. */
export function mainTree({ bytes }: MetaPage): Tree {
  return treeAt(bytes, AT_META.main)
}

/** Returns the tree of free pages. */
export function freeTree({ bytes }: MetaPage): Tree {
  return treeAt(bytes, AT_META.free)
}

/** Decodes an entry of the main tree as the name and tree of a table. @throws {@link DamagedPage} */
export function tableIn(key: Buffer, flags: number, value: Buffer): readonly [name: string, tree: Tree] {
  // With any other flag, LMDB would read the table differently.
  if (flags !== NODE_FLAGS.tree || value.length !== TREE_BYTES || value.readUIntLE(0, 6) !== 0) {
    throw new DamagedPage(0, `leads to a table ${JSON.stringify(key.toString('latin1'))} with invalid settings`)
  }
  // LMDB ends the name of a table with a zero byte.
  return [key.toString('latin1', 0, key.length - 1), treeAt(value, 0)]
}

/**
 * Reads a page. The page must match the reference to it.
 *
 * @param page - A buffer of one page, which this function overwrites.
 * @throws {@link DamagedPage}
 */
export function readPage(file: number, number: number, flags: number, meta: MetaPage, page: Buffer): void {
  if (!(number <= meta.lastPage)) throw new DamagedPage(number, 'is referenced, but is beyond the last page')
  // Clears the header, so that a page beyond the end of the file is invalid.
  page.fill(0, 0, PAGE_HEADER)
  readSync(file, page, 0, page.length, number * page.length)
  const isIt = wordAt(page, AT_PAGE.number) === number && page.readUInt16LE(AT_PAGE.flags) === flags
  if (!isIt || wordAt(page, AT_PAGE.transaction) > meta.transaction)
    throw new DamagedPage(number, 'is not the expected page')
}

/** The range of the keys of a page. */
export interface PageBounds {
  readonly min?: Buffer | undefined
  readonly end?: Buffer | undefined
}

/** An entry of a page. Its key is a view of the page. */
export interface PageEntry {
  readonly key: Buffer
  /** The position of the node in the page. */
  readonly at: number
}

export type CompareKeys = (a: Buffer, b: Buffer) => number

/**
 * Returns the entries of a branch or leaf in key order.
 *
 * @throws {@link DamagedPage} unless the keys ascend within the bounds and the page is filled as its header states.
 */
export function entriesOf(
  page: Buffer,
  number: number,
  isLeaf: boolean,
  { min, end }: PageBounds,
  compare: CompareKeys,
): PageEntry[] {
  const entries: PageEntry[] = []
  let filled = 0
  let last: Buffer | undefined
  for (const at of nodesOf(page, number)) {
    const key = keyAt(page, at)
    // Skips the first key of a branch, which is empty: it represents all keys below the second key.
    if (isLeaf || entries.length > 0) {
      const rises = last !== undefined ? compare(last, key) < 0 : min === undefined || compare(min, key) <= 0
      const stays = end === undefined || compare(key, end) < 0
      if (!rises || !stays) throw new DamagedPage(number, 'holds keys out of order')
      last = key
    }
    const size = isLeaf ? sizeWithin(page, number, at, key.length) : 0
    filled += NODE_HEADER + key.length + size + ((key.length + size) % 2)
    entries.push({ key, at })
  }
  const room = page.length - PAGE_HEADER - page.readUInt16LE(AT_PAGE.upper)
  if (filled !== room) throw new DamagedPage(number, 'is not filled as its header says')
  return entries
}

/** Returns the bounds of the child of a branch entry. */
export function boundsBelow(entries: readonly PageEntry[], position: number, { min, end }: PageBounds): PageBounds {
  const following = entries[position + 1]
  return {
    min: position === 0 ? min : (entries[position] as PageEntry).key,
    end: following === undefined ? end : following.key,
  }
}

/** Returns the child page of a branch entry. */
export function childAt(page: Buffer, { at }: PageEntry): number {
  return page.readUIntLE(at, 6)
}

/** A description of the value of a leaf entry. */
export interface LeafValue {
  readonly flags: number
  readonly size: number
  /** The first page and the number of pages of a big value; absent if the value is in the leaf. */
  readonly pages?: { readonly first: number; readonly count: number }
  /** The start of the value or reference in the leaf. */
  readonly from: number
}

/** @throws {@link DamagedPage} */
export function leafValue(page: Buffer, number: number, { key, at }: PageEntry): LeafValue {
  const flags = page.readUInt16LE(at + 4)
  const size = page.readUInt32LE(at)
  const from = at + NODE_HEADER + key.length
  if (flags !== NODE_FLAGS.big) return { flags, size, from }
  const [first, count] = [wordAt(page, from), wordAt(page, from + 16)]
  if (count !== Math.floor((PAGE_HEADER - 1 + size) / page.length) + 1) {
    throw new DamagedPage(number, 'has a value whose size does not fit its number of pages')
  }
  return { flags, size, from, pages: { first, count } }
}

/**
 * Reads a value on separate pages.
 *
 * @param page - A buffer of one page, which this function overwrites.
 * @throws {@link DamagedPage}
 */
export function readBigValue(
  file: number,
  { first, count }: NonNullable<LeafValue['pages']>,
  size: number,
  meta: MetaPage,
  page: Buffer,
): Buffer {
  readPage(file, first, PAGE_FLAGS.overflow, meta, page)
  if (page.readUInt32LE(AT_PAGE.overflows) !== count) throw new DamagedPage(first, 'starts another value')
  const bytes = Buffer.alloc(size)
  readSync(file, bytes, 0, size, first * page.length + PAGE_HEADER)
  return bytes
}

/** @returns the number of bytes of a value within its leaf. */
function sizeWithin(page: Buffer, number: number, at: number, keyLength: number): number {
  const size = page.readUInt16LE(at + 4) === NODE_FLAGS.big ? BIG_REFERENCE : page.readUInt32LE(at)
  if (at + NODE_HEADER + keyLength + size > page.length) {
    throw new DamagedPage(number, 'holds a value that does not fit')
  }
  return size
}

/** Returns the positions of the nodes of a page, in key order. */
function nodesOf(page: Buffer, number: number): number[] {
  const lower = page.readUInt16LE(AT_PAGE.lower)
  const upper = page.readUInt16LE(AT_PAGE.upper)
  const room = page.length - PAGE_HEADER
  if (lower === 0 || lower % 2 !== 0 || lower > upper || upper > room)
    throw new DamagedPage(number, 'has an invalid header')
  const nodes: number[] = []
  for (let position = 0; position < lower; position += 2) {
    const at = PAGE_HEADER + page.readUInt16LE(PAGE_HEADER + position)
    const fits = at >= PAGE_HEADER + upper && at + NODE_HEADER <= page.length
    if (!fits || at + NODE_HEADER + page.readUInt16LE(at + 6) > page.length) {
      throw new DamagedPage(number, 'has an entry outside of the page')
    }
    nodes.push(at)
  }
  return nodes
}

function keyAt(page: Buffer, node: number): Buffer {
  return page.subarray(node + NODE_HEADER, node + NODE_HEADER + page.readUInt16LE(node + 6))
}

function treeAt(bytes: Buffer, at: number): Tree {
  return {
    depth: bytes.readUInt16LE(at + 6),
    branches: wordAt(bytes, at + 8),
    leaves: wordAt(bytes, at + 16),
    overflows: wordAt(bytes, at + 24),
    entries: wordAt(bytes, at + 32),
    ...rootAt(bytes, at + 40),
  }
}

function rootAt(bytes: Buffer, at: number): Pick<Tree, 'root'> {
  const isNone = bytes.readUInt32LE(at) === NO_ROOT && bytes.readUInt32LE(at + 4) === NO_ROOT
  return { root: isNone ? undefined : wordAt(bytes, at) }
}

/** Reads eight bytes as a number. Numbers above 2^53 are inexact, but valid files never contain such numbers. */
export function wordAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * WORD
}
