import { type ErrorCode, type Registry, RegistryError } from '@utpid/core'
import type { DecisionOptions, DecisionReport } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { Interrupted } from '../errors/interrupted.ts'
import { confidenceText, counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { choosePairs, type PairFilter } from './choose-pairs.ts'
import { type PairView, readPair } from './pair-view.ts'
import type { Keys } from './read-keys.ts'
import { messagePage, type PageFrame, type ReviewPageOptions, reviewPage } from './review-page.ts'
import {
  afterDecision,
  afterGone,
  afterSkip,
  afterUndo,
  beginSession,
  currentPair,
  type ReviewSession,
  type SessionDecision,
  withMorePairs,
} from './review-session.ts'
import type { Screen } from './screen.ts'

/** The part of a registry that a review needs. */
export type ReviewedRegistry = Pick<
  Registry,
  'alert' | 'alerts' | 'get' | 'resolve' | 'mark' | 'undo' | 'explainNonMatch'
>

export interface ReviewOptions {
  readonly filter: PairFilter
  readonly decision: DecisionOptions
  readonly blind: boolean
  readonly colours: Pick<ReviewPageOptions, 'paint' | 'colours'>
  readonly signal: AbortSignal
  /** Seconds since an arbitrary moment; used to time decisions. */
  readonly now: () => number
}

/** Pairs that are read from the registry at a time. */
const PAGE_SIZE = 1_000

const KEYS_TEXT = 'm merge   d different   n not sure   s skip   u undo   ? help   q quit'
const KEYS_AT_END_TEXT = 'u undo   q quit'
const HELP_TEXT =
  'm: both are one product, merge them. d: they are different, permanently. n: not sure: mark the pair for others and skip it. s: skip this pair. u: undo the last decision; repeat to undo more. q: quit; every decision is already written. Marks: = same, ~ same except for spelling, ≠ different.'

const WORDS: Readonly<Record<string, 'merge' | 'dismiss' | 'unsure' | 'skip' | 'undo' | 'help' | 'quit'>> = {
  m: 'merge',
  merge: 'merge',
  d: 'dismiss',
  different: 'dismiss',
  dismiss: 'dismiss',
  n: 'unsure',
  unsure: 'unsure',
  s: 'skip',
  skip: 'skip',
  u: 'undo',
  undo: 'undo',
  '?': 'help',
  h: 'help',
  help: 'help',
  q: 'quit',
  quit: 'quit',
}

/** Error codes that concern the decision, not the storage. The review shows the message and continues. */
const DECISION_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'judgement_conflict',
  'alert_decided',
  'already_undone',
  'not_found',
  'product_not_found',
  'product_deleted',
  'product_retired',
  'validation_failed',
])

/** Shows pairs and asks for decisions until the person quits or none is left. Every decision is written immediately. */
export class Review {
  readonly #registry: ReviewedRegistry
  readonly #screen: Screen
  readonly #keys: Keys
  readonly #options: ReviewOptions
  #session: ReviewSession = beginSession([])
  #hasMore = true
  #message = ''

  constructor(registry: ReviewedRegistry, screen: Screen, keys: Keys, options: ReviewOptions) {
    this.#registry = registry
    this.#screen = screen
    this.#keys = keys
    this.#options = options
  }

  /** The current state; also available after a stop. */
  get session(): ReviewSession {
    return this.#session
  }

  /** Whether the registry may have more pairs than the session. */
  get hasMore(): boolean {
    return this.#hasMore
  }

