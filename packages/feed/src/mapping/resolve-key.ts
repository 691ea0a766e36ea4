import { RECORD_FIELDS } from '@utpid/core/fields'
import { type CompoundReading, isJoinedKey, readCompoundKey, readKeyConcepts } from '../keys/compound-key.ts'
import { altNameLanguage } from './alt-names.ts'
import {
  aliasKeys,
  CONTAINER_ALIASES,
  FIELD_ALIASES,
  IDENTIFIER_ALIASES,
  POINT_IDENTIFIER_ALIASES,
  SUBTYPE_ALIASES,
  TRANSFER_END_ALIASES,
} from './field-aliases.ts'
import { COMPARED_KEY_CHARACTERS, foldKey } from './field-key.ts'
import { KeyCache } from './key-cache.ts'

/** The meaning of a supplier's key. If several keys fill one target, the key with the lowest `rank` wins. */
export type KeyMeaning =
  | {
      readonly kind: 'field'
      readonly target: string
      readonly rank: number
      /** Converts a value to a notation that core reads, for a column that is known by its values. */
      readonly convert?: (value: unknown) => unknown
    }
  /** One of several values of a list, such as `image_3`. */
  | { readonly kind: 'member'; readonly target: string; readonly order: number }
  | { readonly kind: 'altName'; readonly language: string | undefined }
  | { readonly kind: 'identifier'; readonly scheme: string; readonly pointsOnly: boolean }
  | { readonly kind: 'rideEnd'; readonly target: 'transfer.from' | 'transfer.to'; readonly rank: number }
  | { readonly kind: 'subtypes' }
  | { readonly kind: 'extra' }
  /** A key without a field: its values go to `extra` under the key. */
  | { readonly kind: 'none' }

/** The fields that are lists of values. Several columns with numbers fill one of them. */
export const LIST_TARGETS: ReadonlySet<string> = new Set(
  Object.entries(RECORD_FIELDS).flatMap(([name, { type }]) =>
    type.kind === 'list' && name !== 'altNames' && name !== 'identifiers' ? [name] : [],
  ),
)

/** Maximum names of one field in a key. */
const MAX_ALTERNATIVES = 3
/** The rank of the first compound name of a field. Every alias has a lower rank. */
const COMPOUND_RANK = 200

/**
 * The target of each last part of a path: `city` is `location.city`. If two targets share it, a field of the record itself comes
 * before a field of an object. Only the fields of a location, an activity and a transfer have such names.
 */
const OWN_NAMES: ReadonlyMap<string, string> = new Map(
  FIELD_ALIASES.map(([target]) => target)
    .filter((target) => /^(?:[^.]+|location\.[^.]+|activity\.[^.]+|transfer\.(?!from|to)[^.]+)$/.test(target))
    .sort((a, b) => b.split('.').length - a.split('.').length)
    .map((target) => [foldKey(target.split('.').at(-1) ?? target), target] as const),
)

const MEANINGS: ReadonlyMap<string, KeyMeaning> = buildMeanings()
const CONTAINERS: ReadonlyMap<string, string> = new Map(
  CONTAINER_ALIASES.flatMap(([scope, aliases]) => aliasKeys(aliases).map((key) => [key, scope] as const)),
)

const cache = new KeyCache<KeyMeaning | undefined>()
const scopes = new KeyCache<string | undefined>()

/** Returns the meaning of a key at any level of a row, or `undefined` for an unknown key. */
export function resolveKey(key: string): KeyMeaning | undefined {
  if (key.length > COMPARED_KEY_CHARACTERS) return undefined
  if (cache.has(key)) return cache.get(key)
  const meaning = resolve(key)
  cache.set(key, meaning)
  return meaning
}

/** Returns the part of the record to which the members of an object belong. The object's key decides. */
export function containerScope(key: string): string | undefined {
  if (key.length > COMPARED_KEY_CHARACTERS) return undefined
  if (scopes.has(key)) return scopes.get(key)
  const scope = CONTAINERS.get(foldKey(key)) ?? readCompoundKey(key, containerOf)?.target
  scopes.set(key, scope)
  return scope
}

function containerOf(folded: string): string | undefined {
  return CONTAINERS.get(folded)
}

function resolve(key: string): KeyMeaning | undefined {
  const alt = altNameLanguage(key)
  if (alt !== undefined) return { kind: 'altName', language: alt.language }
  const scheme = /^(?:ref|refs|identifiers?)[:._](.+)$/i.exec(key.trim())?.[1]
  // OpenStreetMap writes the country first: ref:FR:SIRET.
  if (scheme !== undefined && !(/^refs?[._]/i.test(key.trim()) && readKeyConcepts(key)?.target === 'code'))
    return identifier(scheme.split(':').at(-1)?.toLowerCase() ?? scheme, false)
  if (isHouseNumber(key)) return { kind: 'field', target: 'location.houseNumber', rank: COMPOUND_RANK }
  // Without its sign, `Street & number` is the number.
  const joined = isJoinedKey(key) ? readKeyConcepts(key) : undefined
  if (joined?.target === 'location.address') return meaningOf({ ...joined, target: joined.target })
  const known = ofList(key, MEANINGS.get(foldKey(key)))
  if (known !== undefined) return known
  const reading = joined ?? readKeyConcepts(key)
  if (reading !== undefined) {
    // All words are known, but together they are no field: `room number`.
    return reading.target === undefined ? undefined : meaningOf({ ...reading, target: reading.target })
  }
  return compoundMeaning(key, aliasTarget) ?? ofAlternatives(key)
}

