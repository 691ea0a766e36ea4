import { defined } from '../../model/defined.ts'
import type { RejectionCode, RepairCode } from '../../model/repair.ts'
import type { ImportOutcome } from '../write/import-records.ts'
import type { DryRunRecord, DryRunRejections, DryRunRepairs, ExampleOutcome } from './dry-run-report.ts'
import type { WatchedRecords } from './watched-records.ts'

/** The number of examples in a report. */
export const EXAMPLES_SHOWN = 5
/** The number of examples to remember of an outcome. Later records may still change the outcome of some. */
const EXAMPLES_KEPT = 20

/** A record with its outcome at the time when its batch was computed. */
export interface NotedRecord extends DryRunRecord {
  readonly supplier: string
  readonly code: string
  readonly outcome: ExampleOutcome
  readonly confidence?: number
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] }

/** Collects the first records of each outcome, rejection and repair. */
export class ExampleCollector {
  readonly noted: Record<ExampleOutcome, NotedRecord[]> = {
    linked: [],
    created: [],
    alerted: [],
    updated: [],
    unchanged: [],
    suppressed: [],
    superseded: [],
    removed: [],
    absent: [],
    kept: [],
  }
  readonly #rejections = new Map<RejectionCode, Mutable<DryRunRejections>>()
  readonly #repairs = new Map<RepairCode, Mutable<DryRunRepairs>>()
  readonly #names: WatchedRecords

  constructor(names: WatchedRecords) {
    this.#names = names
  }

  readonly add = (outcome: ImportOutcome): void => {
    const name = this.#names.take(outcome.index)
    const code = 'rejection' in outcome ? outcome.rejection.of : { supplier: outcome.supplier, code: outcome.code }
    const record: DryRunRecord = { index: outcome.index, ...defined({ ...code, name }) }
    if ('rejection' in outcome) this.#addRejection(record, outcome)
    else {
      const kept = this.noted[outcome.outcome]
      const { supplier, code, confidence } = outcome
      if (kept.length < EXAMPLES_KEPT) {
        kept.push({ ...record, supplier, code, outcome: outcome.outcome, ...defined({ confidence }) })
      }
    }
    this.#addRepairs(record, outcome)
  }

  rejections(): DryRunRejections[] {
    return byCount(this.#rejections)
  }

  repairs(): DryRunRepairs[] {
    return byCount(this.#repairs)
  }

  #addRejection(record: DryRunRecord, { rejection }: Extract<ImportOutcome, { outcome: 'rejected' }>): void {
    const { code, field, message } = rejection
    const group = this.#rejections.get(code) ?? { code, count: 0, examples: [] }
    group.count++
    if (group.examples.length < EXAMPLES_SHOWN) group.examples.push({ ...record, message, ...defined({ field }) })
    this.#rejections.set(code, group)
  }

  #addRepairs(record: DryRunRecord, { repairs }: ImportOutcome): void {
    const counted = new Set<RepairCode>()
    for (const { code, field, before, after } of repairs) {
      if (counted.has(code)) continue
      counted.add(code)
      const group = this.#repairs.get(code) ?? { code, count: 0, examples: [] }
      group.count++
      if (group.examples.length < EXAMPLES_SHOWN) {
        group.examples.push({ ...record, field, ...defined({ before, after }) })
      }
      this.#repairs.set(code, group)
    }
  }
}

function byCount<Group extends { readonly count: number }>(groups: ReadonlyMap<string, Group>): Group[] {
  return [...groups].sort(([one, a], [two, b]) => b.count - a.count || (one < two ? -1 : 1)).map(([, group]) => group)
}
