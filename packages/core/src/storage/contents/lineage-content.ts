import type { LineageRow } from '../rows.ts'
import { decodeTime, encodeTime } from './encode-time.ts'

/** The separator of change and time in the short form of a product that was only minted. */
const MINTED = ' '
const DIGITS = 36

/** Encodes a lineage without its id compactly. For most products, the result is only the change and time of minting. */
export function lineageContent(row: LineageRow): string {
  const { id: _id, ...content } = row
  const [step] = row.history
  const isMinted =
    row.status === 'active' &&
    Object.keys(content).length === 3 &&
    row.history.length === 1 &&
    step?.kind === 'minted' &&
    step.change === row.mintedChange &&
    Object.keys(step).length === 3
  if (!isMinted) return JSON.stringify(content)
  return `${row.mintedChange.toString(DIGITS)}${MINTED}${encodeTime(step.at)}`
}

/** A lineage in its stored form. */
export interface StoredLineage {
  readonly id: number
  /** The result of {@link lineageContent}. */
  readonly content: string
}

/** Decodes the result of {@link lineageContent}. */
export function lineageOf({ id, content }: StoredLineage): LineageRow {
  if (content.startsWith('{')) return { id, ...(JSON.parse(content) as Omit<LineageRow, 'id'>) }
  const space = content.indexOf(MINTED)
  const mintedChange = Number.parseInt(content.slice(0, space), DIGITS)
  const at = decodeTime(content.slice(space + 1))
  return { id, status: 'active', mintedChange, history: [{ change: mintedChange, at, kind: 'minted' }] }
}
