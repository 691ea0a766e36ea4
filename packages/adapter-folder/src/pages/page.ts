import { readSync } from 'node:fs'

/**
 * The layout of LMDB's file (data version 2, 64 bits), as far as it must be sound for LMDB to
 * read it: LMDB trusts every number on a page, so that a wrong one ends the process with a
 * signal, or hides rows.
 */
const PAGE_HEADER = 24
const NODE_HEADER = 8
const AT_PAGE = { number: 0, transaction: 8, flags: 18, lower: 20, upper: 22, overflows: 20 } as const
const AT_META = { magic: 24, version: 28, address: 32, free: 48, main: 96, lastPage: 144, transaction: 152 } as const
const META_BYTES = 168
const TREE_BYTES = 48
const META_FLAGS = 8
export const PAGE_FLAGS = { branch: 1, leaf: 2, overflow: 4 } as const
/** A value in a leaf that lies on pages of its own, or that is the beginning of a tree. */
export const NODE_FLAGS = { plain: 0, big: 1, tree: 2 } as const
/** A leaf names the pages of a big value by number, transaction and count. */
const BIG_REFERENCE = 24
const NO_ROOT = 0xffff_ffff
const PAGES_MAX = 0x4000_0000
const WORD = 0x1_0000_0000

/** Numbers or keys on pages that contradict each other. */
export class DamagedPage extends Error {
  constructor(page: number, what: string) {
    super(`page ${page} ${what}`)
  }
}

/** What one of the two first pages says: a whole state of the file. */
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
    // The first number of the tree of free pages, where other trees have nothing.
    pageSize: bytes.readUInt32LE(AT_META.free),
    transaction: wordAt(bytes, AT_META.transaction),
    lastPage: wordAt(bytes, AT_META.lastPage),
    bytes,
  }
}

/**
 * The later of the two states, after each was held against the other.
 *
 * @throws {@link DamagedPage}
 */
export function latestMeta(metas: readonly [MetaPage, MetaPage]): MetaPage {
  for (const [page, { bytes, transaction }] of metas.entries()) {
    const isMeta = wordAt(bytes, AT_PAGE.number) === page && bytes.readUInt16LE(AT_PAGE.flags) === META_FLAGS
    // A transaction writes the page of its parity.
    if (!isMeta || (transaction > 1 && transaction % 2 !== page)) throw new DamagedPage(page, 'is no first page')
  }
  const [one, other] = metas
  const settings = ({ bytes }: MetaPage): string =>
    [AT_META.address, AT_META.free, AT_META.main].map((at) => bytes.readUIntLE(at, 6)).join()
  if (settings(one) !== settings(other) || Math.abs(one.transaction - other.transaction) > 1) {
    throw new DamagedPage(0, 'and page 1 contradict each other')
  }
  const latest = one.transaction >= other.transaction ? one : other
  if (!(latest.lastPage >= 1 && latest.lastPage < PAGES_MAX)) throw new DamagedPage(0, 'names an impossible last page')
  return latest
}

/** Where a tree begins, and of how much it says it consists. */
export interface Tree {
  readonly depth: number
  readonly branches: number
  readonly leaves: number
  readonly overflows: number
  readonly entries: number
  /** Undefined of an empty one. */
  readonly root: number | undefined
}

/** The tree of all tables. */
export function mainTree({ bytes }: MetaPage): Tree {
  return treeAt(bytes, AT_META.main)
}

/** The tree of free pages. */
export function freeTree({ bytes }: MetaPage): Tree {
  return treeAt(bytes, AT_META.free)
}

/** An entry of the main tree: a table by its name. @throws {@link DamagedPage} */
export function tableIn(key: Buffer, flags: number, value: Buffer): readonly [name: string, tree: Tree] {
  // Settings that tables here do not have would let LMDB read them in another way.
  if (flags !== NODE_FLAGS.tree || value.length !== TREE_BYTES || value.readUIntLE(0, 6) !== 0) {
    throw new DamagedPage(0, `leads to a table ${JSON.stringify(key.toString('latin1'))} that is none`)
  }
  // LMDB ends the name of a table with a zero byte.
  return [key.toString('latin1', 0, key.length - 1), treeAt(value, 0)]
}

/**
 * Reads a page, which must be what led to it says.
 *
 * @param page - Of the size of a page; read over.
 * @throws {@link DamagedPage}
 */
export function readPage(file: number, number: number, flags: number, meta: MetaPage, page: Buffer): void {
  if (!(number <= meta.lastPage)) throw new DamagedPage(number, 'is named and lies beyond the last one')
  // A page beyond the end of the file is none.
  page.fill(0, 0, PAGE_HEADER)
  readSync(file, page, 0, page.length, number * page.length)
  const isIt = wordAt(page, AT_PAGE.number) === number && page.readUInt16LE(AT_PAGE.flags) === flags
  if (!isIt || wordAt(page, AT_PAGE.transaction) > meta.transaction)
    throw new DamagedPage(number, 'is another one than expected')
}

