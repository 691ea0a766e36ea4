import { builtInRecipe } from '@utpid/feed'
import type { Places } from './check-mapping.ts'
import { type Format, fieldsOf } from './formats/format.ts'

/** A format with the recipe that reads it. */
export interface FormatRecipe {
  readonly format: Format
  /** The name of the recipe. */
  readonly recipe: string
  /** The published name of the record, which paths of the recipe do not have. */
  readonly within?: string
  /** The elements that the format lists once, and that the recipe reads at several places. */
  readonly shared?: readonly string[]
}

/** Returns the places that a recipe gives to the fields of its format that describe the product. */
export function recipePlaces({ format, recipe, within = '', shared = [] }: FormatRecipe): Places {
  const { reads } = builtInRecipe(recipe)
  const places = new Map<string, string[]>()
  for (const { path, kind } of fieldsOf(format)) {
    if (kind !== 'product') continue
    const name = recipePath(path, within)
    const isShared = shared.some((element) => name.startsWith(`${element}.`))
    for (const { path: read, targets } of reads) {
      if (!isBelow(read, name) && !(isShared && `.${read}.`.includes(`.${name}.`))) continue
      for (const target of targets) {
        const fields = places.get(target) ?? []
        places.set(target, fields)
        if (!fields.includes(path)) fields.push(path)
      }
    }
  }
  return Object.fromEntries([...places].map(([place, fields]) => [place, fields.join('; ')]))
}

/** Returns a published path in the form of a recipe: `property/city@cityId` is `city.cityId`. */
function recipePath(path: string, within: string): string {
  const names = path
    .replaceAll('[]', '')
    .replaceAll(/\{[^}]*\}/g, '*')
    .split(/[/@.]/)
    .filter((name) => name !== '')
  return (names[0] === within ? names.slice(1) : names).join('.')
}

function isBelow(read: string, path: string): boolean {
  return read === path || read.startsWith(`${path}.`)
}
