import { LIMITS, RegistryError } from '@utpid/core'
import type { Commit, CommitResult, GenerationPlan } from '@utpid/core/storage'
import { checkSwapBase, checkSwapComplete, type Outcome, type RetentionSettings } from '@utpid/core/storage'
import { arrayOf } from '../connection/connection.ts'
import type { Transaction } from '../connection/transaction.ts'
import { ALERT_COLUMNS } from '../tables/alert-columns.ts'
import { DECISION_COLUMNS } from '../tables/decision-columns.ts'
import { LINK_COLUMNS, linkValues } from '../tables/link-columns.ts'
import { encodeText, textKey } from '../tables/stored-text.ts'
import type { Tables } from '../tables/tables.ts'
import { remove, upsert } from '../tables/upsert.ts'
import { addAmounts } from './add-amounts.ts'
import { emptyPendingLists } from './empty-pending-lists.ts'
import { putModelVersions } from './model-versions.ts'
import { PlannedGroup } from './planned-group.ts'
import { deleteExpired, readDerivedRows, readStoredState, type StoredState } from './stored-state.ts'
import { lockGeneration, swapSets } from './swap-sets.ts'
import { writeDerived } from './write-derived.ts'

/** Writes waiting commits in one database transaction. Each commit can be rejected alone. */
export async function writeGroup(
  transaction: Transaction,
  tables: Tables,
  retention: RetentionSettings,
  group: readonly Commit[],
): Promise<Outcome[]> {
  const present = await readStoredState(transaction, tables, retention, group)
  const plan = new PlannedGroup(present, keysSince(present))
  const outcomes = group.map((commit): Outcome => {
    try {
      return { status: 'fulfilled', value: plan.add(commit) }
    } catch (reason) {
      if (!(reason instanceof RegistryError)) throw reason
      return { status: 'rejected', reason }
    }
  })
  if (plan.entries.length > 0) {
    await writePlan(transaction, tables, retention, plan, present)
    emptyPendingLists(transaction, tables, present.activeSet, plan.derived.products.size)
    transaction.send(`update ${tables.head} set change = $1, keys_since = $2`, [plan.head, keysSince(present, plan)])
  }
  return outcomes
}

/**
 * Writes a commit to the spare set and activates this set.
 *
 * @throws `unavailable` with the reason `lock` if other open transactions have read the views. Nothing is written
 *   then; repeat the swap after those transactions have ended.
 */
export async function writeSwap(
  transaction: Transaction,
  tables: Tables,
  retention: RetentionSettings,
  commit: Commit,
  generation: GenerationPlan,
  opened: string,
): Promise<CommitResult> {
  const present = await readStoredState(transaction, tables, retention, [commit])
  checkSwapBase(commit.readVersion, present.head)
  await lockGeneration(transaction, tables, opened)
  // Checks the commit against the active set, but writes it to the spare set. A rejection rolls the transaction back.
  const checked = new PlannedGroup(present, keysSince(present)).add(commit)
  for (const what of ['records', 'products'] as const) {
    const [counts] = await transaction.query<{ put: number; stored: number }>(
      `select (select count(*) from ${tables.spare[what]}) as put, (select count(*) from ${tables.derived[what]}) as stored`,
    )
    checkSwapComplete(what, counts?.put ?? 0, counts?.stored ?? 0)
  }
  await swapSets(transaction, tables)
  const renewed = { ...present, ...(await readDerivedRows(transaction, tables.derived, [commit])) }
  const plan = new PlannedGroup({ ...renewed, head: commit.readVersion }, commit.readVersion)
  plan.addChecked(commit)
  await writePlan(transaction, tables, retention, plan, present)
  const { indexVersion, modelVersion, modelVersionRows } = generation
  transaction.send(
    `update ${tables.head} set change = $1, keys_since = $1, index_version = $2, scoring = coalesce($3::json, scoring)`,
    [plan.head, encodeText(indexVersion), modelVersion === undefined ? null : JSON.stringify(modelVersion)],
  )
  putModelVersions(transaction, tables, modelVersionRows ?? [])
  // Deletes the touched keys: keys of a new index version are unrelated to earlier keys.
  transaction.send(`delete from ${tables.touched_keys}`)
  transaction.send(`delete from ${tables.generation}`)
  return checked
}

/** Returns the change after which keys are stored. Keys of older changes are not stored. */
function keysSince(present: StoredState, plan?: PlannedGroup): number {
  return Math.max(present.keysSince, (plan?.head ?? present.head) - LIMITS.changesWithKeys)
}

async function writePlan(
  transaction: Transaction,
  tables: Tables,
  retention: RetentionSettings,
  plan: PlannedGroup,
  present: StoredState,
): Promise<void> {
  await writeDerived(transaction, tables.derived, plan.derived, plan.stored)
  await writeDetails(transaction, tables, plan)
  writeLinks(transaction, tables, plan)
  writeOthers(transaction, tables, plan)
  writeFeed(transaction, tables, retention, plan)
  transaction.send(`delete from ${tables.touched_keys} where change <= $1`, [keysSince(present, plan)])
  if (present.expires) deleteExpired(transaction, tables, retention)
}

