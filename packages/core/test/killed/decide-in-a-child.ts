/**
 * A process that makes curator decisions in the registry of a folder, one after the other: `decide-in-a-child.ts FOLDER
 * SEED`. A test runs the process and kills it at any moment. The process prints each decision as soon as the registry
 * acknowledges it.
 */
import { writeSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { type Happening, happen } from '../support/living-world.ts'
import { seededRandom } from '../support/small-world.ts'
import { TIMELESS } from '../support/timeless.ts'
import { feedOfRound } from './feed-of-round.ts'
import type { DecidedLine } from './killed-decisions.ts'

const DECISIONS = 120
const CHOICES = 100_000
const KINDS = ['merge', 'dismiss', 'split', 'undo', 'pin', 'verify', 'delete', 'merge', 'split', 'dismiss'] as const

const [folder, seed] = process.argv.slice(2) as [string, string]

function say(line: DecidedLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

const random = seededRandom(Number(seed))
const choice = (): number => Math.floor(random() * CHOICES)
say({ begins: 'opening' })
const storage = await openDurableStorage(folder)
const registry = await createRegistry({ storage, survivorshipRules: TIMELESS })
if ((await storage.ledger.head()).change === 0) await registry.import(feedOfRound(0))
const decisions = (await storage.ledger.scanDecisions(0, 1_000)).map(({ change }) => change)
say({ begins: 'deciding' })
for (let count = 0; count < DECISIONS; count++) {
  const does = KINDS[Math.floor(random() * KINDS.length)] as (typeof KINDS)[number]
  const [one, other] = [choice(), choice()]
  const happening = { does, one, other, parts: 1 + (other % 7), decision: one } as unknown as Happening
  const change = await happen(happening, { registry, storage }, decisions)
  if (change !== undefined) say({ change, does })
}
say({ begins: 'closing' })
await registry.close()
