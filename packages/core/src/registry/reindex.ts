import type { AbortSignalLike } from '../environment.ts'
import type { IndexRules } from '../features/index-rules.ts'
import { CURRENT_RULES } from '../features/index-version.ts'
import { SettledProducts } from '../grouping/settled-products.ts'
import { LIMITS } from '../model/limits.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { Generation } from '../storage/generation.ts'
import type { ChangeNumber, RecordId } from '../storage/rows.ts'
import { GenerationBuilder, SLICE } from './generation-builder.ts'
import { GenerationGroups } from './generation-groups.ts'
import type { RegistryContext } from './registry-context.ts'
import { checkRules } from './registry-options.ts'
import { ReindexPace } from './reindex-pace.ts'
import { serveBy } from './served-generation.ts'
import { giveWay } from './take-step.ts'

export interface ReindexOptions {
  /** By which keys and features are to be made; those of this version of utpid unless given. */
  readonly rules?: IndexRules
  /** Makes everything anew also when the storage holds this index version already; false unless given. */
  readonly force?: boolean
  /** Stops it; nothing has changed then. Once it switches, it is not stopped any more. */
  readonly signal?: AbortSignalLike
  /** Called after each slice. */
  readonly onProgress?: (progress: ReindexProgress) => void
}

export interface ReindexProgress {
  /** `records`: keys, features and edges; `groups`: products, grouped anew; `switch`: what came meanwhile, and the switch. */
  readonly phase: 'records' | 'groups' | 'switch'
  /** Records done in this phase. */
  readonly done: number
  /** Records there are, as far as is known: others may come. */
  readonly total: number
}

export interface ReindexReport {
  /** `current`: the storage held this index version already, so nothing was done. */
  readonly outcome: 'reindexed' | 'current'
  /** Index versions before and after. */
  readonly from: string
  readonly to: string
  /** Records that the scan met; those that came meanwhile may not be among them. */
  readonly records: number
  /** Products that are another row than before: other records, fields or confidence. */
  readonly changedProducts: number
  /** Products that were merged into another one. */
  readonly mergedProducts: number
  /** The step that switched; the last one there was when nothing was done. */
  readonly change: ChangeNumber
}

/** Rounds of catching up before writes are held, at most. */
const ROUNDS = 10
/** Changes that are quick enough to take in while writes are held. */
const FEW_CHANGES = 10

/**
 * Makes a second generation of everything derived from the records while the present one serves,
 * groups it, and switches to it at once.
 *
 * Records are read by a scan, then the feed is followed, and records are grouped; whatever was
 * written meanwhile is grouped again. Writes of this process are held for the last of it: the last
 * changes are taken in, what differs from the stored groups becomes one commit, and the storage
 * switches under the condition that nothing came in between. Before that they are held for some
 * slices now and then, if more is written than can be followed ({@link ReindexPace}).
 *
 * @throws {@link RegistryError} `generation_open` when another one is under way; `aborted`;
 *   `changes_expired` when it took longer than the feed is kept; `revision_conflict` when other
 *   processes were first `LIMITS.commitAttempts` times. Nothing has changed then.
 */
export async function reindex(context: RegistryContext, options: ReindexOptions = {}): Promise<ReindexReport> {
  const rules = checkRules(options.rules === undefined ? CURRENT_RULES : options.rules)
  const { change, indexVersion: from = rules.version } = await context.ledger.head()
  if (from === rules.version && options.force !== true) {
    if (context.served.rules !== rules) context.served = serveBy(rules)
    return { outcome: 'current', from, to: rules.version, records: 0, changedProducts: 0, mergedProducts: 0, change }
  }
  const generation = await context.storage.beginGeneration(rules.version)
  try {
    return {
      outcome: 'reindexed',
      from,
      to: rules.version,
      ...(await fillAndSwitch(context, generation, rules, options)),
    }
  } catch (error) {
    // Why it failed is what counts; a storage that was closed meanwhile clears up when it is opened.
    await generation.discard().catch(() => undefined)
    throw error
  }
}

