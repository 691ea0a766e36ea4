import { isPlainObject, setOwn } from '../json/plain-object.ts'
import { altNamesOf, isByLanguage, namesInList, textsByLanguage } from './alt-names.ts'
import type { RowReading } from './column-plan.ts'
import { coordinatesOf } from './coordinates.ts'
import { aliasKeys, TRANSFER_END_MEMBERS } from './field-aliases.ts'
import { foldKey } from './field-key.ts'
import { FreeNames } from './free-names.ts'
import { identifiersOf, identifiersOfScheme } from './identifiers.ts'
import { containerScope, type KeyMeaning, LIST_OF, resolveKey } from './resolve-key.ts'

interface Slot {
  readonly rank: number
  readonly key: string
  readonly value: unknown
}

type TransferEnd = 'transfer.from' | 'transfer.to'

const TRANSFER_END_MEMBER: ReadonlyMap<string, string> = new Map(
  TRANSFER_END_MEMBERS.flatMap(([member, aliases]) => aliasKeys(aliases).map((key) => [key, member] as const)),
)

/** The order of further values in a list, after the values of numbered columns. */
const LOSER_ORDER = 100

/** The rank of an empty text. An empty text fills a field only if no other key has a value for the field. */
const EMPTY_RANK = 1_000

/**
 * The values of one row before it becomes a record. Each target has one value, chosen by the rank of its key. Values
 * without a target are stored in `extra` under their own keys.
 */
export class RecordDraft {
  readonly slots: Map<string, Slot> = new Map()
  readonly altNames: unknown[] = []
  readonly identifiers: unknown[] = []
  readonly extra: Record<string, unknown> = {}
  /**
   * Stored until the whole row is read. Only the whole row shows whether it is a transfer or an airport, or has a
   * category.
   */
  readonly transferEnds: { target: TransferEnd; slot: Slot }[] = []
  readonly pointIdentifiers: { scheme: string; key: string; value: unknown }[] = []
  readonly subtypes: { key: string; value: unknown }[] = []
  /** Values of lists that several columns fill, by target. */
  readonly members: Map<string, { order: number; key: string; value: unknown }[]> = new Map()
  readonly #plan: RowReading['plan']
  readonly #onKept: RowReading['onKept']
  #freeNames: FreeNames | undefined

  constructor({ plan, onKept }: RowReading = {}) {
    this.#plan = plan
    this.#onKept = onKept
  }

  /** @param path - The key, prefixed with the objects that contain it; used in `extra`. */
  add(key: string, value: unknown, path: string = key): void {
    if (value === null || value === undefined) return
    const planned = this.#plan?.meanings.get(path)
    if (planned === undefined && isPlainObject(value) && this.#addObject(key, value, path)) return
    this.#addAs(planned ?? resolveKey(key), value, path)
  }

  #addAs(meaning: KeyMeaning | undefined, value: unknown, path: string): void {
    switch (meaning?.kind) {
      case 'field':
        this.put(meaning.target, meaning.convert === undefined ? value : meaning.convert(value), path, meaning.rank)
        return
      case 'member':
        this.addMember(meaning.target, value, path, meaning.order)
        return
      case 'altName':
        this.put(meaning.language === undefined ? 'altNames' : `altNames.${meaning.language}`, value, path, 0)
        return
      case 'identifier':
        if (meaning.pointsOnly) this.pointIdentifiers.push({ scheme: meaning.scheme, key: path, value })
        else this.put(`identifiers.${meaning.scheme}`, value, path, 0)
        return
      case 'rideEnd':
        this.transferEnds.push({ target: meaning.target, slot: { rank: meaning.rank, key: path, value } })
        return
      case 'subtypes':
        this.subtypes.push({ key: path, value })
        return
      default:
        this.keepExtra(path, value)
    }
  }