/** The number of UTF-16 units of details after which a statement ends. */
const DETAIL_UNITS_PER_STATEMENT = 8_000_000

async function writeDetails(transaction: Transaction, tables: Tables, { details }: PlannedGroup): Promise<void> {
  const columns = ['record_id bigint', 'content json']
  const gone: [number][] = []
  let put: [number, string][] = []
  let units = 0
  for (const [id, content] of details) {
    if (content === null) {
      gone.push([id])
      continue
    }
    const json = JSON.stringify(content)
    put.push([id, json])
    units += json.length
    if (units < DETAIL_UNITS_PER_STATEMENT) continue
    upsert(transaction, tables.details, columns, ['record_id'], put)
    await transaction.flush()
    put = []
    units = 0
  }
  upsert(transaction, tables.details, columns, ['record_id'], put)
  remove(transaction, tables.details, ['record_id bigint'], gone)
}

function writeLinks(transaction: Transaction, tables: Tables, { links, codes }: PlannedGroup): void {
  const put: unknown[][] = []
  const gone: [number][] = []
  for (const [id, link] of links) {
    if (link === null) gone.push([id])
    else {
      put.push(linkValues(link))
    }
  }
  remove(transaction, tables.links, ['record_id bigint'], gone)
  upsert(transaction, tables.links, LINK_COLUMNS, ['record_id'], put)
  const codeColumns = ['supplier text', 'code text', 'whole json', 'record_id bigint']
  upsert(transaction, tables.codes, codeColumns, ['supplier', 'code'], [...codes.values()])
}

function writeOthers(transaction: Transaction, tables: Tables, plan: PlannedGroup): void {
  const put = (table: string, columns: string[], key: string[], rows: Iterable<readonly unknown[]>): void =>
    upsert(transaction, table, columns, key, [...rows])
  put(tables.lineage, ['id bigint', 'content text'], ['id'], plan.lineage.values())
  put(tables.aliases, ['alias text', 'whole json', 'product_id bigint'], ['alias'], plan.aliases.values())
  put(tables.rulings, ['a bigint', 'b bigint', 'content json'], ['a', 'b'], plan.judgements.values())
  put(tables.alerts, [...ALERT_COLUMNS], ['id'], plan.alerts.values())
  const verification = ['product_id bigint', 'written bigint', 'position integer']
  const verificationKey = ['product_id', 'written', 'position']
  put(tables.verifications, [...verification, 'content json'], verificationKey, plan.verifications)
  put(tables.decisions, [...DECISION_COLUMNS], ['change'], plan.decisions.values())
  put(tables.suppliers, ['id text', 'content json'], ['id'], plan.suppliers.values())
  const concordances = [...plan.concordances]
  const removed = concordances.flatMap(([key, values]) => (values === null ? [[key]] : []))
  remove(transaction, tables.concordances, ['id text'], removed)
  const written = concordances.flatMap(([, values]) => (values === null ? [] : [values]))
  put(tables.concordances, ['id text', 'whole json', 'content json'], ['id'], written)
  const imports = [...plan.imports.values()]
  put(tables.imports, ['supplier text', 'change bigint', 'content json'], ['supplier', 'change'], imports)
  for (const supplier of new Set(imports.map(([id]) => id))) {
    transaction.send(
      `delete from ${tables.imports} where supplier = $1 and change <=
         (select change from ${tables.imports} where supplier = $1 order by change desc offset $2 limit 1)`,
      [supplier, LIMITS.importsPerSupplier],
    )
  }
  addAmounts(transaction, tables.counters, 'name', 'amount', plan.counters)
}

function writeFeed(
  transaction: Transaction,
  tables: Tables,
  { clock }: RetentionSettings,
  { entries, touched }: PlannedGroup,
): void {
  const writtenAt = clock()
  const rows = entries.map((entry) => [entry.change, writtenAt, JSON.stringify(entry)])
  upsert(transaction, tables.changes, ['change bigint', 'written_at bigint', 'entry json'], ['change'], rows)
  const keys = [...touched].map(([change, touchedKeys]) => [change, arrayOf(touchedKeys)])
  upsert(transaction, tables.touched_keys, ['change bigint', 'keys bigint[]'], ['change'], keys)
  const idempotencyKeys = new Map(
    entries.flatMap(({ idempotencyKey, change }) =>
      idempotencyKey === undefined ? [] : [[textKey(idempotencyKey), [textKey(idempotencyKey), change, writtenAt]]],
    ),
  )
  const columns = ['token text', 'change bigint', 'written_at bigint']
  upsert(transaction, tables.tokens, columns, ['token'], [...idempotencyKeys.values()])
}
