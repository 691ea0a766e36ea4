import { FeedError } from '../../item/feed-error.ts'
import { type FirstValue, parsePrefix } from '../../json/parse-prefix.ts'
import { isPlainObject } from '../../json/plain-object.ts'
import { type RecordPath, shownRecordPath, TOP_LEVEL } from '../../json/record-path.ts'
import { resolveTarget } from '../../mapping/record-target.ts'
import {
  areEqualRank,
  type IsKnown,
  identifiesProduct,
  knownFieldsOf,
  type RecordList,
  recordListsIn,
} from './record-lists.ts'

/**
 * Finds where the records of a JSON document are, by its first object. Returns undefined if the first list of objects
 * must decide, because the start of the document has none.
 *
 * @param head - The first bytes: up to the end of the first object, or `FEED_LIMITS.lineBytes`.
 * @throws {FeedError} `several_record_lists`
 */
export function findRecords(head: Buffer, isKnown: IsKnown, name: string): RecordPath | undefined {
  const first = parseStart(head.toString('utf8').replaceAll('\u001e', ''))
  if (first === undefined) return TOP_LEVEL
  const root = Array.isArray(first.value) ? first.value[0] : first.value
  if (!isPlainObject(root)) return TOP_LEVEL
  const lists = recordListsIn(root, isKnown)
  const [best, second] = lists
  if (best === undefined && first.isBroken) return TOP_LEVEL
  if (identifiesProduct(root)) {
    const envelope = lists.find((list) => isEnvelopeOf(root, list, isKnown))
    return envelope?.path ?? TOP_LEVEL
  }
  if (best === undefined) return first.isWhole || Array.isArray(first.value) ? TOP_LEVEL : undefined
  if (second !== undefined && areEqualRank(best, second)) {
    const equal = lists.filter((list) => areEqualRank(best, list)).slice(0, 5)
    const paths = equal.map(({ path }) => shownRecordPath(path)).join(', ')
    throw new FeedError(
      'several_record_lists',
      `${name} has several lists of objects (${paths}); name the records with the option records, for example ${shownRecordPath(best.path)}.`,
    )
  }
  return best.path
}

/** Returns whether an object with a name or a code of its own is still only the envelope of a list. */
function isEnvelopeOf(root: Record<string, unknown>, list: RecordList, isKnown: IsKnown): boolean {
  if (root.type === 'FeatureCollection') return list.path.fields.join() === 'features'
  if (!list.namesProducts || !list.isNamedSo || list.path.fields.length !== 1) return false
  // The code may be the one of a request or an answer.
  const isNamed = Object.keys(root).some((key) => resolveTarget(key) === 'name')
  return list.knownFields > knownFieldsOf(root, isKnown) + (isNamed ? 1 : 0)
}

const SHORTER_STARTS = 12

/** Parses the first value of a text. If a record in it is broken, parses what is before that record. */
function parseStart(text: string): (FirstValue & { readonly isBroken: boolean }) | undefined {
  let start = text
  for (let tries = 0; tries < SHORTER_STARTS && start !== ''; tries++) {
    const first = parsePrefix(start)
    if (first !== undefined) return { ...first, isBroken: tries > 0 }
    start = start.slice(0, start.length / 2)
  }
  return undefined
}

/**
 * Finds where the records of JSON Lines are: in each line, or in a list inside each line, as in pages of an API.
 *
 * @param lines - The first lines that are not blank, at most two.
 */
export function findRecordsInLines(lines: readonly Buffer[], isKnown: IsKnown, name: string): RecordPath {
  const [first, second] = lines.map((line) => parsePrefix(line.toString('utf8')))
  if (first?.isWhole !== true || !isPlainObject(first.value)) return TOP_LEVEL
  if (second !== undefined && !(isPlainObject(second.value) && haveSameFields(first.value, second.value))) {
    return TOP_LEVEL
  }
  return findRecords(lines[0] as Buffer, isKnown, name) ?? TOP_LEVEL
}

function haveSameFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const keys = Object.keys(a)
  const shared = keys.filter((key) => Object.hasOwn(b, key)).length
  return shared * 2 > keys.length
}