  /** Sets the value of a target, unless a key of lower rank has already set it. A list collects every value. */
  put(target: string, value: unknown, key: string, rank: number): void {
    if (value === null || value === undefined) return
    if (target === 'altNames' || target.startsWith('altNames.')) {
      append(this.altNames, altNamesOf(value, target.slice('altNames.'.length) || undefined))
    } else if (target === 'identifiers') {
      const identifiers = identifiersOf(value)
      if (identifiers === undefined) this.keepExtra(key, value)
      else append(this.identifiers, identifiers)
    } else if (target.startsWith('identifiers.')) {
      append(this.identifiers, identifiersOfScheme(target.slice('identifiers.'.length), value))
    } else if (target.startsWith('extra.')) {
      this.#store(target.slice('extra.'.length), value)
    } else if (target === 'supplier' && typeof value === 'object') {
      // `source: { batch: 7 }` is no supplier. A record with such a supplier would be rejected.
      this.keepExtra(key, value)
    } else if (isTransferEnd(target)) {
      this.#putTransferEnd(target, value, key, rank)
    } else {
      this.#fill(target, this.#shape(target, value, key), key, value === '' ? rank + EMPTY_RANK : rank)
    }
  }

  /** Adds one of several values to a list. An empty text is not a value. */
  addMember(target: string, value: unknown, key: string, order: number): void {
    if (value === '') return
    const members = this.members.get(target)
    if (members === undefined) this.members.set(target, [{ order, key, value }])
    else members.push({ order, key, value })
  }

  /** Stores a value without a target in `extra`, under a key that is not in use yet. */
  keepExtra(key: string, value: unknown): void {
    if (value === null || value === undefined) return
    this.#onKept?.(key)
    this.#store(key, value)
  }

