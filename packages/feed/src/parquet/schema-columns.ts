import { parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { isLongName } from '../limits/long-cell.ts'
import { invalidParquet, tooLargeParquet } from './parquet-error.ts'
import type { Footer } from './read-footer.ts'

/** A column of the rows, with the columns of values below it. */
export interface SchemaColumn {
  readonly name: string
  readonly tree: SchemaTree
  /** The columns of values in the order of the file. Each path starts at the root of the schema. */
  readonly leaves: readonly (readonly SchemaTree[])[]
}

/**
 * Checks the schema and returns the columns of the rows.
 *
 * @throws {FeedError} `invalid_parquet` or `parquet_too_large`
 */
export function schemaColumns({ schema, groups }: Footer, name: string): SchemaColumn[] {
  checkTree(schema, name)
  const root = parquetSchema({ schema: [...schema] })
  const columns = root.children.map((tree) => ({ name: tree.element.name, tree, leaves: leavesOf(tree, [root]) }))
  const paths = columns.flatMap(({ leaves }) => leaves.map((leaf) => leaf.at(-1)?.path.join('.') ?? ''))
  for (const group of groups) {
    const own = group.columns.map(({ path }) => path.join('.'))
    if (own.length !== paths.length || own.some((path, at) => path !== paths[at])) {
      throw invalidParquet(name, 'the columns of a row group differ from the schema')
    }
  }
  return columns
}

function leavesOf(tree: SchemaTree, above: readonly SchemaTree[]): SchemaTree[][] {
  const path = [...above, tree]
  return tree.children.length === 0 ? [path] : tree.children.flatMap((child) => leavesOf(child, path))
}

/** Checks the number, the depth and the names of all elements, so that the tree can be built. */
function checkTree(schema: readonly SchemaElement[], name: string): void {
  if (schema.length > FEED_LIMITS.columns * 2) {
    throw tooLargeParquet(name, 'columns and groups', schema.length, FEED_LIMITS.columns * 2)
  }
  const open: { left: number; readonly names: Set<string> }[] = []
  for (const [at, element] of schema.entries()) {
    const parent = open.at(-1)
    if (at > 0 && parent === undefined) throw invalidParquet(name, 'its schema has several roots')
    checkName(element, parent?.names, at, name)
    if (parent !== undefined) parent.left -= 1
    const children = element.num_children ?? 0
    if (!Number.isInteger(children) || children < 0) throw invalidParquet(name, 'its schema has an impossible group')
    if ((children === 0) === (element.type === undefined)) throw invalidParquet(name, 'its schema has an empty group')
    if (at > 0 && element.repetition_type === undefined) throw invalidParquet(name, 'its schema is incomplete')
    if (children > 0) open.push({ left: children, names: new Set() })
    if (open.length > FEED_LIMITS.levels)
      throw tooLargeParquet(name, 'levels of groups', open.length, FEED_LIMITS.levels)
    while (open.at(-1)?.left === 0) open.pop()
  }
  if (open.length > 0 || schema.length === 0) throw invalidParquet(name, 'its schema is incomplete')
}

function checkName(element: SchemaElement, siblings: Set<string> | undefined, at: number, name: string): void {
  const own = element.name
  if (isLongName(own)) throw tooLargeParquet(name, 'characters in a name', own.length, FEED_LIMITS.fieldNameCharacters)
  if (at === 0) return
  if (own === '__proto__' || siblings?.has(own) === true) {
    throw invalidParquet(name, `two columns, or a column and JavaScript, use the name ${JSON.stringify(own)}`)
  }
  siblings?.add(own)
}
