import {
  boundsBelow,
  childAt,
  DamagedPage,
  entriesOf,
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
} from './page.ts'

/** Between which keys every row of a table lies on a leaf that was read. Whole tables have no bounds. */
export type FoundLeaf = PageBounds

interface ReadLeaf {
  readonly page: Buffer
  readonly number: number
  readonly entries: readonly PageEntry[]
  readonly bounds: PageBounds
}

/**
 * Reads the leaf on which a key of a table lies or would lie, and all pages that lead to it.
 *
 * @param each - Tries a row; the key and the value are its own.
 * @throws {@link DamagedPage} when one of them is not what leads to it says; what `each` throws.
 */
export function leafFor(
  file: number,
  meta: MetaPage,
  table: string,
  key: Buffer,
  each: (key: Buffer, value: Buffer) => void,
): FoundLeaf {
  const tree = treeOf(file, meta, table)
  const leaf = tree && descend(file, meta, tree, key)
  if (leaf === undefined) return {}
  for (const entry of leaf.entries) {
    const { flags, size, from, pages } = leafValue(leaf.page, leaf.number, entry)
    if (pages === undefined && flags !== NODE_FLAGS.plain) {
      throw new DamagedPage(leaf.number, 'holds an entry of an unknown kind')
    }
    const value =
      pages === undefined
        ? Buffer.from(leaf.page.subarray(from, from + size))
        : readBigValue(file, pages, size, meta, Buffer.alloc(meta.pageSize))
    each(Buffer.from(entry.key), value)
  }
  return copied(leaf.bounds)
}

/** Undefined of a table that the file does not have. */
function treeOf(file: number, meta: MetaPage, table: string): Tree | undefined {
  const name = Buffer.from(`${table}\0`, 'latin1')
  const leaf = descend(file, meta, mainTree(meta), name)
  const entry = leaf?.entries.find(({ key }) => key.equals(name))
  if (leaf === undefined || entry === undefined) return undefined
  const { flags, size, from } = leafValue(leaf.page, leaf.number, entry)
  return tableIn(entry.key, flags, leaf.page.subarray(from, from + size))[1]
}

function descend(file: number, meta: MetaPage, tree: Tree, key: Buffer): ReadLeaf | undefined {
  let number = tree.root
  let bounds: PageBounds = {}
  for (let level = 1; number !== undefined; level++) {
    const isLeaf = level === tree.depth
    const page = Buffer.alloc(meta.pageSize)
    readPage(file, number, isLeaf ? PAGE_FLAGS.leaf : PAGE_FLAGS.branch, meta, page)
    const entries = entriesOf(page, number, isLeaf, bounds, Buffer.compare)
    if (isLeaf) return { page, number, entries, bounds }
    if (level > tree.depth) throw new DamagedPage(number, 'lies deeper than its tree')
    const position = lastUpTo(entries, key)
    bounds = boundsBelow(entries, position, bounds)
    number = childAt(page, entries[position] as PageEntry)
  }
  return undefined
}

/** Which entry of a branch leads to a key: the last that is not behind it. */
function lastUpTo(entries: readonly PageEntry[], key: Buffer): number {
  const behind = entries.findIndex((entry, position) => position > 0 && Buffer.compare(entry.key, key) > 0)
  return (behind < 0 ? entries.length : behind) - 1
}

function copied({ least, below }: PageBounds): FoundLeaf {
  return {
    ...(least === undefined ? {} : { least: Buffer.from(least) }),
    ...(below === undefined ? {} : { below: Buffer.from(below) }),
  }
}
