/**
 * A separate process for tests. `child.ts open FOLDER` tries to open the folder. `hold` opens the folder and waits to
 * be killed. `write` commits until it is killed, and prints each acknowledged change. `change` does the same with
 * existing stays, during checkpoints and merges. `some` runs `write` for a while, then closes the folder. `fill` fills
 * a disk. `reindex` reindexes a registry to an invented index version and prints each slice.
 */
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry, type RegistryError } from '@utpid/core'
import { emptyCommit } from '@utpid/core/storage'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { openSmallSegments } from './durable-suite.ts'
import { changedStay, detailedStay, numberedStay, SAMPLE_TIME } from './numbered-stay.ts'

const BALLAST_BYTES = 4 * 1_048_576
const SOME = 12

const [mode, folder] = process.argv.slice(2) as [string, string]

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

/** Fills the disk until a commit fails, frees some space, repeats the commit, and opens the folder again. */
async function fillDisk(): Promise<void> {
  const ballast = join(folder, '..', 'ballast')
  writeFileSync(ballast, Buffer.alloc(BALLAST_BYTES))
  const storage = await openDurableStorage(folder)
  const { ledger, index } = storage
  const write = (number: number): Promise<unknown> =>
    ledger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(number, { mark: 'x'.repeat(20_000) }) })
  let acknowledged = 0
  let refusal: RegistryError | undefined
  while (refusal === undefined) {
    refusal = await write(acknowledged + 1).then(
      () => undefined,
      (error: RegistryError) => error,
    )
    if (refusal === undefined) acknowledged++
  }
  const { change } = await ledger.head()
  const indexAt = await index.at()
  const readable = (await ledger.getRecords([acknowledged]))[0]?.row.id
  // Fills the disk down to the last byte, so that not even a small file fits.
  const filler = `${ballast}-2`
  fillUp(filler)
  const codes = {
    indexVersion: await codeOf(storage.setIndexVersion('2-abcdef')),
    commit: await codeOf(write(acknowledged + 1)),
  }
  const kept = (await ledger.head()).change
  const codesOfOpening = {
    close: await codeOf(storage.close()),
    open: await codeOf(openDurableStorage(folder)),
    begin: await codeOf(openDurableStorage(join(folder, '..', 'another'))),
  }
  rmSync(ballast)
  rmSync(filler)
  const freed = await openDurableStorage(folder)
  await freed.setIndexVersion('2-abcdef')
  const { ledger: freedLedger } = freed
  await freedLedger.commit({ ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(acknowledged + 1) })
  await freed.close()
  const reopened = await openDurableStorage(folder)
  const afterwards = (await reopened.ledger.head()).change
  await reopened.close()
  say(
    JSON.stringify({
      codes: { ...codes, ...codesOfOpening },
      kept,
      code: refusal.code,
      message: refusal.message,
      acknowledged,
      change,
      indexAt,
      readable,
      afterwards,
    }),
  )
}

function fillUp(path: string): void {
  const file = openSync(path, 'w')
  for (const bytes of [65_536, 4_096, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(bytes))
    } catch {
      // Stops: no further file of this size fits.
    }
  }
  closeSync(file)
}

async function codeOf(outcome: Promise<unknown>): Promise<string> {
  return await outcome.then(
    () => 'done',
    (error: RegistryError) => error.code,
  )
}

async function write(times: number): Promise<void> {
  const storage = await openDurableStorage(folder)
  let { change } = await storage.ledger.head()
  for (let time = 0; time < times; time++) {
    // Commits two changes at a time, so that some transactions share a flush.
    const steps = [change + 1, change + 2].map(async (number) => {
      const answer = await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, change), ...detailedStay(number) })
      say(`${answer.change}`)
    })
    await Promise.all(steps)
    change += 2
  }
  await storage.close()
}

async function change(): Promise<void> {
  const storage = await openSmallSegments(folder, { checkpointRows: 1 })
  for (let { change: head } = await storage.ledger.head(); ; head++) {
    const answer = await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, head), ...changedStay(head + 1) })
    say(`${answer.change}`)
  }
}

async function reindexRegistry(): Promise<void> {
  const storage = await openDurableStorage(folder)
  const registry = await createRegistry({ storage, yield: async () => void (await setImmediate()) })
  await registry.reindex({ rules: ARTIFICIAL_RULES, onProgress: ({ phase, done }) => say(`${phase} ${done}`) })
  say('done')
  await registry.close()
}

if (mode === 'write') await write(Number.POSITIVE_INFINITY)
if (mode === 'change') await change()
if (mode === 'some') {
  await write(SOME)
  process.exit()
}
if (mode === 'fill' || mode === 'reindex') {
  await (mode === 'fill' ? fillDisk() : reindexRegistry())
  process.exit()
}
try {
  const storage = await openDurableStorage(folder)
  say('open')
  if (mode === 'hold') setInterval(() => {}, 1_000_000)
  else await storage.close()
} catch (error) {
  const { code, message } = error as RegistryError
  say(JSON.stringify({ code, message }))
}