async function fillAndSwitch(
  context: RegistryContext,
  generation: Generation,
  rules: IndexRules,
  options: ReindexOptions,
): Promise<Pick<ReindexReport, 'records' | 'changedProducts' | 'mergedProducts' | 'change'>> {
  const { change } = await context.ledger.head()
  const pace = new ReindexPace(context, change, options.signal)
  try {
    return await fill(context, generation, rules, options, change, pace)
  } finally {
    pace.end()
  }
}

/** @param from - A change that was the head before anything is read. */
async function fill(
  context: RegistryContext,
  generation: Generation,
  rules: IndexRules,
  { onProgress }: ReindexOptions,
  from: ChangeNumber,
  pace: ReindexPace,
): Promise<Pick<ReindexReport, 'records' | 'changedProducts' | 'mergedProducts' | 'change'>> {
  const { ledger } = context
  const pause = (): Promise<void> => pace.pause()
  for (const supplier of await ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
  const builder = new GenerationBuilder(context, rules, generation, from, pause)
  const groups = new GenerationGroups(context, rules, generation, builder, pause)
  const counted = (await ledger.counters()).get('records') ?? 0
  let records = 0
  const tell = (phase: ReindexProgress['phase'], done: number): void =>
    onProgress?.({ phase, done, total: Math.max(counted, records, done) })

  for await (const { page } of scan(context)) {
    await builder.putRecords(page)
    records += page.length
    tell('records', records)
    await pause()
  }
  await builder.follow()
  // All of them are grouped now.
  builder.unsettled.clear()
  let grouped = 0
  for await (const { page, after } of scan(context)) {
    await groups.putAndSettle(page, after)
    grouped += page.length
    tell('groups', grouped)
    await pause()
    await builder.follow()
  }
  tell('switch', 0)
  for (let round = 1, followed = Number.POSITIVE_INFINITY; round <= ROUNDS && followed > FEW_CHANGES; round++) {
    followed = await builder.follow()
    await groups.settleAgain()
    await pause()
  }
  pace.end()
  const switched = await switchOver(context, generation, rules, builder, groups)
  tell('switch', records)
  return { records, ...switched }
}

/** Pages of a slice, each with the last id before it. */
async function* scan({
  ledger,
}: RegistryContext): AsyncGenerator<{ page: Awaited<ReturnType<typeof ledger.scanRecords>>; after: RecordId }> {
  for (let after: RecordId = -1; ; ) {
    const page = await ledger.scanRecords(after, SLICE)
    const last = page.at(-1)
    if (last === undefined) return
    yield { page, after }
    after = last.row.id
  }
}

/** Holds writes of this process, takes in the last changes, and switches. */
function switchOver(
  context: RegistryContext,
  generation: Generation,
  rules: IndexRules,
  builder: GenerationBuilder,
  groups: GenerationGroups,
): Promise<Pick<ReindexReport, 'changedProducts' | 'mergedProducts' | 'change'>> {
  return context.writes.run(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        await builder.follow()
        const step = await groups.commit()
        const events = [...step.events, { type: 'registry.reindexed', indexVersion: rules.version } as const]
        const { change } = await switchTo(context, () => generation.switchTo({ ...step, events }), {
          rules,
          features: builder.features,
          settled: new SettledProducts(),
          indexVersion: rules.version,
        })
        return { changedProducts: step.products.length, mergedProducts: step.endedProducts.length, change }
      } catch (error) {
        const repeatable = error instanceof RegistryError && error.code === 'revision_conflict'
        if (!repeatable || attempt === LIMITS.commitAttempts) throw error
        await giveWay(context, attempt)
      }
    }
  })
}

/** Lets calls that read while the storage switches wait until the rules have followed. */
async function switchTo<T>(
  context: RegistryContext,
  switchStorage: () => Promise<T>,
  served: RegistryContext['served'],
): Promise<T> {
  let followed = (): void => {}
  context.switching = new Promise((resolve) => {
    followed = resolve
  })
  try {
    const result = await switchStorage()
    context.served = served
    return result
  } finally {
    context.switching = undefined
    followed()
  }
}
