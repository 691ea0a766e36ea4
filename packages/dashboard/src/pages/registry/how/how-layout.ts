import type { Answers } from '@utpid/client'

export type Formation = Answers['how']
export type FormationStep = Formation['steps'][number]

/** A line of the picture, in columns (steps) and rows (records). */
export interface HowLine {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** A step that the picture shows, with the number of the step in the list, from 1. */
export interface HowMark {
  readonly step: number
  readonly x: number
  readonly y: number
  readonly isJoined: boolean
  readonly bits: number
}

/** The picture of a formation: a tree of joins from left to right, and the refused steps between them. */
export interface HowLayout {
  /** The records from top to bottom. Joined records are neighbours. */
  readonly leaves: readonly string[]
  readonly lines: readonly HowLine[]
  readonly marks: readonly HowMark[]
  /** Number of columns. */
  readonly columns: number
}

/** The picture omits further refused steps. The list has all of them. */
const MAX_REFUSED = 8

/** A cluster while steps join it. */
interface Branch {
  readonly records: readonly string[]
  /** The column at which the cluster began, and its row. */
  readonly x: number
  y: number
}

export function nameOf({ supplier, code }: { readonly supplier: string; readonly code: string }): string {
  return `${supplier} ${code}`
}

/** Computes the picture of a formation. */
export function howLayout(formation: Formation): HowLayout {
  const leaves = leafOrder(formation)
  const branchOf = new Map(leaves.map((name, y): [string, Branch] => [name, { records: [name], x: 0, y }]))
  const lines: HowLine[] = []
  const marks: HowMark[] = []
  let [column, refused] = [0, 0]
  const join = (branches: readonly Branch[]): Branch => {
    column++
    const rows = branches.map(({ y }) => y)
    const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
    for (const { x, y } of branches) lines.push({ x1: x, y1: y, x2: column, y2: y })
    lines.push({ x1: column, y1: top, x2: column, y2: bottom })
    const joined = { records: branches.flatMap(({ records }) => records), x: column, y: (top + bottom) / 2 }
    for (const name of joined.records) branchOf.set(name, joined)
    return joined
  }
  for (const set of formation.kept) {
    const branches = [...new Set(set.flatMap((record) => branchOf.get(nameOf(record)) ?? []))]
    if (branches.length > 1) join(branches)
  }
  for (const [at, { a, b, weight, outcome, clusters }] of formation.steps.entries()) {
    const [one, other] = [branchOf.get(nameOf(a)), branchOf.get(nameOf(b))]
    if (one === undefined) continue
    if (outcome === 'joined' && other !== undefined && one !== other) {
      const { x, y } = join([one, other])
      marks.push({ step: at + 1, x, y, isJoined: true, bits: weight })
    } else if (outcome === 'refused' && clusters !== null && refused < MAX_REFUSED) {
      refused++
      column++
      marks.push({ step: at + 1, x: column, y: one.y, isJoined: false, bits: weight })
    }
  }
  column++
  for (const { x, y } of new Set(branchOf.values())) lines.push({ x1: x, y1: y, x2: column, y2: y })
  return { leaves, lines, marks, columns: column }
}

/** Returns the records in an order without crossing lines: each join makes one list of two. */
function leafOrder({ records, kept, steps }: Formation): string[] {
  const listOf = new Map(records.map((record): [string, string[]] => [nameOf(record), [nameOf(record)]]))
  const join = (one: string, other: string): void => {
    const [left, right] = [listOf.get(one), listOf.get(other)]
    if (left === undefined || right === undefined || left === right) return
    left.push(...right)
    for (const name of right) listOf.set(name, left)
  }
  for (const [first, ...others] of kept) {
    for (const each of others) if (first !== undefined) join(nameOf(first), nameOf(each))
  }
  for (const { a, b, outcome } of steps) if (outcome === 'joined') join(nameOf(a), nameOf(b))
  return [...new Set(listOf.values())].flat()
}
