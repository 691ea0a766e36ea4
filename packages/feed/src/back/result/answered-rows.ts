import type { RowPosition } from '../../item/row-position.ts'
import type { RowResult } from './row-result.ts'

/** A row of the source and its result. */
export interface AnsweredRow {
  readonly line: number
  readonly endLine: number
  readonly result: RowResult
}

/** Rows with the same result. */
interface Run {
  readonly line: number
  readonly endLine: number
  count: number
  /** Lines from the start of a row to the start of the next one, 0 or 1, if there are several. */
  step: number
  result: RowResult | undefined
}

/** Answered rows that may wait for the writer before the reader waits. */
const WAITING_MAX = 2_000

/**
 * A queue between a reader and a writer of rows. The reader adds the positions of rows, and later their results, in the
 * same order. The writer takes rows with results, and waits for them. Rows that are not read need no result; many of
 * them in succession use the memory of one.
 */
export class AnsweredRows {
  #runs: Run[] = []
  /** Index of the first run that is not taken. */
  #first = 0
  /** Rows of the first run that are taken. */
  #taken = 0
  /** Index of the first run that may lack its result. */
  #unanswered = 0
  #ended = false
  #failure: { readonly reason: unknown } | undefined
  #wakeWriter: () => void = () => {}
  #wakeReader: () => void = () => {}

  /** Adds the next row. A row in the state `read` waits for its result. */
  add({ line, endLine, state, code }: RowPosition): void {
    if (state === 'read') {
      this.#runs.push({ line, endLine, step: 0, count: 1, result: undefined })
      return
    }
    const last = this.#runs.length > this.#first ? this.#runs.at(-1) : undefined
    if (last?.result?.status === state && last.result.reason === code && extend(last, line, endLine)) return
    const result = { utpid: undefined, confidence: undefined, status: state, reason: code }
    this.#runs.push({ line, endLine, count: 1, step: 0, result })
    this.#wakeWriter()
  }

  /** Sets the result of the next row in the state `read`. */
  answer(result: RowResult): void {
    this.#skipAnswered()
    const run = this.#runs[this.#unanswered]
    if (run === undefined) throw new RangeError('There is no row for the result.')
    run.result = result
    this.#unanswered += 1
    this.#wakeWriter()
  }

  /** No row and no result follow. The writer throws if a row has no result. */
  end(): void {
    this.#ended = true
    this.#wakeWriter()
  }

  /** Ends the queue early; both sides throw the reason. */
  fail(reason: unknown): void {
    this.#failure ??= { reason }
    this.#wakeWriter()
    this.#wakeReader()
  }

  /** Resolves once few answered rows wait for the writer. */
  async drain(): Promise<void> {
    while (this.#failure === undefined && this.#answeredRuns() > WAITING_MAX) {
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve
      })
    }
    if (this.#failure !== undefined) throw this.#failure.reason
  }

  /** Takes the next row; undefined after the last one. */
  async next(): Promise<AnsweredRow | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.reason
      const run = this.#runs[this.#first]
      if (run?.result !== undefined) return this.#take(run, run.result)
      if (this.#ended) {
        if (run !== undefined) throw new Error(`The row of line ${run.line} has no result.`)
        return undefined
      }
      await new Promise<void>((resolve) => {
        this.#wakeWriter = resolve
      })
    }
  }

  #take(run: Run, result: RowResult): AnsweredRow {
    const shift = this.#taken * run.step
    this.#taken += 1
    if (this.#taken === run.count) this.#dropFirst()
    return { line: run.line + shift, endLine: run.endLine + shift, result }
  }

  #dropFirst(): void {
    this.#first += 1
    this.#taken = 0
    this.#unanswered = Math.max(this.#unanswered, this.#first)
    if (this.#first < WAITING_MAX / 2) return
    this.#runs = this.#runs.slice(this.#first)
    this.#unanswered -= this.#first
    this.#first = 0
    this.#wakeReader()
  }

  #skipAnswered(): void {
    while (this.#runs[this.#unanswered]?.result !== undefined) this.#unanswered += 1
  }

  #answeredRuns(): number {
    this.#skipAnswered()
    return this.#unanswered - this.#first
  }
}

/** Adds a row of one line to a run, if it follows in the step of the run. */
function extend(run: Run, line: number, endLine: number): boolean {
  if (line !== endLine || run.line !== run.endLine) return false
  const step = run.count === 1 ? line - run.line : run.step
  if ((step !== 0 && step !== 1) || line !== run.line + run.count * step) return false
  run.step = step
  run.count += 1
  return true
}
