import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { builtInRecipe, type Recipe, RecipeChecker, readFeed } from '@utpid/feed'
import { dataPart } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'

/** The samples of published formats in the folder `formats` of the data, by the start of their names. */
const SAMPLES: readonly (readonly [start: string, recipe: string])[] = [
  ['etg-hotel-dump', 'etg-dump'],
  ['giata-multicodes', 'giata-multicodes'],
  ['hotelbeds-content', 'hotelbeds-content'],
  ['ota-HotelDescriptive', 'ota-hotel-descriptive'],
  ['travelgatex-master', 'travelgatex-master'],
]

/** Reads each sample with the recipe of its format, and counts the fate of its filled paths. */
export const samplesPart = dataPart('samples', async ({ data, say }) => {
  const folder = join(data, 'formats')
  if (!existsSync(folder)) return { rows: [], skipped: [`samples: ${folder} has no samples of formats`] }
  const files = readdirSync(folder).filter((file) => recipeOf(file) !== undefined)
  const rows: Figure[] = [['feeds.samples', 'samples of published formats', files.length, 'count', '>= 8']]
  for (const file of files.sort()) {
    const { paths, refused, rejected } = await check(join(folder, file), builtInRecipe(recipeOf(file) ?? ''))
    const lost = paths.filter((path) => path.lost > 0)
    for (const { path, example } of lost) say(`${file}: ${path} is lost, for example ${example}`)
    for (const { field, example } of refused) say(`${file}: the schema does not take ${field}, for example ${example}`)
    const kept = paths.filter((path) => path.lost === 0 && path.kept + path.spare > 0).length
    rows.push(
      ...below(`feeds.samples.${file}`, [
        ['filled', `${file}: filled paths`, paths.length, 'count'],
        ['kept', '... kept in a field', kept, 'count'],
        ['ignored', '... ignored with a reason', paths.length - kept - lost.length, 'count'],
        ['lost', '... lost', lost.length, 'count', '= 0'],
        ['refused', 'fields with values that are not of the form of the field', refused.length, 'count'],
        ['rejected', 'rows that are no record', rejected, 'count', '= 0'],
      ]),
    )
  }
  return { rows }
})

function recipeOf(file: string): string | undefined {
  return SAMPLES.find(([start]) => file.startsWith(start))?.[1]
}

async function check(path: string, recipe: Recipe): Promise<ReturnType<RecipeChecker['result']>> {
  const checker = new RecipeChecker(recipe)
  const toRecord = (row: Record<string, unknown>): Record<string, unknown> => {
    checker.add(row)
    return recipe.toRecord(row)
  }
  for await (const item of readFeed(path, { recipe: { ...recipe, toRecord } })) {
    if ('error' in item) throw new Error(`${path}:${item.line}: ${item.error.message}`)
  }
  return checker.result()
}
