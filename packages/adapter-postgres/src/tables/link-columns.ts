import type { LinkMethod, LinkRow } from '@utpid/core/storage'
import { decodeTime, encodeTime } from '@utpid/core/storage'
import { decodeText, encodeText } from './stored-text.ts'

const LETTERS: Readonly<Record<LinkMethod, string>> = { created: 'c', model: 'm', identifier: 'i', judgement: 'r' }
const METHODS: ReadonlyMap<string, LinkMethod> = new Map(
  Object.entries(LETTERS).map(([method, letter]) => [letter, method as LinkMethod]),
)

/** The columns of a link, as `name type`, in the order of `linkValues`. This order needs no padding. */
export const LINK_COLUMNS: readonly string[] = [
  'record_id bigint',
  'product_id bigint',
  'confidence integer',
  'epoch integer',
  'method text',
  'since text',
  'model text',
]

export function linkValues(link: LinkRow): (string | number)[] {
  const { recordId, productId, method, confidence, since, model, tfVersion } = link
  return [recordId, productId, confidence, tfVersion, LETTERS[method], encodeText(encodeTime(since)), encodeText(model)]
}

export interface LinkColumns {
  readonly product_id: number
  readonly method: string
  readonly confidence: number
  readonly since: string
  readonly model: string
  readonly epoch: number
}

export function linkOf(recordId: number, columns: LinkColumns): LinkRow {
  const { product_id: productId, confidence, epoch } = columns
  const method = METHODS.get(columns.method) as LinkMethod
  const [since, model] = [decodeTime(decodeText(columns.since)), decodeText(columns.model)]
  return { recordId, productId, method, confidence, since, model, tfVersion: epoch }
}
