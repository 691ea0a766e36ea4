import {
  builtInRecipe,
  draftRecipe,
  type PathFate,
  type Recipe,
  type RecipeCheck,
  RecipeChecker,
  readRecipe,
  recipeNames,
  toRecord as toRecordByNames,
} from '@utpid/feed'
import { checkFiles } from '../../arguments/check-files.ts'
import { type Command, command } from '../../command/command.ts'
import { byDefault, integer, one, oneOf, text } from '../../command/option.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { readRecords } from '../../import/read-records.ts'
import type { Io } from '../../io/io.ts'
import { counted } from '../../text/number-text.ts'
import { table } from '../../text/table.ts'

const RECIPE = 'a name of `utpid recipe list`, or a JSON file'
const ROWS = byDefault(integer('n', 'maximum rows of the sample to read (default: 1000)', 1, 1_000_000), 1_000)
const FORMAT = oneOf('format', 'format of the sample (default: auto-detect)', ['jsonl', 'csv', 'json'])

const NUMBER = (title: string) => ({ title, align: 'right' as const })

export const RECIPES: readonly Command[] = [
  command({
    name: 'recipe',
    about: 'Recipes: which columns and paths of a supplier’s format fill which fields.',
    on: 'group',
  }),
  command({
    name: 'recipe list',
    about: 'List the recipes of published formats.',
    on: 'nothing',
    async run() {
      return recipeNames().map((name) => {
        const { title, version, format, source } = builtInRecipe(name)
        return { name, title, version, format: format ?? null, source }
      })
    },
    text: (recipes) =>
      table(
        ['name', 'format', NUMBER('version'), { title: 'title', maxColumns: 60 }],
        recipes.map(({ name, format, version, title }) => [name, format ?? '', String(version), title]),
      ),
  }),
  command({
    name: 'recipe show',
    about: 'Write a recipe as JSON, for example to change a copy.',
    on: 'nothing',
    arguments: { recipe: one(RECIPE) },
    run: async ({ given }) => (await readRecipe(given.recipe)).file,
    text: (file) => `${JSON.stringify(file, undefined, 2)}\n`,
  }),
  command({
    name: 'recipe check',
    about:
      'Show the result of a recipe for a sample: each filled path with its field, the reason to ignore it, or its loss.',
    on: 'nothing',
    arguments: { recipe: one(RECIPE), sample: one('a file of the supplier') },
    options: { rows: ROWS, format: FORMAT },
    async run({ io, given: { recipe: name, sample, rows, format } }) {
      const recipe = await readRecipe(name)
      const checker = new RecipeChecker(recipe)
      await eachRow(io, sample, { recipe, rows, format }, (row) => checker.add(row))
      const result = checker.result()
      if (result.rows === 0) throw new CliError(EXIT.input, `${sample} has no records.`)
      return result
    },
    text: checkText,
    failure: ({ lost }) =>
      lost === 0
        ? undefined
        : new CliError(
            EXIT.refused,
            `${counted(lost, 'path')} would lose values; add a rule, or a reason in "ignored", to the recipe.`,
          ),
  }),
  command({
    name: 'recipe init',
    about: 'Write the start of a recipe, guessed from the names in a sample.',
    on: 'nothing',
    arguments: { sample: one('a file of the supplier') },
    options: { rows: ROWS, format: FORMAT, name: text('name', 'name of the recipe (default: my-recipe)') },
    async run({ io, given: { sample, rows, format, name = 'my-recipe' } }) {
      const read: Record<string, unknown>[] = []
      await eachRow(io, sample, { rows, format }, (row) => read.push(row))
      if (read.length === 0) throw new CliError(EXIT.input, `${sample} has no records.`)
      return draftRecipe(name, read)
    },
    text: (file) => `${JSON.stringify(file, undefined, 2)}\n`,
  }),
]

interface SampleOptions {
  readonly recipe?: Recipe
  readonly rows: number
  readonly format: 'jsonl' | 'csv' | 'json' | undefined
}

/** Calls the listener with the rows of a sample, as the import reads them. */
async function eachRow(
  io: Io,
  sample: string,
  { recipe, rows, format }: SampleOptions,
  listener: (row: Record<string, unknown>) => void,
): Promise<void> {
  checkFiles([sample])
  const toRecord = (row: Record<string, unknown>): Record<string, unknown> => {
    listener(row)
    return recipe === undefined ? toRecordByNames(row) : recipe.toRecord(row)
  }
  const useOf = recipe?.useOf ?? (() => undefined)
  let read = 0
  for await (const _ of readRecords(io, sample, { format, recipe: { ...recipe, toRecord, useOf } })) {
    read += 1
    if (read === rows) break
  }
}

function checkText({ paths, refused, rows, rejected }: RecipeCheck): string {
  const order = (fate: PathFate): number => (fate.lost > 0 ? 2 : fate.ignored > 0 ? 1 : 0)
  const sorted = [...paths].sort((a, b) => order(a) - order(b))
  const fates = table(
    [{ title: 'path', maxColumns: 60 }, NUMBER('filled'), { title: 'example', maxColumns: 30 }, 'becomes'],
    sorted.map((fate) => [fate.path, String(fate.filled), fate.example, fateText(fate)]),
  )
  const problems =
    refused.length === 0
      ? ''
      : `\nValues that the schema does not take:\n${table(
          ['field', NUMBER('values'), { title: 'example', maxColumns: 50 }, 'repair'],
          refused.map(({ field, count, example, code }) => [field, String(count), example, code]),
        )}`
  const noRecords = rejected === 0 ? '' : `, ${rejected} without a code or a name`
  return `${fates}${problems}\n${counted(rows, 'row')}${noRecords}.\n`
}

function fateText({ targets, kept, spare, ignored, lost, reason }: PathFate): string {
  const parts = [
    kept > 0 ? targets.join(', ') : '',
    spare > 0 ? `spare of ${targets.join(', ')}${kept > 0 ? `: ${spare}` : ''}` : '',
    ignored > 0 ? `ignored${kept + spare > 0 ? `: ${ignored}` : ''} (${reason})` : '',
    lost > 0 ? `LOST: ${lost}` : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}
