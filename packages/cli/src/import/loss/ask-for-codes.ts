import { type ConcordanceLoss, type EndingCode, neededShare } from '@utpid/core/operations'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { confirm } from '../../io/confirm.ts'
import { isTerminal } from '../../io/input-terminal.ts'
import type { Io } from '../../io/io.ts'
import { counted, whole } from '../../text/number-text.ts'
import { printable } from '../../text/printable.ts'
import { table } from '../../text/table.ts'
import type { LossOptions } from './ask-for-loss.ts'
import { printRefused, writeEnding } from './ending-list.ts'

const SHOWN = 20

/** Asks whether the import of a concordance may remove more codes than allowed. */
export class CodesQuestion {
  readonly #io: Io
  readonly #options: LossOptions
  /** The loss that was not accepted. */
  refused: ConcordanceLoss | undefined

  constructor(io: Io, options: LossOptions) {
    this.#io = io
    this.#options = options
  }

  /** Shows what would be removed, and asks on a terminal. Returns whether the import may continue. */
  readonly ask = async (loss: ConcordanceLoss): Promise<boolean> => {
    const { json, listEnding } = this.#options
    const { codes, ...numbers } = loss
    if (listEnding !== undefined) await writeEnding(codes(), listEnding)
    if (json) await printRefused(this.#io, numbers, 'codes', codes())
    else await this.#print(loss, listEnding)
    const isAsked = !json && isTerminal(this.#io.stdin)
    if (isAsked && (await confirm(this.#io, `Import and remove ${counted(loss.ending, 'code')}?`, false))) return true
    this.refused = loss
    return false
  }

  async #print({ name, known, ending, suppliers, codes }: ConcordanceLoss, listed: string | undefined): Promise<void> {
    const { stderr } = this.#io
    await stderr.line(
      `${whole(ending)} of ${counted(known, 'code')} of ${name} would be removed (${shareOf(ending, known)}).`,
    )
    if (suppliers.length > 1) {
      for (const each of suppliers.slice(0, SHOWN)) {
        await stderr.line(printable(`${each.supplier}: ${whole(each.ending)} of ${whole(each.known)}`))
      }
      if (suppliers.length > SHOWN) await stderr.line(`and ${counted(suppliers.length - SHOWN, 'supplier')} more`)
    }
    const rows: EndingCode[] = []
    for await (const code of codes()) {
      rows.push(code)
      if (rows.length === SHOWN) break
    }
    await stderr.write(
      table(
        [{ title: 'code' }, { title: 'set', maxColumns: 40 }],
        rows.map(({ supplier, code, sets }) => [printable(`${supplier}:${code}`), printable(sets.join(', '))]),
      ),
    )
    const more = ending - rows.length
    if (more > 0) {
      const where = listed === undefined ? '--list-ending FILE lists them all' : `${listed} lists them all`
      await stderr.line(`and ${whole(more)} more; ${where}.`)
    }
  }
}

function shareOf(ending: number, known: number): string {
  const share = (100 * ending) / known
  return `${share.toFixed(share < 10 ? 1 : 0)} %`
}

/** Returns the error of an import that was refused. */
export function codesRefused(loss: ConcordanceLoss): CliError {
  const { name, known, ending } = loss
  return new CliError(
    EXIT.refused,
    `${whole(ending)} of ${counted(known, 'code')} of ${name} would be removed, which is more than allowed. Nothing was imported. If they no longer belong to it, repeat the import with --allow-loss ${neededShare([loss])}.`,
  )
}