/** Between which keys those of a page lie. */
export interface PageBounds {
  readonly least?: Buffer | undefined
  readonly below?: Buffer | undefined
}

/** An entry of a page. Its key is a part of the page. */
export interface PageEntry {
  readonly key: Buffer
  /** Where its node begins. */
  readonly at: number
}

export type CompareKeys = (a: Buffer, b: Buffer) => number

/**
 * The entries of a branch or a leaf, in the order of their keys.
 *
 * @throws {@link DamagedPage} unless keys ascend between the bounds, and the page is filled as it says.
 */
export function entriesOf(
  page: Buffer,
  number: number,
  isLeaf: boolean,
  { least, below }: PageBounds,
  compare: CompareKeys,
): PageEntry[] {
  const entries: PageEntry[] = []
  let filled = 0
  let last: Buffer | undefined
  for (const at of nodesOf(page, number)) {
    const key = keyAt(page, at)
    // The first key of a branch is empty: it stands for all below the second.
    if (isLeaf || entries.length > 0) {
      const rises = last !== undefined ? compare(last, key) < 0 : least === undefined || compare(least, key) <= 0
      const stays = below === undefined || compare(key, below) < 0
      if (!rises || !stays) throw new DamagedPage(number, 'holds keys out of order')
      last = key
    }
    const size = isLeaf ? sizeWithin(page, number, at, key.length) : 0
    filled += NODE_HEADER + key.length + size + ((key.length + size) % 2)
    entries.push({ key, at })
  }
  const room = page.length - PAGE_HEADER - page.readUInt16LE(AT_PAGE.upper)
  if (filled !== room) throw new DamagedPage(number, 'is not filled as it says')
  return entries
}

/** The bounds of what an entry of a branch leads to. */
export function boundsBelow(entries: readonly PageEntry[], position: number, { least, below }: PageBounds): PageBounds {
  const following = entries[position + 1]
  return {
    least: position === 0 ? least : (entries[position] as PageEntry).key,
    below: following === undefined ? below : following.key,
  }
}

/** The page that an entry of a branch leads to. */
export function childAt(page: Buffer, { at }: PageEntry): number {
  return page.readUIntLE(at, 6)
}

/** What a leaf says of the value of an entry. */
export interface LeafValue {
  readonly flags: number
  readonly size: number
  /** The first of its own pages and how many there are; absent when it lies in the leaf. */
  readonly pages?: { readonly first: number; readonly count: number }
  /** Where it begins, in the leaf. */
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
    throw new DamagedPage(number, 'holds a value of another size than its pages')
  }
  return { flags, size, from, pages: { first, count } }
}

/**
 * The bytes of a value on pages of its own.
 *
 * @param page - Read over.
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
  if (page.readUInt32LE(AT_PAGE.overflows) !== count) throw new DamagedPage(first, 'begins another value')
  const bytes = Buffer.alloc(size)
  readSync(file, bytes, 0, size, first * page.length + PAGE_HEADER)
  return bytes
}

/** @returns bytes of a value within its leaf. */
function sizeWithin(page: Buffer, number: number, at: number, keyLength: number): number {
  const size = page.readUInt16LE(at + 4) === NODE_FLAGS.big ? BIG_REFERENCE : page.readUInt32LE(at)
  if (at + NODE_HEADER + keyLength + size > page.length) {
    throw new DamagedPage(number, 'holds a value that does not fit')
  }
  return size
}

/** Where the nodes of a page begin, in the order of their keys. */
function nodesOf(page: Buffer, number: number): number[] {
  const lower = page.readUInt16LE(AT_PAGE.lower)
  const upper = page.readUInt16LE(AT_PAGE.upper)
  const room = page.length - PAGE_HEADER
  if (lower === 0 || lower % 2 !== 0 || lower > upper || upper > room)
    throw new DamagedPage(number, 'has no sound border')
  const nodes: number[] = []
  for (let position = 0; position < lower; position += 2) {
    const at = PAGE_HEADER + page.readUInt16LE(PAGE_HEADER + position)
    const fits = at >= PAGE_HEADER + upper && at + NODE_HEADER <= page.length
    if (!fits || at + NODE_HEADER + page.readUInt16LE(at + 6) > page.length) {
      throw new DamagedPage(number, 'names an entry outside of it')
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

/** Eight bytes as a number; beyond 2^53 it is not exact, and no number of a sound file is that high. */
export function wordAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * WORD
}
