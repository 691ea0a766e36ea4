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
const PAGE_FLAGS = { branch: 1, leaf: 2, overflow: 4, meta: 8 } as const
/** A value in a leaf that lies on pages of its own, or that is the beginning of a tree. */
const NODE_FLAGS = { plain: 0, big: 1, tree: 2 } as const
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
    const isMeta = wordAt(bytes, AT_PAGE.number) === page && bytes.readUInt16LE(AT_PAGE.flags) === PAGE_FLAGS.meta
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
interface Tree {
  readonly depth: number
  readonly branches: number
  readonly leaves: number
  readonly overflows: number
  readonly entries: number
  /** Undefined of an empty one. */
  readonly root: number | undefined
}

interface Entry {
  readonly key: Buffer
  readonly flags: number
  readonly value: () => Buffer
}

interface TreeRules {
  readonly compare: (a: Buffer, b: Buffer) => number
  readonly each?: (entry: Entry) => void
}

/**
 * Walks all pages that the latest state of a file reaches. Each belongs to one tree and is
 * filled as it says, keys ascend, every tree has as many pages and entries as it says, and no
 * page in use is listed as free. What the values say, the caller judges.
 */
export class PageWalk {
  readonly #file: number
  readonly #meta: MetaPage
  /** 1 for each page that was met. */
  readonly #met: Uint8Array
  /** One page for each level, read over by its siblings: bounds always come from the levels above. */
  readonly #levels: Buffer[] = []

  constructor(file: number, meta: MetaPage) {
    this.#file = file
    this.#meta = meta
    this.#met = new Uint8Array(meta.lastPage + 1).fill(1, 0, 2)
  }