/** Czech writes a house number like a postal code in other languages, but for the caron: `č.p.`. */
function isHouseNumber(key: string): boolean {
  return key.length < 10 && /^\s*č[\s._]*[po][\s.]*$/i.test(key.normalize('NFC'))
}

/** Reads a key with two names of one field: `Kette / Marke`. A name that is unknown by itself does not matter. */
function ofAlternatives(key: string): KeyMeaning | undefined {
  const parts = key.split('/')
  if (parts.length < 2 || parts.length > MAX_ALTERNATIVES) return undefined
  const found = parts.flatMap((part) => resolve(part.trim()) ?? [])
  const targets = new Set(found.map((meaning) => (meaning.kind === 'field' ? meaning.target : meaning.kind)))
  // `Brand / group` has the brand.
  if (targets.has('brand')) targets.delete('masterChain')
  const first = found.find((meaning) => meaning.kind !== 'field' || targets.has(meaning.target))
  if (first?.kind !== 'field' || targets.size > 1) return undefined
  // `Contact / name` is not the name of the product.
  const isSure = found.length === parts.length || !['name', 'code'].includes(first.target)
  return isSure ? { ...first, rank: first.rank + COMPOUND_RANK } : undefined
}

/** Returns the meaning of the alias that a folded name is, without its modifiers. */
export function aliasTarget(folded: string): string | undefined {
  const meaning = MEANINGS.get(folded)
  if (meaning?.kind === 'field') return meaning.target
  return meaning?.kind === 'identifier' && !meaning.pointsOnly ? `identifiers.${meaning.scheme}` : undefined
}

/** Returns the meaning of a key that contains the name of a field. */
export function compoundMeaning(key: string, lookUp: (folded: string) => string | undefined): KeyMeaning | undefined {
  const reading = readCompoundKey(key, lookUp)
  return reading === undefined ? undefined : meaningOf(reading)
}

function meaningOf({ target, omitted, ordinal = 1, language }: CompoundReading): KeyMeaning | undefined {
  if (target.startsWith('identifiers.')) return identifier(target.slice('identifiers.'.length), false)
  if (target === 'altNames' || (target === 'name' && language !== undefined)) return { kind: 'altName', language }
  const rank = COMPOUND_RANK + 2 * omitted + (language === undefined || language === 'en' ? 0 : 1)
  if (LIST_TARGETS.has(target)) return { kind: 'member', target, order: ordinal }
  if (ordinal < 2) return { kind: 'field', target, rank }
  if (target === 'name') return { kind: 'altName', language }
  if (target === 'location.address' && ordinal < 4) return { kind: 'field', target: `${target}${ordinal}`, rank }
  const list = LIST_OF[target]
  return list === undefined ? undefined : { kind: 'member', target: list, order: ordinal }
}

/** The lists for the second and later values of a field. */
export const LIST_OF: Readonly<Record<string, string>> = { phone: 'phones', email: 'emails', website: 'webPages' }

/** A list that one of several columns fills. */
function ofList(key: string, meaning: KeyMeaning | undefined): KeyMeaning | undefined {
  const order = /(\d{1,2})\W*$/.exec(key)?.[1]
  const isMember = order !== undefined && meaning?.kind === 'field' && LIST_TARGETS.has(meaning.target)
  return isMember ? { kind: 'member', target: meaning.target, order: Number(order) } : meaning
}

function buildMeanings(): Map<string, KeyMeaning> {
  const meanings = new Map<string, KeyMeaning>()
  const add = (key: string, meaning: KeyMeaning): void => {
    if (meanings.has(key)) throw new Error(`The alias ${key} occurs twice in field-aliases.ts.`)
    meanings.set(key, meaning)
  }
  for (const [target, aliases] of FIELD_ALIASES) {
    aliasesOf(target, aliases).forEach((key, rank) => {
      add(key, { kind: 'field', target, rank })
    })
  }
  for (const [scheme, aliases] of IDENTIFIER_ALIASES) {
    for (const key of [scheme, ...aliasKeys(aliases)]) add(foldKey(key), identifier(scheme, false))
  }
  for (const [scheme, aliases] of POINT_IDENTIFIER_ALIASES) {
    for (const key of [scheme, ...aliasKeys(aliases)]) add(foldKey(key), identifier(scheme, true))
  }
  for (const target of ['transfer.from', 'transfer.to'] as const) {
    aliasKeys(TRANSFER_END_ALIASES[target]).forEach((key, at) => {
      add(key, { kind: 'rideEnd', target, rank: 100 + at })
    })
  }
  for (const key of aliasKeys(SUBTYPE_ALIASES)) add(key, { kind: 'subtypes' })
  add('extra', { kind: 'extra' })
  return meanings
}

/**
 * Returns the folded path, its last part unless another field has this name, and the aliases. An alias may repeat the
 * last part to set its rank.
 */
function aliasesOf(target: string, aliases: string): string[] {
  const others = aliasKeys(aliases)
  const last = foldKey(target.split('.').at(-1) ?? target)
  const isOwnName = OWN_NAMES.get(last) === target && !others.includes(last)
  return [...new Set([foldKey(target), ...(isOwnName ? [last] : []), ...others])]
}

function identifier(scheme: string, pointsOnly: boolean): KeyMeaning {
  return { kind: 'identifier', scheme, pointsOnly }
}
