import { objectsOf } from '../../json/parse-prefix.ts'
import { isPlainObject } from '../../json/plain-object.ts'
import { type RecordPath, shownRecordPath } from '../../json/record-path.ts'
import { namesProduct, resolveTarget } from '../../mapping/record-target.ts'

/** Returns whether a field or mapping uses a name. */
export type IsKnown = (name: string) => boolean

/** A list of objects inside an object, or an object whose members are objects of one kind. */
export interface RecordList {
  readonly path: RecordPath
  /** Whether most objects have a name, a code or an identifier. */
  readonly namesProducts: boolean
  /** Whether the list has a name that lists of records have, such as `hotels` or `items`. */
  readonly isNamedSo: boolean
  /** Mean number of known fields of its objects. */
  readonly knownFields: number
  /** Size as JSON, in characters. */
  readonly size: number
}

/** The names of lists that API responses and exports use for their records. */
const LIST_NAMES =
  /^(?:(?:hotel|property|accommodation|apartment|villa|listing|activity|tour|excursion|experience|attraction|ticket|transfer|restaurant|place|poi|venue|airport|station|product|offer|item|result|record|row|entry|document|doc|feature|element|object|establishment|hit|node|alojamiento|establecimiento|unterkunft|betrieb|objekt|etablissement|hebergement|struttura)(?:s|es|list|data)?|properties|activities|entries|hoteles|unterkuenfte|strutture|data|list|content|response|payload|value|all)$/

const DEPTH_MAX = 6
const CANDIDATES_MAX = 200

/** Returns the lists of objects inside an object, the most likely list of records first. */
export function recordListsIn(root: Record<string, unknown>, isKnown: IsKnown): readonly RecordList[] {
  const found = new Map<string, RecordList>()
  const add = (path: RecordPath, objects: readonly Record<string, unknown>[]): boolean => {
    const shown = shownRecordPath(path)
    const list = describe(path, objects, isKnown)
    const before = found.get(shown)
    if (found.size < CANDIDATES_MAX || before !== undefined) {
      found.set(shown, before === undefined ? list : { ...before, size: before.size + list.size })
    }
    return list.namesProducts
  }
  const visit = (value: Record<string, unknown>, fields: readonly string[]): void => {
    if (fields.length >= DEPTH_MAX) return
    const members = membersOfOneKind(value, isKnown)
    if (members !== undefined && add({ fields, isMembers: true }, members)) return
    for (const [key, member] of Object.entries(value)) {
      const path = [...fields, key]
      const objects = objectsOf(member)
      if (objects === undefined) {
        if (isPlainObject(member)) visit(member, path)
      } else if (!add({ fields: path, isMembers: false }, objects)) {
        // The objects may be pages, with the records inside.
        for (const object of objects.slice(0, 3)) visit(object, path)
      }
    }
  }
  visit(root, [])
  return [...found.values()].sort(compare)
}

/** Returns whether two lists are equally likely to be the records. */
export function areEqualRank(a: RecordList, b: RecordList): boolean {
  return rank(a) === rank(b) && Math.min(a.size, b.size) * 2 > Math.max(a.size, b.size)
}

function compare(a: RecordList, b: RecordList): number {
  return rank(b) - rank(a) || b.size - a.size
}

function rank({ namesProducts, isNamedSo }: RecordList): number {
  return (namesProducts ? 2 : 0) + (isNamedSo ? 1 : 0)
}

const SAMPLE = 20

function describe(path: RecordPath, objects: readonly Record<string, unknown>[], isKnown: IsKnown): RecordList {
  const sample = objects.slice(0, SAMPLE)
  const naming = sample.filter((object) => identifiesProduct(object)).length
  const known = sample.reduce((sum, object) => sum + knownFieldsOf(object, isKnown), 0)
  const name = (path.fields.at(-1) ?? '').toLowerCase().replace(/[_-]/g, '')
  return {
    path,
    namesProducts: naming * 2 > sample.length,
    isNamedSo: LIST_NAMES.test(name),
    knownFields: known / sample.length,
    size: JSON.stringify(objects).length,
  }
}

/** Returns whether an object has a name, a code or an identifier. */
export function identifiesProduct(object: Record<string, unknown>): boolean {
  return Object.keys(object).some((key) => {
    const target = isFilled(object[key]) ? resolveTarget(key) : undefined
    return target !== undefined && namesProduct(target)
  })
}

export function knownFieldsOf(object: Record<string, unknown>, isKnown: IsKnown): number {
  return Object.keys(object).filter((key) => isFilled(object[key]) && isKnown(key)).length
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

const KIND_MEMBERS = 2

/**
 * Returns the members of an object whose members are all objects with the same fields, such as hotels by their codes.
 * The members of a record (`from`, `to`) have known names.
 */
function membersOfOneKind(
  value: Record<string, unknown>,
  isKnown: IsKnown,
): readonly Record<string, unknown>[] | undefined {
  const names = Object.keys(value)
  const members = names.slice(0, SAMPLE).map((name) => value[name])
  if (members.length < KIND_MEMBERS || !members.every(isPlainObject)) return undefined
  if (names.slice(0, SAMPLE).filter((name) => isKnown(name)).length * 2 >= members.length) return undefined
  const [first = {}, ...others] = members
  const keys = Object.keys(first)
  const isAlike = (other: Record<string, unknown>): boolean => {
    const shared = keys.filter((key) => Object.hasOwn(other, key)).length
    return shared > 0 && shared * 2 >= Math.min(keys.length, Object.keys(other).length)
  }
  return others.every(isAlike) ? names.map((name) => value[name]).filter(isPlainObject) : undefined
}
