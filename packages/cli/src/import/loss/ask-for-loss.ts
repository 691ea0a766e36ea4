import { type EndingRecord, type FeedLoss, neededShare } from '@utpid/core/operations'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { confirm } from '../../io/confirm.ts'
import { isTerminal } from '../../io/input-terminal.ts'
import type { Io } from '../../io/io.ts'
import { counted, whole } from '../../text/number-text.ts'
import { printable } from '../../text/printable.ts'
import { table } from '../../text/table.ts'
import { printRefused, writeEnding } from './ending-list.ts'

/** Options of {@link LossQuestion}. */
export interface LossOptions {
  readonly json: boolean
  /** A file for the list of records that would end, as JSON Lines. */
  readonly listEnding: string | undefined
  /** Whether nothing is written in any case. */
  readonly dryRun?: boolean | undefined
}

const SHOWN = 20

/** Asks whether an import may end more records than allowed. */
export class LossQuestion {
  readonly #io: Io
  readonly #options: LossOptions
  /** The loss that was not accepted. */
  refused: FeedLoss | undefined

  constructor(io: Io, options: LossOptions) {
    this.#io = io
    this.#options = options
  }

  /** Shows what would end, and asks on a terminal. Returns whether the import may continue. */
  readonly ask = async (loss: FeedLoss): Promise<boolean> => {
    const { json, listEnding } = this.#options
    const isAsked = !json && isTerminal(this.#io.stdin)
    const { records, ...numbers } = loss
    if (listEnding !== undefined) await writeEnding(records(), listEnding)
    if (json) await printRefused(this.#io, numbers, 'records', records())
    else await this.#print(loss, listEnding)
    const question =
      this.#options.dryRun === true
        ? 'Continue the dry run as if this were allowed?'
        : `Import and deactivate ${counted(loss.ending, 'record')}?`
    if (isAsked && (await confirm(this.#io, question, false))) return true
    this.refused = loss
    return false
  }

  async #print(loss: FeedLoss, listed: string | undefined): Promise<void> {
    const { stderr } = this.#io
    for (const { supplier, known, ending } of loss.suppliers) {
      const share = (100 * ending) / known
      await stderr.line(
        `${whole(ending)} of ${counted(known, 'active record')} of ${supplier} would end (${share.toFixed(share < 10 ? 1 : 0)} %).`,
      )
    }
    await stderr.line(
      `${counted(loss.retiring, 'product')} would lose ${loss.retiring === 1 ? 'its' : 'their'} last record.`,
    )
    const rows: EndingRecord[] = []
    for await (const record of loss.records()) {
      rows.push(record)
      if (rows.length === SHOWN) break
    }
    await stderr.write(
      table(
        [{ title: 'code' }, { title: 'name', maxColumns: 40 }, { title: 'city' }, { title: 'why' }, { title: 'last' }],
        rows.map(({ supplier, code, name, city, reason, isLast }) => [
          printable(`${supplier}:${code}`),
          printable(name),
          printable(city ?? ''),
          reason,
          isLast ? 'yes' : '',
        ]),
      ),
    )
    const more = loss.ending - rows.length
    if (more > 0) {
      const where = listed === undefined ? '--list-ending FILE lists them all' : `${listed} lists them all`
      await stderr.line(`and ${whole(more)} more; ${where}.`)
    }
  }
}

/** Returns the error of an import that was refused. */
export function lossRefused({ suppliers }: FeedLoss): CliError {
  const excessive = suppliers.filter(({ isExcessive }) => isExcessive)
  const named = excessive
    .map(({ supplier, known, ending }) => `${whole(ending)} of ${counted(known, 'active record')} of ${supplier}`)
    .join(', ')
  return new CliError(
    EXIT.refused,
    `${named} would end, which is more than allowed. Nothing was imported. If they no longer exist, repeat the import with --allow-loss ${neededShare(excessive)}.`,
  )
}
