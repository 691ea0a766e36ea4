import type { ImportReport, Supplier } from '@utpid/core'
import { SEPARATED_REASONS } from '@utpid/core/codes'
import { REJECTION_CODES, type RejectionCode, type SeparatedReason } from '@utpid/core/operations'
import { didYouMean } from '../text/did-you-mean.ts'
import { counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { columnNotes } from './column-notes.ts'
import type { FeedReport, LineOutcome } from './import-feed.ts'
import { partLines } from './part-lines.ts'

const REMEDIES: Partial<Record<RejectionCode, string>> = {
  missing_code: ' Name its column with --column code=COLUMN.',
  missing_name: ' Name its column with --column name=COLUMN.',
}

const SHOWN = 5
/** The least share of rejected records, and of one reason among them, for a note about the reason. */
const MOST = 0.5

/** Notes on an import in addition to its table: the first lines that failed, and why. */
export class ImportNotes {
  readonly #file: string
  readonly #examples: string[] = []
  readonly #feedRepairs = new Set<string>()
  readonly #inferred = { name: new Map<string, number>(), supplier: new Map<string, number>() }
  readonly #rejections = new Map<RejectionCode, number>()
  /** The suppliers before the feed, by id. */
  readonly #known: ReadonlyMap<string, Supplier>
  readonly #suppliers = new Set<string>()
  /** The first codes to remove that have no active record. */
  readonly #absent: string[] = []

  /** @param known - The suppliers of the registry before the feed. */
  constructor(file: string, known: readonly Supplier[]) {
    this.#file = file === '-' ? 'standard input' : file
    this.#known = new Map(known.map((supplier) => [supplier.id, supplier]))
  }

  add(outcome: LineOutcome): void {
    if (outcome.outcome === 'unreadable') this.#example(outcome.line, outcome.error.message)
    else {
      if (outcome.outcome === 'rejected') {
        const { code, message } = outcome.rejection
        this.#rejections.set(code, (this.#rejections.get(code) ?? 0) + 1)
        this.#example(outcome.line, `${message}${REMEDIES[code] ?? ''}`)
      } else this.#suppliers.add(outcome.supplier)
      if (outcome.outcome === 'absent' && this.#absent.length < SHOWN) {
        this.#absent.push(printable(`${outcome.supplier}:${outcome.code}`))
      }
      for (const { message } of outcome.feedRepairs) this.#feedRepairs.add(message)
      for (const { code, after = '' } of outcome.repairs) {
        if (code !== 'category_inferred') continue
        const isDefault = outcome.outcome !== 'rejected' && this.#known.get(outcome.supplier)?.category !== undefined
        const counts = this.#inferred[isDefault ? 'supplier' : 'name']
        counts.set(after, (counts.get(after) ?? 0) + 1)
      }
    }
  }

  /** Returns lines of text, each with a line end; empty when there is nothing to report. */
  text(report: FeedReport, supplier: string | undefined, hasReportFile: boolean): string {
    const { unreadable, rejected, filtered, superseded, otherSupplier } = report
    const lines: string[] = [...this.#feedRepairs].map((message) => `${this.#file}: ${message}`)
    lines.push(...partLines(this.#file, report.parts))
    if (filtered > 0) lines.push(`${this.#file}: ${counted(filtered, 'row')} excluded by --where.`)
    if (filtered > 0 && report.read === 0) lines.push(`${this.#file}: no row meets the conditions of --where.`)
    if (otherSupplier > 0) {
      lines.push(
        `${this.#file}: ${counted(otherSupplier, 'record')} named another supplier; --supplier ${supplier} was used, the named one is in extra.supplier.`,
      )
    }
    if (superseded > 0) {
      lines.push(`${this.#file}: ${counted(superseded, 'code')} occurred more than once; the last row counts.`)
    }
    if (report.suppressed > 0) {
      lines.push(
        `${this.#file}: ${counted(report.suppressed, 'record')} suppressed: a person deleted the product; "utpid undo" of that change restores it.`,
      )
    }
    if (report.absent > 0) {
      const more = report.absent - this.#absent.length
      const rest = more > 0 ? ` and ${whole(more)} more${hasReportFile ? '' : '; --report FILE lists them all'}` : ''
      lines.push(
        `${this.#file}: ${counted(report.absent, 'removed code')} ${report.absent === 1 ? 'is' : 'are'} unknown or already inactive: ${this.#absent.join(', ')}${rest}.`,
      )
    }
    if (report.kept > 0) {
      lines.push(
        `${this.#file}: ${counted(report.kept, 'removed record')} ${report.kept === 1 ? 'was' : 'were'} written meanwhile and ${report.kept === 1 ? 'stays' : 'stay'} active.`,
      )
    }
    lines.push(...this.#newSuppliers(), ...this.#mainRejection(report))
    lines.push(...columnNotes(this.#file, report, this.#inferred))
    lines.push(...separatedLines(this.#file, report.separated))
    const wrong = unreadable + rejected
    if (wrong > 0) {
      const parts = [
        ...(unreadable > 0 ? [`${counted(unreadable, 'line')} could not be read`] : []),
        ...(rejected > 0 ? [`${counted(rejected, 'record')} ${rejected === 1 ? 'was' : 'were'} rejected`] : []),
      ]
      lines.push(`${this.#file}: ${parts.join(', ')}:`, ...this.#examples)
      const more = wrong - this.#examples.length
      if (more > 0) lines.push(`  and ${whole(more)} more${hasReportFile ? '' : '; --report FILE lists them all'}.`)
    }
    return lines.map((line) => `${line}\n`).join('')
  }

  /** The suppliers of the feed that were not known before it. A first feed has no other suppliers to confuse it with. */
  #unknownSuppliers(): string[] {
    return this.#known.size === 0 ? [] : [...this.#suppliers].filter((id) => !this.#known.has(id)).sort()
  }

  #newSuppliers(): string[] {
    const known = [...this.#known.keys()]
    return this.#unknownSuppliers()
      .slice(0, SHOWN)
      .map((id) => `${this.#file}: the supplier ${printable(id)} is new to the registry${didYouMean(id, known) || '.'}`)
  }

  /** Names the reason why most records were rejected, if there is one. */
  #mainRejection({ read, rejected }: FeedReport): string[] {
    const [[code, count] = ['missing_code', 0] as const] = [...this.#rejections].sort(([, a], [, b]) => b - a)
    // The examples already show the reasons of a few rejections.
    if (rejected <= SHOWN || rejected < read * MOST || count < rejected * MOST) return []
    return [
      `${this.#file}: ${whole(count)} of ${counted(read, 'record')} were rejected for one reason: ${REJECTION_CODES[code]}${REMEDIES[code] ?? ''}`,
    ]
  }

  #example(line: number, message: string): void {
    if (this.#examples.length < SHOWN) this.#examples.push(`  line ${whole(line)}: ${printable(message)}`)
  }
}

/** Reports records that an import separated from their products, by reason. */
function separatedLines(file: string, separated: ImportReport['separated'] | undefined): string[] {
  if (separated === undefined) return []
  const { total, byReason, links } = separated
  const reasons = (Object.entries(byReason) as [SeparatedReason, number][]).map(
    ([reason, count]) => `  ${whole(count)} ${reason}: ${SEPARATED_REASONS[reason]}`,
  )
  const examples = links.slice(0, SHOWN).map(({ supplier, code, from, to, alertId }) => {
    return `  ${printable(`${supplier}:${code}`)} from ${from} to ${to}${alertId === null ? '' : `, alert ${alertId}`}`
  })
  const more = total - examples.length
  return [
    `${file}: ${counted(total, 'record')} ${total === 1 ? 'was' : 'were'} separated from the product that ${total === 1 ? 'it was' : 'they were'} linked to:`,
    ...reasons,
    ...examples,
    ...(more > 0 ? [`  and ${whole(more)} more; --json lists the first 1,000.`] : []),
  ]
}
