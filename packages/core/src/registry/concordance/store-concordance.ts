import { hashText53 } from '../../encoding/hash.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import { validationError } from '../../model/validation-error.ts'
import { CONCORDANCE_LIST, concordanceRowId } from '../../storage/concordance-rows.ts'
import type { ConcordanceFacts, ConcordanceList } from '../../storage/rows.ts'
import { compareText } from '../../text/text-order.ts'
import { checkBoolean, checkText, describe, quoted } from '../context/check-arguments.ts'
import { checkSignal } from '../context/check-signal.ts'
import { IdSet } from '../context/id-set.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { checkAllowedLoss } from '../loss/check-feed.ts'
import { canReadTwice, type ImportPass } from '../loss/record-source.ts'
import { readSupplierId } from '../records/read-supplier-code.ts'
import { checkConcordance, mayLoseCodes } from './check-concordance.ts'
import type { ConcordanceReport, ConcordanceSource, RejectedEntry, StoreConcordanceOptions } from './concordance.ts'
import { checkConcordanceName } from './concordance-name.ts'
import { listConcordances, storedCodes } from './list-concordances.ts'
import { readEntry } from './read-entry.ts'
import { type UpdatedSets, updateSets } from './update-sets.ts'

/** The maximum number of codes in one transaction. Each may have a record that is clustered again. */
const CODES_PER_TRANSACTION = 500
const REJECTIONS_SHOWN = 20

/**
 * Stores a concordance: entries of codes and sets. A code in a concordance gives its record the identifier of its set,
 * whether the record is already there or arrives later. Repeating a call has no effect, so an interrupted call can start
 * again. The entries are written in batches; the call keeps 16 bytes for each entry in memory.
 *
 * A call that replaces stored codes first reads all entries, to count the codes that they lack.
 *
 * @throws {@link RegistryError} `validation_failed`; `excessive_loss` before anything is written; errors of the entries.
 */
export async function storeConcordance(
  context: RegistryContext,
  name: string,
  source: ConcordanceSource,
  options: StoreConcordanceOptions = {},
): Promise<ConcordanceReport> {
  checkConcordanceName(name)
  if (typeof source !== 'function') checkEntries(source)
  checkText(options.source, 'source')
  checkBoolean(options.add, 'add')
  checkAllowedLoss(options.allowLoss)
  if (options.onLoss !== undefined && typeof options.onLoss !== 'function') {
    throw validationError('onLoss must be a function.')
  }
  const supplier = options.supplier === undefined ? undefined : readSupplierId(options.supplier)
  if (options.supplier !== undefined && supplier === undefined) {
    throw validationError(`supplier is ${quoted(options.supplier)}, which is not a valid supplier.`)
  }
  await checkNumber(context, name)
  const checked = { ...options, ...defined({ supplier }) }
  if (mayLoseCodes(options)) {
    checkReadableTwice(source)
    await checkConcordance(context, name, () => entriesOf(source, 'check'), checked)
  }
  const storing = new Storing(context, name, checked)
  for await (const entry of entriesOf(source, 'write')) await storing.take(entry)
  return await storing.finish()
}

type Entries = Exclude<ConcordanceSource, (pass: ImportPass) => unknown>

function entriesOf(source: ConcordanceSource, pass: ImportPass): Entries {
  const entries = typeof source === 'function' ? source(pass) : source
  checkEntries(entries)
  return entries
}

function checkReadableTwice(source: ConcordanceSource): void {
  if (typeof source === 'function' || canReadTwice(source)) return
  throw validationError(
    'A call that replaces a concordance reads its entries twice; pass an array, or a function that returns the entries again for each reading. With allowLoss 1 or add, the entries are read once.',
  )
}

function checkEntries(entries: unknown): void {
  const streams = typeof entries === 'object' && entries !== null
  if (streams && (Symbol.iterator in entries || Symbol.asyncIterator in entries)) return
  throw validationError(
    `storeConcordance takes an iterable or an async iterable of { supplier, code, set }, or a function that returns one; this is ${describe(entries)}.`,
  )
}

/** Each concordance may give a record an identifier, and identifiers of one record are limited. */
async function checkNumber({ ledger }: RegistryContext, name: string): Promise<void> {
  const [list] = await ledger.concordances([CONCORDANCE_LIST])
  const names = Object.keys((list?.content ?? {}) as ConcordanceList)
  if (names.includes(name) || names.length < LIMITS.concordances) return
  throw validationError(
    `There are ${names.length} stored concordances; the maximum is ${LIMITS.concordances}. Remove one first: ${names.join(', ')}.`,
  )
}

/** A concordance that is being stored. */
class Storing {
  readonly #context: RegistryContext
  readonly #name: string
  readonly #options: StoreConcordanceOptions
  /** Hashes of the pairs of code and set so far. */
  readonly #pairs = new IdSet()
  #batch = new Map<string, Set<string>>()
  readonly #counts = { entries: 0, added: 0, changed: 0, removed: 0, records: 0, rejected: 0 }
  readonly #rejections: RejectedEntry[] = []
  #change = 0

