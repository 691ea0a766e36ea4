/** A column or path of a feed, with its counts over all rows. */
export interface CountedColumn {
  /** The names of the column and its parents: `address.city`; a list ends in `[]`: `phones[].number`. */
  readonly path: string
  /** The names of the path, outermost first. A name may contain a dot: `No. of rooms`. */
  readonly names: readonly string[]
  /** Rows in which the column has a value. */
  readonly filled: number
  /** Rows in which its value went to `extra`. */
  readonly kept: number
  /** Up to three distinct values as text, each cut to 80 characters. */
  readonly examples: readonly string[]
}

/** Maximum paths that are counted. */
export const MAX_COUNTED_COLUMNS = 2_000
const MAX_EXAMPLES = 3
const EXAMPLE_CHARACTERS = 80
/** Entries of a list that are counted. The other entries almost always have the same members. */
const ENTRIES_COUNTED = 10
/** Maximum paths beyond the maximum that are counted. */
const MAX_FURTHER = 10_000

interface Node {
  readonly path: string
  readonly names: readonly string[]
  filled: number
  kept: number
  /** The row that was counted last, since a list has several values in one row. */
  row: number
  readonly examples: string[]
  children: Map<string, Node> | undefined
  items: Node | undefined
}

/** Counts the filled rows of each column and path of a feed. The memory in use is bounded. */
export class ColumnCensus {
  rows = 0
  readonly #root: Node = nodeAt('', [])
  readonly #nodes = new Map<string, Node>()
  readonly #further = new Set<string>()

  /** Paths beyond the maximum; at most 10,000. */
  get further(): number {
    return this.#further.size
  }

  /** Counts the values of a row. */
  add(row: Record<string, unknown>): void {
    this.rows += 1
    this.#addMembers(this.#root, row)
  }

  /** Counts a value that went to `extra`. */
  keep(path: string): void {
    const node = this.#nodes.get(path)
    if (node !== undefined) node.kept += 1
  }

  /** Returns the filled columns in the order of their first value. */
  columns(): CountedColumn[] {
    const found: CountedColumn[] = []
    const visit = (node: Node, kept: number): void => {
      const ownKept = Math.min(this.rows, kept + node.kept)
      if (node.filled > 0) {
        const { path, names, filled, examples } = node
        found.push({ path, names, filled, kept: Math.min(ownKept, filled), examples: [...examples] })
      }
      for (const child of node.children?.values() ?? []) visit(child, ownKept)
      if (node.items !== undefined) visit(node.items, ownKept)
    }
    visit(this.#root, 0)
    return found
  }

  #addMembers(parent: Node, object: Record<string, unknown>): void {
    parent.children ??= new Map()
    for (const key of Object.keys(object)) {
      const value = object[key]
      if (value === null || value === '' || value === undefined) continue
      const node = parent.children.get(key) ?? this.#create(parent, key)
      if (node === undefined) continue
      if (typeof value === 'object') this.#addNested(node, value)
      else this.#count(node, value)
    }
  }

  #addNested(node: Node, value: object): void {
    if (!Array.isArray(value)) {
      this.#addMembers(node, value as Record<string, unknown>)
      return
    }
    const entries = Math.min(value.length, ENTRIES_COUNTED)
    for (let at = 0; at < entries; at++) {
      const entry: unknown = value[at]
      if (entry === null || entry === '' || entry === undefined) continue
      node.items ??= this.#createAt(`${node.path}[]`, node.names)
      if (node.items === undefined) return
      if (typeof entry === 'object') this.#addNested(node.items, entry)
      else this.#count(node.items, entry)
    }
  }

  #count(node: Node, value: unknown): void {
    if (node.row !== this.rows) {
      node.row = this.rows
      node.filled += 1
    }
    if (node.examples.length < MAX_EXAMPLES) addExample(node.examples, value)
  }

  #create(parent: Node, key: string): Node | undefined {
    const node = this.#createAt(parent.path === '' ? key : `${parent.path}.${key}`, [...parent.names, key])
    if (node !== undefined) parent.children?.set(key, node)
    return node
  }

  #createAt(path: string, names: readonly string[]): Node | undefined {
    if (this.#nodes.size >= MAX_COUNTED_COLUMNS) {
      if (this.#further.size < MAX_FURTHER) this.#further.add(path)
      return undefined
    }
    const node = nodeAt(path, names)
    this.#nodes.set(path, node)
    return node
  }
}

function nodeAt(path: string, names: readonly string[]): Node {
  return { path, names, filled: 0, kept: 0, row: 0, examples: [], children: undefined, items: undefined }
}

/** Adds a value to the examples if it is not one of them. */
function addExample(examples: string[], value: unknown): void {
  const text = exampleOf(value)
  if (text !== '' && !examples.includes(text)) examples.push(text)
}

function exampleOf(value: unknown): string {
  const text = typeof value === 'string' ? value : String(value)
  if (text.length <= EXAMPLE_CHARACTERS) return text
  const cut = text.slice(0, EXAMPLE_CHARACTERS - 1)
  return `${cut.toWellFormed() === cut ? cut : cut.slice(0, -1)}…`
}
