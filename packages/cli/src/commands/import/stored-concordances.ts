import { basename } from 'node:path'
import type {
  ConcordanceContradiction,
  ConcordanceEntry,
  ConcordanceLoss,
  ConcordanceReport,
  ImportPass,
} from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { type ConcordanceFileRow, readConcordanceRows, readRecipe, type UnusedRow } from '@utpid/feed'
import { checkFiles } from '../../arguments/check-files.ts'
import { type Command, command } from '../../command/command.ts'
import { decimal, flag, one, required, text } from '../../command/option.ts'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { CodesQuestion, codesRefused } from '../../import/loss/ask-for-codes.ts'
import { FeedSource } from '../../import/loss/feed-source.ts'
import { confirm } from '../../io/confirm.ts'
import { ProgressBar } from '../../progress/progress-bar.ts'
import { dayText } from '../../text/moment-text.ts'
import { counted, whole } from '../../text/number-text.ts'
import { printable } from '../../text/printable.ts'
import { table } from '../../text/table.ts'
import { CONCORDANCE_FILE, CONCORDANCE_SOURCE } from './concordances.ts'

/** Maximum number of unused rows shown one by one. */
const SHOWN = 20

/** A stored concordance with the rows of its file that could not be used. */
interface Imported extends ConcordanceReport {
  readonly rows: number
  /** Rows without a set, a supplier or a code. */
  readonly unused: number
  readonly failures: readonly UnusedRow[]
}

/** Commands for concordances in a registry. */
export const STORED_CONCORDANCES: readonly Command[] = [
  command({
    name: 'concordance import',
    about: 'Store a concordance: the records of its codes get the id of their set as an identifier, now and later.',
    on: 'registry',
    arguments: { file: CONCORDANCE_FILE },
    options: {
      name: required(text('name', 'the name of the concordance and scheme of its identifiers, for example giata')),
      ...CONCORDANCE_SOURCE,
      source: text('note', 'a note about the origin of the file. Default: the name of the file'),
      add: flag('only add: keep stored codes that the file lacks'),
      allowLoss: decimal('share', 'maximum share of stored codes that the file may lack, 0 to 1 (default: 0.1)', 0, 1),
      listEnding: text('file', 'if the file lacks more codes than allowed, write them all as JSON Lines'),
    },
    async run(call) {
      const { io, registry, signal, json, given } = call
      const { file, name, recipe, supplier, source, add, allowLoss, listEnding } = given
      if (add === true && (allowLoss ?? listEnding) !== undefined) {
        throw usageError('--allow-loss and --list-ending do not go with --add, which removes no code.')
      }
      checkFiles([file])
      const found = recipe === undefined ? undefined : await readRecipe(recipe)
      const feed = await FeedSource.create(io, file)
      const read = () => readConcordanceRows(feed.open(), { recipe: found, supplier, signal: io.signal })
      let rows = new UsedRows()
      const entries = (pass: ImportPass) => {
        rows = new UsedRows()
        return pass === 'check' ? new UsedRows().entries(read) : rows.entries(read)
      }
      const newBar = () => new ProgressBar(io, `storing ${name}`, 'codes')
      let bar = newBar()
      const question = new CodesQuestion(io, { json, listEnding })
      const ask = async (loss: ConcordanceLoss): Promise<boolean> => {
        bar.stop()
        const isAccepted = await question.ask(loss)
        if (isAccepted) bar = newBar()
        return isAccepted
      }
      const note = source ?? (file === '-' ? undefined : basename(file))
      try {
        const report = await registry.storeConcordance(name, entries, {
          signal,
          ...defined({ source: note, supplier, add, allowLoss }),
          onLoss: ask,
          onProgress: ({ phase, done }) => bar.show(done, phase === 'remove' ? 1 : undefined),
        })
        return { ...report, rows: rows.read, unused: rows.unused, failures: rows.failures } satisfies Imported
      } catch (error) {
        if (question.refused !== undefined) throw codesRefused(question.refused)
        throw unusableFile(error, rows, file)
      } finally {
        bar.stop()
        await feed.close()
      }
    },
    text: importedText,
  }),
  command({
    name: 'concordance list',
    about: 'List the stored concordances, or their contradictions.',
    on: 'reading',
    options: {
      contradictions: flag('list codes with several sets, concordances that disagree, and decisions against'),
    },
    async run({ registry, signal, given: { contradictions } }) {
      if (contradictions !== true) return { stored: await registry.listConcordances({ signal }) }
      const found: ConcordanceContradiction[] = []
      for await (const each of registry.concordanceContradictions({ signal })) found.push(each)
      return { contradictions: found }
    },
    text: ({ stored, contradictions = [] }) =>
      stored === undefined
        ? `${[...contradictions.map(contradictionText), `${counted(contradictions.length, 'contradiction')}.`].map(printable).join('\n')}\n`
        : table(
            [
              'name',
              ...['codes', 'contradictions'].map(numbers),
              'changed',
              'complete',
              { title: 'source', maxColumns: 40 },
            ],
            stored.map(({ name, codes, contradictions: count, since, completedAt, source }) => [
              name,
              whole(codes),
              whole(count),
              dayText(since),
              completedAt === null ? 'no' : 'yes',
              source ?? '',
            ]),
          ),
  }),
  command({
    name: 'concordance remove',
    about: 'Remove a stored concordance, and the identifiers that it gave to records.',
    on: 'registry',
    arguments: { name: one('the concordance') },
    options: { yes: flag('do not ask for confirmation') },
    async run({ io, registry, signal, given: { name, yes } }) {
      const stored = (await registry.listConcordances({ signal })).find((each) => each.name === name)
      const what = stored === undefined ? '' : ` with ${counted(stored.codes, 'code')}`
      if (stored !== undefined && !(await confirm(io, `Remove the concordance ${name}${what}?`, yes))) return undefined
      const bar = new ProgressBar(io, `removing ${name}`, 'codes')
      const total = stored?.codes ?? 0
      return await registry
        .removeConcordance(name, {
          signal,
          onProgress: ({ done }) => bar.show(done, total === 0 ? undefined : Math.min(1, done / total)),
        })
        .finally(() => bar.stop())
    },
    text: ({ name, removed, records }) =>
      `${counted(removed, 'code')} of ${name} removed; ${counted(records, 'record')} changed.\n`,
  }),
]

