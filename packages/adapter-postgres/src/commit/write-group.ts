import { type Commit, type CommitResult, type GenerationPlan, LIMITS, RegistryError } from '@utpid/core'
import { checkComplete, checkSwitchBase, type Outcome, type RetentionSettings } from '@utpid/core/adapter'
import { arrayOf, type Connection } from '../database.ts'
import { storedText, textKey } from '../stored-text.ts'
import type { Tables } from '../tables.ts'
import { remove, upsert } from '../upsert.ts'
import { addAmounts } from './add-amounts.ts'
import { PlannedGroup } from './planned-group.ts'
import { forgetOld, type PresentRows, readDerivedRows, readPresentRows } from './present-rows.ts'
import { putScorings } from './scorings.ts'
import { checkOpened, switchSets } from './switch-sets.ts'
import { writeDerived } from './write-derived.ts'

/** Writes steps that wait together, in one transaction; each can be refused alone. */
export async function writeGroup(
  connection: Connection,
  tables: Tables,
  retention: RetentionSettings,
  group: readonly Commit[],
): Promise<Outcome[]> {
  const present = await readPresentRows(connection, tables, retention, group)
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
    await writePlan(connection, tables, retention, plan, present)
    await connection.query(`update ${tables.head} set change = $1, keys_since = $2`, [
      plan.head,
      keysSince(present, plan),
    ])
  }
  return outcomes
}

/** As a step, on top of the spare set, which serves from then on. */
export async function writeSwitch(
  connection: Connection,
  tables: Tables,
  retention: RetentionSettings,
  commit: Commit,
  generation: GenerationPlan,
  opened: string,
): Promise<CommitResult> {
  const present = await readPresentRows(connection, tables, retention, [commit])
  checkSwitchBase(commit.base, present.head)
  await checkOpened(connection, tables, opened)
  // Checked against what serves, and written over what will: a refusal undoes the transaction.
  const checked = new PlannedGroup(present, keysSince(present)).add(commit)
  for (const what of ['records', 'products'] as const) {
    const [counts] = await connection.query<{ put: number; stored: number }>(
      `select (select count(*) from ${tables.spare[what]}) as put, (select count(*) from ${tables.derived[what]}) as stored`,
    )
    checkComplete(what, counts?.put ?? 0, counts?.stored ?? 0)
  }
  await switchSets(connection, tables)
  const renewed = { ...present, ...(await readDerivedRows(connection, tables.derived, [commit])) }
  const plan = new PlannedGroup({ ...renewed, head: commit.base }, commit.base)
  plan.take(commit)
  await writePlan(connection, tables, retention, plan, present)
  const { indexVersion, scoring, scoringRows } = generation
  await connection.query(
    `update ${tables.head} set change = $1, keys_since = $1, index_version = $2, scoring = coalesce($3::json, scoring)`,
    [plan.head, storedText(indexVersion), scoring === undefined ? null : JSON.stringify(scoring)],
  )
  await putScorings(connection, tables, scoringRows ?? [])
  // Keys of another index version say nothing of those that were asked for before.
  await connection.query(`delete from ${tables.touched_keys}`)
  await connection.query(`delete from ${tables.generation}`)
  return checked
}

/** Keys of the last changes only are remembered. */
function keysSince(present: PresentRows, plan?: PlannedGroup): number {
  return Math.max(present.keysSince, (plan?.head ?? present.head) - LIMITS.changesWithKeys)
}

async function writePlan(
  connection: Connection,
  tables: Tables,
  retention: RetentionSettings,
  plan: PlannedGroup,
  present: PresentRows,
): Promise<void> {
  await writeDerived(connection, tables.derived, plan.derived, plan.stored)
  await writeLinks(connection, tables, plan)
  await writeOthers(connection, tables, plan)
  await writeFeed(connection, tables, retention, plan)
  await connection.query(`delete from ${tables.touched_keys} where change <= $1`, [keysSince(present, plan)])
  if (present.expires) await forgetOld(connection, tables, retention)
}

async function writeLinks(connection: Connection, tables: Tables, { links, codes }: PlannedGroup): Promise<void> {
  const put: unknown[][] = []
  const gone: [number][] = []
  for (const [id, link] of links) {
    if (link === null) gone.push([id])
    else {
      const { productId, method, confidence, since, model, epoch } = link
      put.push([id, productId, method, confidence, storedText(since), storedText(model), epoch])
    }
  }
  const columns = [
    'product_id bigint',
    'method text',
    'confidence integer',
    'since text',
    'model text',
    'epoch integer',
  ]
  await remove(connection, tables.links, ['record_id bigint'], gone)
  await upsert(connection, tables.links, ['record_id bigint', ...columns], ['record_id'], put)
  const codeColumns = ['supplier text', 'code text', 'whole json', 'record_id bigint']
  await upsert(connection, tables.codes, codeColumns, ['supplier', 'code'], [...codes.values()])
}

async function writeOthers(connection: Connection, tables: Tables, plan: PlannedGroup): Promise<void> {
  const put = (table: string, columns: string[], key: string[], rows: Iterable<readonly unknown[]>): Promise<void> =>
    upsert(connection, table, columns, key, [...rows])
  await put(tables.lineage, ['id bigint', 'content json'], ['id'], plan.lineage.values())
  await put(tables.aliases, ['alias text', 'whole json', 'product_id bigint'], ['alias'], plan.aliases.values())
  await put(tables.rulings, ['a bigint', 'b bigint', 'content json'], ['a', 'b'], plan.rulings.values())
  const alert = ['id text', 'first_product bigint', 'second_product bigint', 'status text', 'gain float8']
  const shown = ['confidence float8', 'detected_at text', 'content json']
  await put(tables.alerts, [...alert, ...shown], ['id'], plan.alerts.values())
  const verification = ['product_id bigint', 'written bigint', 'position integer']
  const verificationKey = ['product_id', 'written', 'position']
  await put(tables.verifications, [...verification, 'content json'], verificationKey, plan.verifications)
  await put(tables.decisions, ['change bigint', 'content json'], ['change'], plan.decisions.values())
  await put(tables.suppliers, ['id text', 'content json'], ['id'], plan.suppliers.values())
  await addAmounts(connection, tables.counters, 'name', 'amount', plan.counters)
}

async function writeFeed(
  connection: Connection,
  tables: Tables,
  { clock }: RetentionSettings,
  { entries, touched }: PlannedGroup,
): Promise<void> {
  const writtenAt = clock()
  const rows = entries.map((entry) => [entry.change, writtenAt, JSON.stringify(entry)])
  await upsert(connection, tables.changes, ['change bigint', 'written_at bigint', 'entry json'], ['change'], rows)
  const keys = [...touched].map(([change, touchedKeys]) => [change, arrayOf(touchedKeys)])
  await upsert(connection, tables.touched_keys, ['change bigint', 'keys bigint[]'], ['change'], keys)
  const tokens = new Map(
    entries.flatMap(({ token, change }) =>
      token === undefined ? [] : [[textKey(token), [textKey(token), change, writtenAt]]],
    ),
  )
  const columns = ['token text', 'change bigint', 'written_at bigint']
  await upsert(connection, tables.tokens, columns, ['token'], [...tokens.values()])
}
