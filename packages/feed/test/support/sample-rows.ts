import { builtInRecipe, readFeed } from '@utpid/feed'

/** Reads the rows of a sample of a format, as the import with the recipe reads them. */
export async function sampleRows(name: string, path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  const recipe = builtInRecipe(name)
  const toRecord = (row: Record<string, unknown>): Record<string, unknown> => {
    rows.push(row)
    return recipe.toRecord(row)
  }
  for await (const item of readFeed(path, { recipe: { ...recipe, toRecord } })) {
    if ('error' in item) throw new Error(item.error.message)
  }
  return rows
}