  /**
   * @param each - Shown every row; the key and the value are only good for as long as it runs.
   * @throws {@link DamagedPage}
   */
  run(each: (table: string, key: Buffer, value: Buffer) => void): void {
    const { bytes } = this.#meta
    const tables = new Map<string, Tree>()
    this.#walk(treeAt(bytes, AT_META.main), {
      compare: Buffer.compare,
      each: ({ key, flags, value }) => {
        const tree = flags === NODE_FLAGS.tree ? value() : Buffer.alloc(0)
        // Settings that tables here do not have would let LMDB read them in another way.
        const isTable = tree.length === TREE_BYTES && tree.readUIntLE(0, 6) === 0
        if (!isTable)
          throw new DamagedPage(0, `leads to a table ${JSON.stringify(key.toString('latin1'))} that is none`)
        // LMDB ends the name of a table with a zero byte.
        tables.set(key.toString('latin1', 0, key.length - 1), treeAt(tree, 0))
      },
    })
    for (const [name, tree] of tables) {
      this.#walk(tree, {
        compare: Buffer.compare,
        each: (entry) => {
          refuseTree(entry)
          each(name, entry.key, entry.value())
        },
      })
    }
    const free: Buffer[] = []
    this.#walk(treeAt(bytes, AT_META.free), {
      compare: compareNumbers,
      each: (entry) => {
        refuseTree(entry)
        free.push(Buffer.from(entry.value()))
      },
    })
    for (const list of free) this.#meetFree(list)
  }

  #walk(tree: Tree, rules: TreeRules): void {
    const count = { branches: 0, leaves: 0, overflows: 0, entries: 0 }
    if (tree.root !== undefined) this.#visit(tree.root, 1, {}, tree, rules, count)
    for (const part of ['branches', 'leaves', 'overflows', 'entries'] as const) {
      if (count[part] === tree[part]) continue
      throw new DamagedPage(tree.root ?? 0, `leads to ${count[part]} ${part}, where there should be ${tree[part]}`)
    }
  }

  #visit(
    number: number,
    level: number,
    bounds: { readonly least?: Buffer | undefined; readonly below?: Buffer | undefined },
    tree: Tree,
    rules: TreeRules,
    count: { branches: number; leaves: number; overflows: number; entries: number },
  ): void {
    const isLeaf = level === tree.depth
    const page = this.#read(number, level, isLeaf ? PAGE_FLAGS.leaf : PAGE_FLAGS.branch)
    const nodes = nodesOf(page, number)
    count[isLeaf ? 'leaves' : 'branches']++
    let filled = 0
    let last: Buffer | undefined
    for (const [position, at] of nodes.entries()) {
      const key = keyAt(page, at)
      // The first key of a branch is empty: it stands for all below the second.
      const isFirstOfBranch = !isLeaf && position === 0
      if (!isFirstOfBranch) {
        const rises =
          last !== undefined
            ? rules.compare(last, key) < 0
            : bounds.least === undefined || rules.compare(bounds.least, key) <= 0
        const stays = bounds.below === undefined || rules.compare(key, bounds.below) < 0
        if (!rises || !stays) throw new DamagedPage(number, 'holds keys out of order')
        last = key
      }
      filled += NODE_HEADER + key.length + (key.length % 2)
      if (isLeaf) {
        const size = this.#leafEntry(page, number, at, key, rules, count)
        filled += size + ((size + key.length) % 2) - (key.length % 2)
        count.entries++
      } else {
        const following = nodes[position + 1]
        const below = following === undefined ? bounds.below : keyAt(page, following)
        this.#visit(
          childAt(page, at),
          level + 1,
          { least: isFirstOfBranch ? bounds.least : key, below },
          tree,
          rules,
          count,
        )
      }
    }
    const room = page.length - PAGE_HEADER - page.readUInt16LE(AT_PAGE.upper)
    if (filled !== room) throw new DamagedPage(number, 'is not filled as it says')
  }

  /** @returns bytes of the value within the leaf. */
  #leafEntry(
    page: Buffer,
    number: number,
    at: number,
    key: Buffer,
    { each }: TreeRules,
    count: { overflows: number },
  ): number {
    const flags = page.readUInt16LE(at + 4)
    const size = page.readUInt32LE(at)
    const from = at + NODE_HEADER + key.length
    const within = flags === NODE_FLAGS.big ? BIG_REFERENCE : size
    if (from + within > page.length) throw new DamagedPage(number, 'holds a value that does not fit')
    if (flags !== NODE_FLAGS.big) {
      each?.({ key, flags, value: () => page.subarray(from, from + size) })
      return within
    }
    const [first, pages] = [wordAt(page, from), wordAt(page, from + 16)]
    if (pages !== Math.floor((PAGE_HEADER - 1 + size) / page.length) + 1) {
      throw new DamagedPage(number, 'holds a value of another size than its pages')
    }
    const header = this.#read(first, 0, PAGE_FLAGS.overflow)
    if (header.readUInt32LE(AT_PAGE.overflows) !== pages) throw new DamagedPage(first, 'begins another value')
    for (let next = first + 1; next < first + pages; next++) this.#meet(next)
    count.overflows += pages
    const value = (): Buffer => {
      const bytes = Buffer.alloc(size)
      readSync(this.#file, bytes, 0, size, first * page.length + PAGE_HEADER)
      return bytes
    }
    each?.({ key, flags: NODE_FLAGS.plain, value })
    return within
  }

  #read(number: number, level: number, flags: number): Buffer {
    this.#meet(number)
    const { pageSize, transaction } = this.#meta
    this.#levels[level] ??= Buffer.alloc(pageSize)
    const page = this.#levels[level] as Buffer
    // A page beyond the end of the file is none.
    page.fill(0, 0, PAGE_HEADER)
    readSync(this.#file, page, 0, pageSize, number * pageSize)
    const isIt = wordAt(page, AT_PAGE.number) === number && page.readUInt16LE(AT_PAGE.flags) === flags
    if (!isIt || wordAt(page, AT_PAGE.transaction) > transaction)
      throw new DamagedPage(number, 'is another one than expected')
    return page
  }

  #meet(number: number): void {
    if (!(number <= this.#meta.lastPage)) throw new DamagedPage(number, 'is named and lies beyond the last one')
    if (this.#met[number] !== 0) throw new DamagedPage(number, 'is used twice')
    this.#met[number] = 1
  }

  /** A list of free pages: their count, then numbers, or for a row of them its length below zero and its first. */
  #meetFree(list: Buffer): void {
    const words = list.length / 8
    const length = words >= 1 ? wordAt(list, 0) : Number.NaN
    if (!(length < words)) throw new DamagedPage(0, 'leads to a list of free pages that is cut short')
    for (let at = 1; at <= length; at++) {
      const number = list.readBigInt64LE(at * 8)
      if (number > 0n) this.#meet(Number(number))
      if (number >= 0n) continue
      const first = at < length ? wordAt(list, ++at * 8) : Number.NaN
      const end = first - Number(number)
      if (!(end - 1 <= this.#meta.lastPage)) throw new DamagedPage(0, 'leads to free pages beyond the last one')
      for (let next = first; next < end; next++) this.#meet(next)
    }
  }
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

function childAt(page: Buffer, node: number): number {
  return page.readUIntLE(node, 6)
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

function refuseTree({ key, flags }: Entry): void {
  if (flags !== NODE_FLAGS.plain)
    throw new DamagedPage(0, `leads to an entry ${key.toString('hex')} of an unknown kind`)
}

/** Keys of free pages are numbers of transactions. */
function compareNumbers(a: Buffer, b: Buffer): number {
  if (a.length !== 8 || b.length !== 8) return Number.NaN
  return wordAt(a, 0) - wordAt(b, 0)
}

/** Eight bytes as a number; beyond 2^53 it is not exact, and no number of a sound file is that high. */
function wordAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * WORD
}
