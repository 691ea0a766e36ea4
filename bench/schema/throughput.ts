/**
 * Imports and matches generated records in a folder, and prints the figures as one line of JSON. `speed-part.ts` copies
 * this file into a clone of an earlier commit, so the file uses only public names that both commits have.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'

const [seed = 1, records = 20_000, matches = 3_000] = process.argv.slice(2).map(Number)
const PASSES = 5
const rows: Record<string, unknown>[] = []
for (const row of generateFeeds({ seed, products: records }).records) {
  if (rows.length === records) break
  rows.push(toRecord({ ...row }))
}
const folder = mkdtempSync(join(tmpdir(), 'utpid-throughput-'))
try {
  const storage = await openDurableStorage(folder)
  const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
  const importing = cpuMilliseconds()
  await registry.import(rows)
  const importMilliseconds = cpuMilliseconds() - importing
  const inputs = rows.slice(0, matches).map(({ supplier: _, code: __, ...content }) => content)
  // The first matches compile the code.
  for (const input of inputs.slice(0, 300)) await registry.match(input)
  let matchMilliseconds = Number.POSITIVE_INFINITY
  // Other work of the machine only adds to a time, so the least time counts.
  for (let pass = 0; pass < PASSES; pass++) {
    globalThis.gc?.()
    const matching = cpuMilliseconds()
    for (const input of inputs) await registry.match(input)
    matchMilliseconds = Math.min(matchMilliseconds, cpuMilliseconds() - matching)
  }
  let featureBytes = 0
  for (let after = -1; ; ) {
    const page = await storage.ledger.scanRecords(after, 1_000)
    for (const { row } of page) featureBytes += row.features.length
    const last = page.at(-1)
    if (last === undefined) break
    after = last.row.id
  }
  await registry.close()
  const diskBytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  console.log(JSON.stringify({ importMilliseconds, matchMilliseconds, featureBytes, diskBytes }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
