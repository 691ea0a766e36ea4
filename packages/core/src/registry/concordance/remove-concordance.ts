import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ConcordanceFacts } from '../../storage/rows.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { RemovedConcordance, StoreConcordanceOptions } from './concordance.ts'
import { checkConcordanceName } from './concordance-name.ts'
import { listConcordances, storedCodes } from './list-concordances.ts'
import { updateSets } from './update-sets.ts'

const CODES_PER_TRANSACTION = LIMITS.idsPerRead / 2

/**
 * Removes a concordance, in several transactions, and clusters the records of its codes again without its identifiers.
 * Repeating an interrupted call continues it.
 *
 * @throws {@link RegistryError} `not_found`
 */
export async function removeConcordance(
  context: RegistryContext,
  name: string,
  { signal, onProgress }: Pick<StoreConcordanceOptions, 'signal' | 'onProgress'> = {},
): Promise<RemovedConcordance> {
  checkConcordanceName(name)
  const stored = await listConcordances(context)
  if (!stored.some((each) => each.name === name)) {
    const names = stored.map((each) => each.name).join(', ')
    throw new RegistryError(
      'not_found',
      `There is no concordance "${name}". ${names === '' ? 'None is stored.' : `Stored are ${names}.`}`,
    )
  }
  const total = { removed: 0, records: 0, change: (await context.ledger.head()).change }
  const update = async (ids: readonly string[], isLast: boolean): Promise<void> => {
    const unfinished = ({ completedAt: _, ...facts }: ConcordanceFacts): ConcordanceFacts => facts
    const {
      changes,
      records,
      change = total.change,
    } = await updateSets(
      context,
      name,
      ids,
      () => [],
      (before) => (isLast || before === undefined ? undefined : unfinished(before)),
    )
    total.removed += changes.length
    total.records += records
    total.change = change
  }
  let done = 0
  for await (const codes of storedCodes(context.ledger, CODES_PER_TRANSACTION)) {
    checkSignal(signal)
    const own = codes.flatMap(({ id, sets }) => (Object.hasOwn(sets, name) ? [id] : []))
    if (own.length > 0) await update(own, false)
    done += codes.length
    onProgress?.({ phase: 'remove', done })
    await context.yield()
  }
  await update([], true)
  return { name, ...total }
}
