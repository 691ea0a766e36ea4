import { readFile } from 'node:fs/promises'
import { readingError } from '../item/reading-error.ts'
import { builtInRecipe } from './built-in-recipes.ts'
import { parseRecipe } from './compile-recipe.ts'
import type { Recipe } from './recipe.ts'

/**
 * Returns the recipe of a file, for a path that ends in `.json`, or the recipe of this package with a name.
 *
 * @throws {FeedError} `invalid_recipe`, `unknown_recipe`, or the errors of reading a file.
 */
export async function readRecipe(nameOrPath: string): Promise<Recipe> {
  if (!nameOrPath.endsWith('.json')) return builtInRecipe(nameOrPath)
  let text: string
  try {
    text = await readFile(nameOrPath, 'utf8')
  } catch (error) {
    throw readingError(error, nameOrPath)
  }
  return parseRecipe(text, nameOrPath)
}
