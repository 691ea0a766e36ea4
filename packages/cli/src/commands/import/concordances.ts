import { type ReadConcordance, readConcordance, readRecipe } from '@utpid/feed'
import { checkFiles } from '../../arguments/check-files.ts'
import { type Command, command } from '../../command/command.ts'
import { type ArgumentRow, one, type RowsOf, text } from '../../command/option.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { type JudgedConcordance, judgeConcordance } from '../../import/judge-concordance.ts'
import type { Io } from '../../io/io.ts'
import { ProgressBar } from '../../progress/progress-bar.ts'
import { counted } from '../../text/number-text.ts'
import { printable } from '../../text/printable.ts'

/** Maximum contradictions and unused rows shown one by one. `--json` has all of them. */
const SHOWN = 20

interface SourceFlags {
  readonly recipe?: string
  readonly supplier?: string
}

export const CONCORDANCE_FILE: ArgumentRow<string> = one(
  'a table with the columns id, provider and code, or a file that a recipe reads; "-" is standard input',
)
export const CONCORDANCE_SOURCE: RowsOf<SourceFlags> = {
  recipe: text('name|file', 'a recipe with a concordance, for example giata-multicodes'),
  supplier: text('id', 'the supplier of all codes, for a table without a column of suppliers'),
}

/** The contents of a file of a concordance. */
interface Contents {
  readonly rows: number
  readonly sets: number
  readonly codes: number
  readonly repeated: ReturnType<ReadConcordance['concordance']['repeated']>
  readonly failures: ReadConcordance['failures']
}

/** Commands for files of codes that belong together. {@link STORED_CONCORDANCES} are about stored ones. */
export const CONCORDANCES: readonly Command[] = [
  command({
    name: 'concordance',
    about: 'Concordances: files of codes of several suppliers that belong together.',
    on: 'group',
  }),
  command({
    name: 'concordance check',
    about: 'Count the sets and codes of a concordance, and list codes that several of its sets have.',
    on: 'nothing',
    arguments: { file: CONCORDANCE_FILE },
    options: CONCORDANCE_SOURCE,
    run: async ({ io, given: { file, ...flags } }) => contentsOf(await read(io, file, flags)),
    text: contentsText,
    failure: ({ repeated }) =>
      repeated.length === 0
        ? undefined
        : new CliError(EXIT.refused, `${counted(repeated.length, 'code')} with several sets: a code belongs to one.`),
  }),
  command({
    name: 'concordance judge',
    about: 'Judge the records of each set the same, as a decision: merges their products, regardless of the model.',
    on: 'decision',
    arguments: { file: CONCORDANCE_FILE },
    options: CONCORDANCE_SOURCE,
    async run({ io, registry, decision, given: { file, ...flags } }) {
      const source = await read(io, file, flags)
      const bar = new ProgressBar(io, 'judging')
      const { size } = source.concordance
      const judged = await judgeConcordance(registry, source.concordance, decision, (done) =>
        bar.show(done, size === 0 ? undefined : done / size),
      ).finally(() => bar.stop())
      return { ...contentsOf(source), ...judged }
    },
    text: (result) => `${contentsText(result)}${judgedText(result)}`,
    failure: ({ contradictions, repeated }) =>
      contradictions.length + repeated.length === 0
        ? undefined
        : new CliError(
            EXIT.refused,
            `${counted(contradictions.length, 'set')} and ${counted(repeated.length, 'code')} contradict judgements or each other; they were left out.`,
          ),
  }),
]

async function read(io: Io, file: string, { recipe, supplier }: SourceFlags): Promise<ReadConcordance> {
  checkFiles([file])
  const source = file === '-' && io.stdin !== process.stdin ? io.stdin : file
  const found = recipe === undefined ? undefined : await readRecipe(recipe)
  const result = await readConcordance(source, { recipe: found, supplier, signal: io.signal })
  if (result.concordance.size > 0) return result
  const [first] = result.failures
  const reason = first === undefined ? 'it has no rows' : `${first.message} It is on line ${first.line}`
  throw new CliError(EXIT.input, `${file} has no set of codes: ${reason}.`)
}

function contentsOf({ concordance, rows, failures }: ReadConcordance): Contents {
  const { size: sets, codes } = concordance
  return { rows, sets, codes, repeated: concordance.repeated(), failures }
}

function contentsText({ rows, sets, codes, repeated, failures }: Contents): string {
  const lines = [
    `${counted(codes, 'code')} in ${counted(sets, 'set')}, of ${counted(rows, 'row')}.`,
    ...repeated.slice(0, SHOWN).map((each) => `${each.supplier}:${each.code} is in the sets ${each.sets.join(', ')}.`),
    ...more(repeated.length, 'code'),
    ...failures.slice(0, SHOWN).map(({ line, message }) => `Line ${line}: ${message}`),
    ...more(failures.length, 'line'),
  ]
  return `${lines.map(printable).join('\n')}\n`
}

function judgedText({ known, merged, unchanged, contradictions }: JudgedConcordance): string {
  const lines = [
    `${counted(known, 'code')} known; ${counted(merged, 'product')} merged; ${counted(unchanged, 'set')} without a change.`,
    ...contradictions.slice(0, SHOWN).map(({ set, utpids, error }) => `Set ${set} (${utpids.join(', ')}): ${error}`),
    ...more(contradictions.length, 'set'),
  ]
  return `${lines.map(printable).join('\n')}\n`
}

function more(count: number, what: string): string[] {
  return count > SHOWN ? [`... and ${counted(count - SHOWN, what)} more.`] : []
}
