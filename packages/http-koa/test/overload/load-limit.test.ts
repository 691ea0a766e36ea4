import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LoadLimit, type LoadRules } from '../../src/index.ts'
import type { LoadSlot } from '../../src/overload/load-limit.ts'

const RULES: LoadRules = { requestsMost: 16, streamsMost: 8, bodyBytesMost: 1_000 }
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

it('always has something for an account that has nothing, whatever another one does', () => {
  const step = fc.record({ what: fc.constantFrom('enter', 'flow', 'hold', 'end'), at: fc.nat(20), bytes: fc.nat(400) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const limit = new LoadLimit(RULES)
      const slots: LoadSlot[] = []
      for (const { what, at, bytes } of steps) {
        const slot = slots[at % Math.max(1, slots.length)]
        if (what === 'enter') {
          const entered = limit.enter(false)
          if (isDone(() => entered.belongsTo('greedy'))) slots.push(entered)
          else entered.release()
        } else if (what === 'flow') isDone(() => slot?.becomeStream())
        else if (what === 'hold' && (slots.length > 1 || bytes < 300)) isDone(() => slot?.holdBytes(bytes))
        else if (what === 'end') slots.splice(at % Math.max(1, slots.length), 1)[0]?.release()
      }
      const other = limit.enter(false)
      other.belongsTo('modest')
      other.becomeStream()
      other.release()
      for (const slot of slots) slot.release()
      expect(limit.state).toEqual(NOTHING)
    }),
  )
})

it('gives one account alone three quarters, and counts by what is in hand now', () => {
  const limit = new LoadLimit(RULES)
  const enter = (): LoadSlot | undefined => {
    const slot = limit.enter(false)
    if (isDone(() => slot.belongsTo('one'))) return slot
    slot.release()
    return undefined
  }
  const slots = Array.from({ length: 14 }, enter)
  expect(slots.filter((slot) => slot !== undefined)).toHaveLength(12)
  // A request that waits for its body does not count.
  const arrived = slots[0]?.waitsForBody()
  const another = enter()
  expect(another).toBeDefined()
  another?.release()
  arrived?.()
  expect(enter()).toBeUndefined()
  for (const slot of slots) slot?.release()
  expect(limit.state).toEqual(NOTHING)
})

it('holds a large body of one account, but not so many that others find no room', () => {
  const limit = new LoadLimit(RULES)
  const [first, second, other] = [limit.enter(false), limit.enter(false), limit.enter(false)]
  first.belongsTo('one')
  second.belongsTo('one')
  other.belongsTo('other')
  first.holdBytes(500)
  first.holdBytes(200)
  expect(isDone(() => second.holdBytes(100))).toBe(false)
  expect(isDone(() => other.holdBytes(200))).toBe(true)
})