/** The rows of a file so far, with those that could not be used. */
class UsedRows {
  read = 0
  unused = 0
  /** Whether the whole file was read. */
  isEnded = false
  readonly failures: UnusedRow[] = []

  async *entries(rows: () => AsyncIterable<ConcordanceFileRow>): AsyncGenerator<ConcordanceEntry> {
    for await (const row of rows()) {
      this.read++
      if ('set' in row) {
        for (const code of row.set.codes) yield { ...code, set: row.set.id }
        continue
      }
      this.unused++
      if (this.failures.length < SHOWN) this.failures.push(row)
    }
    this.isEnded = true
  }
}

/** Returns the error of an import. If the file has no entry at all, the error names the first line. */
function unusableFile(error: unknown, rows: UsedRows, file: string): unknown {
  if (!rows.isEnded || rows.unused < rows.read) return error
  const [first] = rows.failures
  const reason = first === undefined ? 'it has no rows' : `${first.message} It is on line ${first.line}`
  return new CliError(EXIT.input, `${file} has no set of codes: ${reason}.`)
}

function importedText(imported: Imported): string {
  const { name, rows, added, changed, removed, records, codes, contradictions } = imported
  const lines = [
    `${counted(rows, 'row')} read: ${counted(added, 'code')} added, ${whole(changed)} changed, ${whole(removed)} removed; ${counted(records, 'record')} changed.`,
    `${name} has ${counted(codes, 'code')}${contradictions === 0 ? '' : `, ${whole(contradictions)} with several sets, which do not count. List them with "utpid concordance list --contradictions"`}.`,
    ...imported.failures.map(({ line, message }) => `Line ${line}: ${message}`),
    ...(imported.unused > SHOWN ? [`... and ${counted(imported.unused - SHOWN, 'line')} more.`] : []),
    ...imported.rejections.map(({ index, message }) => `Entry ${index}: ${message}`),
  ]
  return `${lines.map(printable).join('\n')}\n`
}

function contradictionText(each: ConcordanceContradiction): string {
  switch (each.kind) {
    case 'several_sets':
      return `${codeText(each.code)} is in the sets ${each.sets.join(', ')} of ${each.concordance}, so none counts.`
    case 'concordances_disagree':
      return `${codeText(each.code)} is in the set ${each.set} of ${each.concordance} with a code that ${each.other} has in another set.`
    case 'judged_different':
      return `${each.codes.map(codeText).join(' and ')} are in the set ${each.set} of ${each.concordance}, but decision ${each.decision} judges them different, and wins.`
  }
}

function codeText({ supplier, code }: { readonly supplier: string; readonly code: string }): string {
  return `${supplier}:${code}`
}

function numbers(title: string) {
  return { title, align: 'right' } as const
}