  constructor(context: RegistryContext, name: string, options: StoreConcordanceOptions) {
    this.#context = context
    this.#name = name
    this.#options = options
  }

  async take(entry: unknown): Promise<void> {
    const index = this.#counts.entries++
    const read = readEntry(entry, this.#options.supplier)
    if (typeof read === 'string') {
      this.#counts.rejected++
      if (this.#rejections.length < REJECTIONS_SHOWN) this.#rejections.push({ index, message: read })
      return
    }
    const id = concordanceRowId(read)
    const sets = this.#batch.get(id)
    if (sets === undefined) this.#batch.set(id, new Set([read.set]))
    else sets.add(read.set)
    if (this.#batch.size === CODES_PER_TRANSACTION) await this.#flush()
  }

  async finish(): Promise<ConcordanceReport> {
    if (this.#counts.rejected === this.#counts.entries) {
      const [first] = this.#rejections
      throw validationError(
        first === undefined
          ? `The concordance ${this.#name} has no entries. Remove a stored concordance with removeConcordance.`
          : `The concordance ${this.#name} has no entry that can be used. Entry ${first.index}: ${first.message}`,
      )
    }
    await this.#flush()
    if (this.#options.add !== true) await this.#removeMissing()
    await this.#update([], () => [], { isComplete: true })
    const stored = (await listConcordances(this.#context)).find(({ name }) => name === this.#name)
    const change = this.#change || (await this.#context.ledger.head()).change
    const { codes = 0, contradictions = 0 } = stored ?? {}
    const { rejected, ...counts } = this.#counts
    return { name: this.#name, ...counts, codes, contradictions, rejected, rejections: this.#rejections, change }
  }

  async #flush(): Promise<void> {
    const batch = this.#batch
    if (batch.size === 0) return
    this.#batch = new Map()
    for (const [id, sets] of batch) for (const set of sets) this.#pairs.add(pairOf(id, set))
    await this.#update([...batch.keys()], (id, before) => {
      const given = batch.get(id) as Set<string>
      // Stored sets that a later entry may name stay, so that a repeated call writes nothing.
      if ([...given].every((set) => before.includes(set))) return before
      return sorted([...this.#keep(id, before), ...given])
    })
    this.#options.onProgress?.({ phase: 'store', done: this.#counts.entries })
    await this.#pause()
  }

  /** Removes the codes and sets that no entry has named. */
  async #removeMissing(): Promise<void> {
    const { supplier } = this.#options
    const prefix = supplier === undefined ? '' : concordanceRowId({ supplier, code: '' })
    let done = 0
    for await (const codes of storedCodes(this.#context.ledger, CODES_PER_TRANSACTION)) {
      const own = codes.filter(({ id, sets }) => id.startsWith(prefix) && Object.hasOwn(sets, this.#name))
      const gone = own.flatMap(({ id, sets: { [this.#name]: sets = [] } }) =>
        this.#keep(id, sets).length < sets.length ? [id] : [],
      )
      if (gone.length > 0) await this.#update(gone, (id, before) => this.#keep(id, before))
      done += codes.length
      this.#options.onProgress?.({ phase: 'remove', done })
      await this.#pause()
    }
  }

  /** Unlike an addition, a removal keeps only sets that an entry of this call has named. */
  #keep(id: string, sets: readonly string[]): readonly string[] {
    return this.#options.add === true ? sets : sets.filter((set) => this.#pairs.has(pairOf(id, set)))
  }

  async #update(
    ids: readonly string[],
    nextSets: (id: string, before: readonly string[]) => readonly string[],
    { isComplete = false }: { readonly isComplete?: boolean } = {},
  ): Promise<void> {
    let isChanged = false
    const next = (id: string, before: readonly string[]): readonly string[] => {
      const after = nextSets(id, before)
      if (after.join('\n') !== before.join('\n')) isChanged = true
      return after
    }
    const updated = await updateSets(this.#context, this.#name, ids, next, (before, at) =>
      this.#factsAfter(before, at, isComplete, isChanged),
    )
    this.#count(updated)
  }

  #factsAfter(
    before: ConcordanceFacts | undefined,
    at: string,
    isComplete: boolean,
    isChanged: boolean,
  ): ConcordanceFacts {
    const note = this.#options.source ?? before?.source
    const source = note === undefined ? {} : { source: note }
    if (isComplete) return { since: before?.since ?? at, completedAt: before?.completedAt ?? at, ...source }
    if (!isChanged && before !== undefined) return before
    return { since: before !== undefined && before.completedAt === undefined ? before.since : at, ...source }
  }

  #count({ changes, records, change }: UpdatedSets): void {
    for (const { before, after } of changes) {
      this.#counts[before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'changed']++
    }
    this.#counts.records += records
    this.#change = change ?? this.#change
  }

  async #pause(): Promise<void> {
    await this.#context.yield()
    checkSignal(this.#options.signal)
  }
}

function pairOf(id: string, set: string): number {
  return hashText53(`${id}\n${set}`)
}

function sorted(sets: readonly string[]): string[] {
  return [...new Set(sets)].sort(compareText)
}
