import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ConcurrencyLimit, type ConcurrencyRules } from '../../src/index.ts'
import type { RequestSlot } from '../../src/overload/concurrency-limit.ts'

const RULES: ConcurrencyRules = { maxRequests: 16, maxStreams: 8, maxBodyBytes: 1_000 }
const NOTHING = { requests: 0, streams: 0, bodyBytes: 0 }

/** Whether the function succeeded. */
function isDone(run: () => void): boolean {
  try {
    run()
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'overloaded' })
    return false
  }
}

it('always has capacity for an account without running requests', () => {
  const step = fc.record({ what: fc.constantFrom('enter', 'flow', 'hold', 'end'), at: fc.nat(20), bytes: fc.nat(400) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const limit = new ConcurrencyLimit(RULES)
      const slots: RequestSlot[] = []
      for (const { what, at, bytes } of steps) {
        const slot = slots[at % Math.max(1, slots.length)]
        if (what === 'enter') {
          const entered = limit.enter(false)
          if (isDone(() => entered.assignTo('greedy'))) slots.push(entered)
          else entered.release()
        } else if (what === 'flow') isDone(() => slot?.becomeStream())
        else if (what === 'hold' && (slots.length > 1 || bytes < 300)) isDone(() => slot?.holdBytes(bytes))
        else if (what === 'end') slots.splice(at % Math.max(1, slots.length), 1)[0]?.release()
      }
      const other = limit.enter(false)
      other.assignTo('modest')
      other.becomeStream()
      other.release()
      for (const slot of slots) slot.release()
      expect(limit.state).toEqual(NOTHING)
    }),
  )
})

it('gives a single account three quarters of the capacity, according to the current load', () => {
  const limit = new ConcurrencyLimit(RULES)
  const enter = (): RequestSlot | undefined => {
    const slot = limit.enter(false)
    if (isDone(() => slot.assignTo('one'))) return slot
    slot.release()
    return undefined
  }
  const slots = Array.from({ length: 14 }, enter)
  expect(slots.filter((slot) => slot !== undefined)).toHaveLength(12)
  // A request does not count while it waits for its body.
  const arrived = slots[0]?.pauseForBody()
  const another = enter()
  expect(another).toBeDefined()
  another?.release()
  arrived?.()
  expect(enter()).toBeUndefined()
  for (const slot of slots) slot?.release()
  expect(limit.state).toEqual(NOTHING)
})

it('accepts a large body of one account, but keeps memory for other accounts', () => {
  const limit = new ConcurrencyLimit(RULES)
  const [first, second, other] = [limit.enter(false), limit.enter(false), limit.enter(false)]
  first.assignTo('one')
  second.assignTo('one')
  other.assignTo('other')
  first.holdBytes(500)
  first.holdBytes(200)
  expect(isDone(() => second.holdBytes(100))).toBe(false)
  expect(isDone(() => other.holdBytes(200))).toBe(true)
})
