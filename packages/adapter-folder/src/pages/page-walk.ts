import {
  boundsBelow,
  type CompareKeys,
  childAt,
  DamagedPage,
  entriesOf,
  freeTree,
  leafValue,
  type MetaPage,
  mainTree,
  NODE_FLAGS,
  PAGE_FLAGS,
  type PageBounds,
  type PageEntry,
  readBigValue,
  readPage,
  type Tree,
  tableIn,
  wordAt,
} from './page.ts'

interface WalkedEntry {
  readonly key: Buffer
  readonly flags: number
  readonly value: () => Buffer
}

interface TreeRules {
  readonly compare: CompareKeys
  readonly each?: (entry: WalkedEntry) => void
}

interface Counted {
  branches: number
  leaves: number
  overflows: number
  entries: number
}

/**
 * Checks all pages reachable from the latest state of a file. Each page must belong to one tree, and must be filled as
 * its header states. Keys must ascend, trees must have the stated numbers of pages and entries, and no used page may be
 * listed as free. The caller checks the values.
 */
export class PageCheck {
  readonly #file: number
  readonly #meta: MetaPage
  /** For each page: 1 after the visit of the page. */
  readonly #visited: Uint8Array
  /** One page buffer per tree level. Siblings overwrite the buffer, since bounds always come from the levels above. */
  readonly #levels: Buffer[] = []

  constructor(file: number, meta: MetaPage) {
    this.#file = file
    this.#meta = meta
    this.#visited = new Uint8Array(meta.lastPage + 1).fill(1, 0, 2)
  }

  /**
   * @param each - Receives every row. Key and value are valid only during the call.
   * @throws {@link DamagedPage}
   */
  run(each: (table: string, key: Buffer, value: Buffer) => void): void {
    const tables: (readonly [name: string, tree: Tree])[] = []
    this.#walk(mainTree(this.#meta), {
      compare: Buffer.compare,
      each: ({ key, flags, value }) => void tables.push(tableIn(key, flags, value())),
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
    this.#walk(freeTree(this.#meta), {
      compare: compareNumbers,
      each: (entry) => {
        refuseTree(entry)
        free.push(Buffer.from(entry.value()))
      },
    })
    for (const list of free) this.#markFree(list)
  }

  #walk(tree: Tree, rules: TreeRules): void {
    const count: Counted = { branches: 0, leaves: 0, overflows: 0, entries: 0 }
    if (tree.root !== undefined) this.#visit(tree.root, 1, {}, tree, rules, count)
    for (const part of ['branches', 'leaves', 'overflows', 'entries'] as const) {
      if (count[part] === tree[part]) continue
      throw new DamagedPage(tree.root ?? 0, `leads to ${count[part]} ${part} instead of ${tree[part]}`)
    }
  }

  #visit(number: number, level: number, bounds: PageBounds, tree: Tree, rules: TreeRules, count: Counted): void {
    const isLeaf = level === tree.depth
    const page = this.#read(number, level, isLeaf ? PAGE_FLAGS.leaf : PAGE_FLAGS.branch)
    const entries = entriesOf(page, number, isLeaf, bounds, rules.compare)
    count[isLeaf ? 'leaves' : 'branches']++
    if (isLeaf) {
      count.entries += entries.length
      for (const entry of entries) this.#leafEntry(page, number, entry, rules, count)
      return
    }
    for (const [position, entry] of entries.entries()) {
      this.#visit(childAt(page, entry), level + 1, boundsBelow(entries, position, bounds), tree, rules, count)
    }
  }

  #leafEntry(page: Buffer, number: number, entry: PageEntry, { each }: TreeRules, count: Counted): void {
    const { flags, size, from, pages } = leafValue(page, number, entry)
    const { key } = entry
    if (pages === undefined) {
      each?.({ key, flags, value: () => page.subarray(from, from + size) })
      return
    }
    for (let next = pages.first; next < pages.first + pages.count; next++) this.#markVisited(next)
    count.overflows += pages.count
    const value = readBigValue(this.#file, pages, size, this.#meta, this.#pageOf(0))
    each?.({ key, flags: NODE_FLAGS.plain, value: () => value })
  }

  #read(number: number, level: number, flags: number): Buffer {
    this.#markVisited(number)
    const page = this.#pageOf(level)
    readPage(this.#file, number, flags, this.#meta, page)
    return page
  }

  #pageOf(level: number): Buffer {
    this.#levels[level] ??= Buffer.alloc(this.#meta.pageSize)
    return this.#levels[level] as Buffer
  }

  #markVisited(number: number): void {
    if (!(number <= this.#meta.lastPage)) throw new DamagedPage(number, 'is referenced, but is beyond the last page')
    if (this.#visited[number] !== 0) throw new DamagedPage(number, 'is used twice')
    this.#visited[number] = 1
  }

  /**
   * Marks the pages of a free list: its length, then page numbers. A negative number -n means n consecutive pages; the
   * first page number of these pages follows.
   */
  #markFree(list: Buffer): void {
    const words = list.length / 8
    const length = words >= 1 ? wordAt(list, 0) : Number.NaN
    if (!(length < words)) throw new DamagedPage(0, 'leads to a truncated list of free pages')
    for (let at = 1; at <= length; at++) {
      const number = list.readBigInt64LE(at * 8)
      if (number > 0n) this.#markVisited(Number(number))
      if (number >= 0n) continue
      const first = at < length ? wordAt(list, ++at * 8) : Number.NaN
      const end = first - Number(number)
      if (!(end - 1 <= this.#meta.lastPage)) throw new DamagedPage(0, 'leads to free pages beyond the last page')
      for (let next = first; next < end; next++) this.#markVisited(next)
    }
  }
}

function refuseTree({ key, flags }: WalkedEntry): void {
  if (flags !== NODE_FLAGS.plain)
    throw new DamagedPage(0, `leads to an entry ${key.toString('hex')} of an unknown kind`)
}

/** Compares keys of free lists. These keys are transaction numbers. */
function compareNumbers(a: Buffer, b: Buffer): number {
  if (a.length !== 8 || b.length !== 8) return Number.NaN
  return wordAt(a, 0) - wordAt(b, 0)
}
