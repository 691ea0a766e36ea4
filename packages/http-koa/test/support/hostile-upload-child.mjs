/**
 * Replaces the upload thread. The first bytes of the body select its behaviour: `stuck` never ends, `hungry` takes all
 * memory, `dies` exits.
 */
import { parentPort } from 'node:worker_threads'

let progress

parentPort.on('message', ({ begin, bytes }) => {
  if (begin !== undefined) {
    progress = begin.progress
    parentPort.postMessage({ wants: true })
  }
  if (bytes === undefined) return
  Atomics.store(progress, 1, 7)
  const what = Buffer.from(bytes).toString('latin1', 0, 6).trim()
  if (what === 'stuck') for (;;);
  if (what === 'dies') process.exit(3)
  const held = []
  for (;;) held.push(Array.from({ length: 1_000 }, (_, at) => ({ at })))
})