  #store(key: string, value: unknown): void {
    let name = key
    if (Object.hasOwn(this.extra, key)) {
      this.#freeNames ??= new FreeNames((each) => Object.hasOwn(this.extra, each))
      name = this.#freeNames.of(key)
    }
    setOwn(this.extra, name, value)
  }

  /** Removes a target's value and returns it. */
  take(target: string): unknown {
    const slot = this.slots.get(target)
    this.slots.delete(target)
    return slot?.value
  }

  #fill(target: string, value: unknown, key: string, rank: number): void {
    const current = this.slots.get(target)
    if (current === undefined) {
      this.slots.set(target, { rank, key, value })
      return
    }
    // Among keys of one rank the order of columns must not decide.
    const wins = rank < current.rank || (rank === current.rank && key < current.key)
    const [winner, loser] = wins ? [{ rank, key, value }, current] : [current, { rank, key, value }]
    this.slots.set(target, winner)
    if (loser.value === '') return
    const list = LIST_OF[target]
    if (list !== undefined && typeof loser.value === 'string' && loser.value !== winner.value) {
      this.addMember(list, loser.value, loser.key, LOSER_ORDER + loser.rank)
    } else this.keepExtra(loser.key, loser.value)
  }

  /** @returns False if the object is an ordinary value. */
  #addObject(key: string, value: Record<string, unknown>, path: string): boolean {
    const meaning = resolveKey(key)
    if (meaning?.kind === 'extra') {
      for (const [name, member] of Object.entries(value)) {
        if (member !== null && member !== undefined) this.#store(name, member)
      }
      return true
    }
    if (this.#plan?.opened.has(path) === true) {
      for (const [name, member] of Object.entries(value)) this.add(name, member, `${path}.${name}`)
      return true
    }
    // Text under `ref` is a code; an object under `ref` contains identifiers.
    if (foldKey(key) === 'ref' || foldKey(key) === 'reference') {
      this.put('identifiers', value, path, 0)
      return true
    }
    const scope = containerScope(key)
    if (scope === undefined) return false
    const point = scope === 'location' ? coordinatesOf(value) : value
    const isPoint = Array.isArray(point) && value.type === 'Point'
    if (isPoint) this.put('location.coordinates', point, path, 0)
    else for (const [name, member] of Object.entries(value)) this.#addMember(scope, name, member, `${path}.${name}`)
    return true
  }

  #addMember(scope: string, name: string, value: unknown, path: string): void {
    const meaning = this.#plan?.meanings.get(path) ?? resolveKey(name)
    const target = meaning?.kind === 'field' || meaning?.kind === 'rideEnd' ? meaning.target : undefined
    const rank = meaning?.kind === 'field' ? meaning.rank : 0
    if (scope === 'location' && isPlainObject(value) && containerScope(name) === 'location') {
      this.add(name, value, path)
      return
    }
    const fits =
      scope === 'contact' ? ['phone', 'email', 'website'].includes(target ?? '') : target?.startsWith(`${scope}.`)
    if (fits === true && meaning?.kind === 'field' && meaning.convert !== undefined) this.#addAs(meaning, value, path)
    else if (fits === true) this.put(target as string, value, path, rank)
    else this.keepExtra(path, value)
  }

  #putTransferEnd(target: TransferEnd, value: unknown, key: string, rank: number): void {
    if (typeof value === 'string') {
      const member = /^[A-Z]{3}$/.test(value.trim()) ? 'code' : 'name'
      this.#fill(`${target}.${member}`, value, key, value === '' ? EMPTY_RANK : rank + 1)
    } else if (isPlainObject(value)) {
      for (const [name, member] of Object.entries(value)) this.#putTransferEndMember(target, name, member, key, rank)
    } else this.keepExtra(key, value)
  }

  #putTransferEndMember(target: TransferEnd, name: string, value: unknown, key: string, rank: number): void {
    if (value === null || value === undefined) return
    const path = `${key}.${name}`
    const member = TRANSFER_END_MEMBER.get(foldKey(name)) ?? pointMember(name)
    if (member === undefined) this.keepExtra(path, value)
    else this.#fill(`${target}.${member}`, member === 'coordinates' ? coordinatesOf(value) : value, path, rank)
  }

  /** Converts a value to the shape of its target. Core validates the value itself. */
  #shape(target: string, value: unknown, key: string): unknown {
    if (target.endsWith('.coordinates')) return coordinatesOf(value)
    if (target === 'activity.languages' && typeof value === 'string') {
      return value
        .split(/[;,|/]/)
        .map((each) => each.trim())
        .filter((each) => each !== '')
    }
    if (target === 'name' && Array.isArray(value)) {
      const names = namesInList(value)
      if (names === undefined) return value
      append(this.altNames, names.others)
      return names.name
    }
    if (target === 'description') {
      const texts = textsByLanguage(value)
      if (texts !== undefined) {
        const others = texts.others.map(({ language, name: text }) => ({ language, text }))
        if (others.length > 0) this.keepExtra(key, others)
        return texts.name
      }
    }
    if (!isPlainObject(value)) return value
    if (target === 'name' && isByLanguage(value)) {
      const language = Object.hasOwn(value, 'en') ? 'en' : (Object.keys(value)[0] as string)
      const { [language]: name, ...others } = value
      append(this.altNames, altNamesOf(others))
      return name
    }
    // For `city: { name: "Paris", id: 7 }` the text is the value, and the rest goes to `extra`.
    const members = target === 'location.country' ? COUNTRY_MEMBERS : TEXT_MEMBERS
    const member = members.find((each) => typeof value[each] === 'string')
    if (member === undefined) return value
    for (const [name, other] of Object.entries(value)) if (name !== member) this.keepExtra(`${key}.${name}`, other)
    return value[member]
  }
}

const TEXT_MEMBERS = ['content', 'value', 'text', '#text', 'name', 'label', 'title', 'code']
const COUNTRY_MEMBERS = ['code', 'countryCode', 'isoCode', 'iso', 'alpha2', 'name', 'content', 'value', 'text']

/**
 * Appends entries one by one. A single call with one argument for each entry would overflow the stack for a hostile
 * list.
 */
function append(list: unknown[], entries: readonly unknown[]): void {
  for (const each of entries) list.push(each)
}

function isTransferEnd(target: string): target is TransferEnd {
  return target === 'transfer.from' || target === 'transfer.to'
}

function pointMember(name: string): 'latitude' | 'longitude' | undefined {
  const meaning = resolveKey(name)
  if (meaning?.kind !== 'field') return undefined
  if (meaning.target === 'location.latitude') return 'latitude'
  return meaning.target === 'location.longitude' ? 'longitude' : undefined
}
