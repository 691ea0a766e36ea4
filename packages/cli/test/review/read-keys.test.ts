import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { Interrupted } from '../../src/errors/interrupted.ts'
import type { InputTerminal } from '../../src/io/input-terminal.ts'
import { lineKeys, terminalKeys } from '../../src/review/read-keys.ts'

const never = new AbortController().signal

/** A fake terminal that stores whether it is in raw mode. */
class Terminal extends PassThrough {
  isRaw = false
  setRawMode(raw: boolean): this {
    this.isRaw = raw
    return this
  }
}

test('lines are words in lower case, empty ones pass, and after the last the input has ended', async () => {
  const keys = lineKeys(Readable.from(['M\n\n', '  Different \r\nq']), never)
  const read = [await keys.next(), await keys.next(), await keys.next(), await keys.next()]
  expect(read).toEqual([{ typed: 'm' }, { typed: 'different' }, { typed: 'q' }, { event: 'end' }])
  keys.close()
})

test('a terminal is raw while keys are read, and afterwards as it was', async () => {
  const input = new Terminal()
  const keys = terminalKeys(input as unknown as InputTerminal, never)
  expect(input.isRaw).toBe(true)
  input.write('M')
  expect(await keys.next()).toEqual({ typed: 'm' })
  // An arrow key is not typed text.
  input.write('\u001b[A')
  input.write('d')
  expect(await keys.next()).toEqual({ typed: 'd' })
  keys.close()
  expect([input.isRaw, input.listenerCount('data')]).toEqual([false, 0])
})

test('letters typed before a page was there are dropped, but not the wish to stop', async () => {
  const input = new Terminal()
  const keys = terminalKeys(input as unknown as InputTerminal, never)
  input.write('mmm')
  await new Promise((resolve) => setImmediate(resolve))
  keys.dropTyped()
  input.write('d')
  expect(await keys.next()).toEqual({ typed: 'd' })
  input.write('m\u0003')
  await new Promise((resolve) => setImmediate(resolve))
  keys.dropTyped()
  expect(await keys.next()).toEqual({ event: 'stop' })
  keys.close()
})

test('a signal ends the waiting for a key', async () => {
  const stop = new AbortController()
  const keys = lineKeys(new PassThrough(), stop.signal)
  const next = keys.next()
  stop.abort(new Interrupted('SIGTERM'))
  expect(await next).toEqual({ event: 'stop' })
  keys.close()
})