  /** @throws {Interrupted} when the command is stopped. */
  async run(): Promise<void> {
    const forget = this.#screen.onResize(() => this.#keys.push({ event: 'redraw' }))
    try {
      while (await this.#step()) {}
    } finally {
      forget()
    }
  }

  /** Handles one pair, or the end of the list. @returns False to quit. */
  async #step(): Promise<boolean> {
    const at = await this.#nextPair()
    const pair = at === undefined ? undefined : this.#session.pairs[at]
    if (at === undefined || pair === undefined) return this.#askAtEnd()
    const view = await readPair(this.#registry, pair, this.#options.signal)
    if (view === undefined) {
      this.#session = afterGone(this.#session, at)
      return true
    }
    return this.#ask(at, view)
  }

  /**
   * Returns the index of the next pair. When all pairs are done, it reads more from the registry, including alerts that
   * decisions have opened.
   */
  async #nextPair(): Promise<number | undefined> {
    for (;;) {
      const at = currentPair(this.#session)
      if (at !== undefined) return at
      const known = new Set(this.#session.pairs.map(({ alertId }) => alertId))
      const { filter, signal } = this.#options
      const { pairs, hasMore } = await choosePairs(this.#registry, filter, known, PAGE_SIZE, signal)
      this.#session = withMorePairs(this.#session, pairs)
      this.#hasMore = hasMore
      if (pairs.length === 0) return undefined
    }
  }

  async #ask(at: number, view: PairView): Promise<boolean> {
    const { now } = this.#options
    await this.#show((frame, options) => reviewPage(view, frame, options), at)
    const seen = now()
    for (;;) {
      const word = await this.#nextWord()
      switch (word) {
        case 'merge':
        case 'dismiss':
          await this.#decide(at, view, word, now() - seen)
          return true
        case 'skip':
          this.#session = afterSkip(this.#session, at)
          this.#message = 'Skipped.'
          return true
        case 'unsure':
          await this.#markUnsure(at, view)
          return true
        case 'undo':
          await this.#undo()
          return true
        case 'quit':
          return false
        case 'help':
          this.#message = HELP_TEXT
          break
        case 'redraw':
          break
        default:
          this.#message = `"${printable(word)}" is not a valid key: ${KEYS_TEXT}.`
      }
      await this.#show((frame, options) => reviewPage(view, frame, options), at)
    }
  }

  async #askAtEnd(): Promise<boolean> {
    const { decisions, pairs } = this.#session
    const message = pairs.length === 0 ? 'No alert is open.' : 'Nothing is left to decide.'
    if (decisions.length === 0) {
      this.#message = message
      await this.#show(messagePage, undefined)
      return false
    }
    this.#message = this.#message === '' ? message : `${this.#message} ${message}`
    await this.#show(messagePage, undefined)
    for (;;) {
      const word = await this.#nextWord()
      if (word === 'quit') return false
      if (word === 'undo') {
        await this.#undo()
        return true
      }
      this.#message = message
      await this.#show(messagePage, undefined)
    }
  }

  /** Returns the command of a key. Other text is returned unchanged. */
  async #nextWord(): Promise<string> {
    const key = await this.#keys.next()
    if ('typed' in key) return WORDS[key.typed] ?? key.typed
    if (key.event === 'redraw') return 'redraw'
    if (key.event === 'end') return 'quit'
    throw this.#options.signal.aborted ? this.#options.signal.reason : new Interrupted()
  }

  async #decide(at: number, view: PairView, resolution: SessionDecision['resolution'], seconds: number): Promise<void> {
    const { decision } = this.#options
    const { alert } = view
    const report = await this.#tryDecision(() => this.#registry.resolve(alert.alertId, { ...decision, resolution }))
    if (report === undefined) return
    const change = report.changed ? report.change : undefined
    this.#session = afterDecision(this.#session, at, { resolution, change, seconds })
    const model = this.#options.blind ? ` Confidence of the model: ${confidenceText(alert.confidence)}.` : ''
    this.#message = `${decisionText(resolution, alert.utpids, report)}${model}`
  }

  async #markUnsure(at: number, { alert: { alertId } }: PairView): Promise<void> {
    const { actor, note } = this.#options.decision
    const mark = { kind: 'unsure', actor, ...defined({ note }) } as const
    const marked = await this.#tryDecision(() => this.#registry.mark(alertId, mark))
    if (marked === undefined) return
    this.#session = afterSkip(this.#session, at)
    this.#message = 'Marked as not sure, and skipped.'
  }

  async #undo(): Promise<void> {
    const last = this.#session.decisions.at(-1)
    if (last === undefined) {
      this.#message = 'This session has no decision to undo.'
      return
    }
    const { change } = last
    if (change !== undefined) {
      const report = await this.#tryDecision(() => this.#registry.undo(change, this.#options.decision))
      if (report === undefined) return
    }
    this.#session = afterUndo(this.#session)
    this.#message = `Undone: ${last.utpids.join(' and ')} are open again.`
  }

  /** Makes a decision. If the registry rejects it, sets the message and returns undefined. */
  async #tryDecision<Report>(decide: () => Promise<Report>): Promise<Report | undefined> {
    try {
      return await decide()
    } catch (error) {
      if (!(error instanceof RegistryError) || !DECISION_ERRORS.has(error.code)) throw error
      this.#message = printable(error.message)
      return undefined
    }
  }

  async #show(page: (frame: PageFrame, options: ReviewPageOptions) => string, at: number | undefined): Promise<void> {
    const { colours, blind } = this.#options
    const { columns, rows } = this.#screen
    const frame: PageFrame = {
      head: this.#head(at),
      message: this.#message,
      foot: at === undefined ? KEYS_AT_END_TEXT : KEYS_TEXT,
    }
    await this.#screen.show(page(frame, { ...colours, columns, rows, blind }))
    this.#keys.dropTyped()
    this.#message = ''
  }

  #head(at: number | undefined): string {
    const { pairs, decisions, skipped } = this.#session
    const merged = decisions.filter(({ resolution }) => resolution === 'merge').length
    const place = `${at === undefined ? '' : `${whole(at + 1)} of `}${counted(pairs.length, 'pair')}${this.#hasMore ? ' and more' : ''}`
    return `${place}   ${whole(merged)} merged, ${whole(decisions.length - merged)} different, ${whole(skipped.size)} skipped`
  }
}

function decisionText(
  resolution: SessionDecision['resolution'],
  utpids: readonly string[],
  { inactive, change }: DecisionReport,
): string {
  if (resolution === 'dismiss') return `Different: ${utpids.join(' and ')} (change ${change}).`
  const into = inactive.map(({ utpid, into: survivor }) => `${utpid} into ${survivor ?? 'none'}`)
  return `Merged${into.length === 0 ? '' : `: ${into.join(', ')}`} (change ${change}).`
}
