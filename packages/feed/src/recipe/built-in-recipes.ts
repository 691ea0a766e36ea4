import { readdirSync, readFileSync } from 'node:fs'
import { FeedError } from '../item/feed-error.ts'
import { nearestNames } from '../mapping/nearest-names.ts'
import { parseRecipe } from './compile-recipe.ts'
import type { Recipe } from './recipe.ts'

/** The folder of the package is two levels above this file, and one level above the bundle. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../recipes/' : '../recipes/', import.meta.url)

const compiled = new Map<string, Recipe>()

/** Returns the names of the recipes that this package has, sorted. */
export function recipeNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()
}

/**
 * Returns a recipe that this package has.
 *
 * @throws {FeedError} `unknown_recipe`.
 */
export function builtInRecipe(name: string): Recipe {
  const known = compiled.get(name)
  if (known !== undefined) return known
  const names = recipeNames()
  if (!names.includes(name)) {
    const nearest = names.find((each) => each.startsWith(name)) ?? nearestNames(name, names)[0]
    throw new FeedError(
      'unknown_recipe',
      `There is no recipe "${name}"; did you mean "${nearest}"? Known recipes are ${names.join(', ')}.`,
    )
  }
  const recipe = parseRecipe(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'), `The recipe ${name}`)
  compiled.set(name, recipe)
  return recipe
}
