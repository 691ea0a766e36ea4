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

/** The range of keys for which a leaf has all rows of a table. A range without bounds is the whole table. */
export type FoundLeaf = PageBounds

interface ReadPage {
  readonly page: Buffer
  readonly number: number
  readonly entries: readonly PageEntry[]
  readonly bounds: PageBounds
}

/** Branch pages of one transaction, by page number. The next lookup usually needs the same pages. */
export type ReadBranches = Map<number, ReadPage>

/**
 * Reads the leaf where a key of a table is or would be, and all branch pages above that leaf.
 *
 * @param branches - Branch pages of the transaction of `meta`; newly read pages are added.
 * @param each - Checks a row; receives copies of key and value.
 * @throws {@link DamagedPage} if a page differs from its reference; errors of `each`.
 */
export function leafFor(
  file: number,
  meta: MetaPage,
  table: string,
  key: Buffer,
  branches: ReadBranches,
  each: (key: Buffer, value: Buffer) => void,
): FoundLeaf {
  const tree = treeOf(file, meta, table, branches)
  const leaf = tree && descend(file, meta, tree, key, branches)
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

/** Returns the tree of a table; undefined if the file does not have the table. */
function treeOf(file: number, meta: MetaPage, table: string, branches: ReadBranches): Tree | undefined {
  const name = Buffer.from(`${table}\0`, 'latin1')
  const leaf = descend(file, meta, mainTree(meta), name, branches)
  const entry = leaf?.entries.find(({ key }) => key.equals(name))
  if (leaf === undefined || entry === undefined) return undefined
  const { flags, size, from } = leafValue(leaf.page, leaf.number, entry)
  return tableIn(entry.key, flags, leaf.page.subarray(from, from + size))[1]
}

function descend(file: number, meta: MetaPage, tree: Tree, key: Buffer, branches: ReadBranches): ReadPage | undefined {
  let number = tree.root
  let bounds: PageBounds = {}
  for (let level = 1; number !== undefined; level++) {
    if (level === tree.depth) return read(file, meta, number, true, bounds)
    if (level > tree.depth) throw new DamagedPage(number, 'is deeper than its tree')
    const branch: ReadPage = branches.get(number) ?? read(file, meta, number, false, bounds)
    branches.set(number, branch)
    const position = lastUpTo(branch.entries, key)
    bounds = boundsBelow(branch.entries, position, bounds)
    number = childAt(branch.page, branch.entries[position] as PageEntry)
  }
  return undefined
}

function read(file: number, meta: MetaPage, number: number, isLeaf: boolean, bounds: PageBounds): ReadPage {
  const page = Buffer.alloc(meta.pageSize)
  readPage(file, number, isLeaf ? PAGE_FLAGS.leaf : PAGE_FLAGS.branch, meta, page)
  return { page, number, entries: entriesOf(page, number, isLeaf, bounds, Buffer.compare), bounds }
}

/**
 * Returns the position of the branch entry for a key: the last entry that is not greater. The first entry has no key.
 */
function lastUpTo(entries: readonly PageEntry[], key: Buffer): number {
  let found = 0
  for (let above = entries.length; above - found > 1; ) {
    const middle = (found + above) >>> 1
    if (Buffer.compare((entries[middle] as PageEntry).key, key) > 0) above = middle
    else found = middle
  }
  return found
}

function copied({ min, end }: PageBounds): FoundLeaf {
  return {
    ...(min === undefined ? {} : { min: Buffer.from(min) }),
    ...(end === undefined ? {} : { end: Buffer.from(end) }),
  }
}
