import { hashText53 } from '../../encoding/hash.ts'
import { codeOfConcordanceRow, concordanceRowId } from '../../storage/concordance-rows.ts'
import { compareText } from '../../text/text-order.ts'
import { checkSignal } from '../context/check-signal.ts'
import { IdSet } from '../context/id-set.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { checkAllowedLoss } from '../loss/check-feed.ts'
import type { ConcordanceEntry, StoreConcordanceOptions } from './concordance.ts'
import {
  type ConcordanceLoss,
  type ConcordanceSupplierLoss,
  type EndingCode,
  excessiveConcordanceLoss,
} from './concordance-loss.ts'
import { listConcordances, storedCodes } from './list-concordances.ts'
import { readEntry } from './read-entry.ts'

/** The number of entries between two turns of other tasks. */
const ENTRIES_PER_TURN = 500

/** Returns whether a call with these options may remove too many codes, so that it reads its entries twice. */
export function mayLoseCodes({ add, allowLoss }: Pick<StoreConcordanceOptions, 'add' | 'allowLoss'>): boolean {
  return add !== true && allowLoss !== 1
}

/**
 * Reads the codes of a replacement before anything is written, and finds the stored codes that it lacks. The call keeps
 * 16 bytes for each code in memory.
 *
 * @throws {@link RegistryError} `excessive_loss`; errors of the entries.
 */
export async function checkConcordance(
  context: RegistryContext,
  name: string,
  entries: () => Iterable<ConcordanceEntry> | AsyncIterable<ConcordanceEntry>,
  options: StoreConcordanceOptions,
): Promise<void> {
  const allowLoss = checkAllowedLoss(options.allowLoss)
  const { supplier, signal, onLoss } = options
  const stored = (await listConcordances(context)).find((each) => each.name === name)
  if (stored === undefined || stored.codes === 0) return
  const given = await codesOf(context, entries(), options)
  // The call itself reports that it has no entries.
  if (given === undefined) return
  const own = (): AsyncGenerator<StoredCode, void> => ownCodes(context, name, supplier, options)
  const bySupplier = new Map<string, { known: number; ending: number }>()
  for await (const { id, supplier: of } of own()) {
    const counts = bySupplier.get(of) ?? { known: 0, ending: 0 }
    bySupplier.set(of, counts)
    counts.known++
    if (!given.has(hashText53(id))) counts.ending++
  }
  const counts = [...bySupplier].map(([of, each]) => ({ supplier: of, ...each }))
  const [known, ending] = [sumOf(counts, 'known'), sumOf(counts, 'ending')]
  if (ending <= known * allowLoss) return
  const suppliers = counts.filter((each) => each.ending > 0).sort((a, b) => compareText(a.supplier, b.supplier))
  const loss: ConcordanceLoss = {
    name,
    known,
    ending,
    allowLoss,
    suppliers,
    async *codes() {
      for await (const { id, ...code } of own()) if (!given.has(hashText53(id))) yield code
    },
  }
  const isAccepted = (await onLoss?.(loss)) === true
  checkSignal(signal)
  if (!isAccepted) throw excessiveConcordanceLoss(loss)
}

/** Returns the hashes of all codes; undefined if no entry can be used. */
async function codesOf(
  context: RegistryContext,
  entries: Iterable<ConcordanceEntry> | AsyncIterable<ConcordanceEntry>,
  { supplier, signal, onProgress }: StoreConcordanceOptions,
): Promise<IdSet | undefined> {
  const codes = new IdSet()
  let [done, used] = [0, 0]
  for await (const entry of entries) {
    const read = readEntry(entry, supplier)
    done++
    if (typeof read !== 'string') {
      used++
      codes.add(hashText53(concordanceRowId(read)))
    }
    if (done % ENTRIES_PER_TURN !== 0) continue
    onProgress?.({ phase: 'check', done })
    await context.yield()
    checkSignal(signal)
  }
  return used === 0 ? undefined : codes
}

interface StoredCode extends EndingCode {
  readonly id: string
}

/** Yields the stored codes that a replacement may remove. */
async function* ownCodes(
  context: RegistryContext,
  name: string,
  supplier: string | undefined,
  { signal }: StoreConcordanceOptions,
): AsyncGenerator<StoredCode, void> {
  for await (const page of storedCodes(context.ledger)) {
    checkSignal(signal)
    for (const { id, sets } of page) {
      const code = codeOfConcordanceRow(id)
      if (code === undefined || !Object.hasOwn(sets, name)) continue
      if (supplier === undefined || code.supplier === supplier) yield { id, ...code, sets: sets[name] ?? [] }
    }
    await context.yield()
  }
}

function sumOf(counts: readonly ConcordanceSupplierLoss[], name: 'known' | 'ending'): number {
  return counts.reduce((sum, each) => sum + each[name], 0)
}
