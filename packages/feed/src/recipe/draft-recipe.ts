import { isPlainObject } from '../json/plain-object.ts'
import { resolveTarget } from '../mapping/record-target.ts'
import { isFilled } from './path-tree.ts'
import { TEXT_MEMBER } from './recipe-path.ts'
import { RECIPE_FIELDS, recipeTarget } from './recipe-target.ts'

type Rule = string | Readonly<Record<string, unknown>>

/** The parts of an address that one field takes, in the order of the text. */
const ADDRESS_PARTS = ['houseNumber', 'street', 'address', 'address2', 'address3'].map((part) => `location.${part}`)

/**
 * Returns the start of a recipe for rows of a supplier: rules for the paths whose names say a field. `recipe check` with
 * the same rows lists the paths that still need a rule or a reason.
 *
 * @param name - The name of the recipe.
 */
export function draftRecipe(name: string, rows: readonly Record<string, unknown>[]): Record<string, unknown> {
  const paths = new Map<string, string>()
  for (const row of rows) {
    for (const [path, names] of pathsOf(row)) {
      const target = targetOf(names)
      if (target !== undefined && !paths.has(target)) paths.set(target, path)
    }
  }
  return {
    recipe: name,
    version: 1,
    source: 'The address of the page that describes the format.',
    fields: rulesOf(paths),
    ignored: {},
  }
}

/** Returns the filled paths of a row with their names. Lists of objects are omitted: their members belong together. */
function pathsOf(row: Record<string, unknown>): [path: string, names: readonly string[]][] {
  const found: [string, readonly string[]][] = []
  const add = (value: unknown, path: string, names: readonly string[]): void => {
    if (!isFilled(value)) return
    if (Array.isArray(value)) {
      if (!value.some((entry) => typeof entry === 'object' && entry !== null)) found.push([`${path}[]`, names])
    } else if (isPlainObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const step = /^[^.[\]"^*]+$/.test(name) ? name : `"${name}"`
        if (name === TEXT_MEMBER) add(member, path, names)
        else if (!name.includes('"')) add(member, path === '' ? step : `${path}.${step}`, [...names, name])
      }
    } else found.push([path, names])
  }
  add(row, '', [])
  return found
}

/** Returns the field that the names of a path say: all names together, else the last name, else the name of its object. */
function targetOf(names: readonly string[]): string | undefined {
  const last = names.at(-1) ?? ''
  const candidates = names.length > 2 ? [] : [names.join('.'), last, ...(CONTENT.has(last) ? names.slice(-2, -1) : [])]
  for (const candidate of candidates) {
    const target = resolveTarget(candidate)
    if (target !== undefined && !target.startsWith('extra.')) return target
  }
  return undefined
}

/** The names of members that have the text of their object. */
const CONTENT: ReadonlySet<string> = new Set(['content', 'value', 'text', 'name'])

function rulesOf(paths: ReadonlyMap<string, string>): Record<string, Rule> {
  const rules: Record<string, Rule> = {}
  const address = ADDRESS_PARTS.flatMap((part) => paths.get(part) ?? [])
  if (address.length === 1) rules['location.address'] = address[0] as string
  else if (address.length > 1) rules['location.address'] = { join: address, separator: ' ' }
  for (const place of ['location', 'transfer.from', 'transfer.to']) {
    const [latitude, longitude] = [paths.get(`${place}.latitude`), paths.get(`${place}.longitude`)]
    if (latitude !== undefined && longitude !== undefined) rules[`${place}.coordinates`] = { latitude, longitude }
  }
  for (const [target, path] of paths) if (!Object.hasOwn(rules, target) && isField(target)) rules[target] = path
  return rules
}

function isField(target: string): boolean {
  try {
    const { type } = recipeTarget(target, RECIPE_FIELDS, (why) => new RangeError(why))
    return type?.kind !== 'object' && type?.kind !== 'coordinates'
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
