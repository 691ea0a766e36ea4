import { expect, test } from 'vitest'
import { WriteQueue } from '../../src/registry/write-queue.ts'

/** How many writes go on in turn before one is tried without. */
function turnsOf(queue: WriteQueue): number {
  let turns = 0
  while (queue.takesTurn()) turns++
  return turns
}

test('who is overtaken writes in turn for a while, and longer each time that it does not help', () => {
  const queue = new WriteQueue()
  expect(turnsOf(queue)).toBe(0)
  const spells = Array.from({ length: 6 }, () => {
    queue.wasOvertaken()
    return turnsOf(queue)
  })
  expect(spells).toEqual([10, 20, 40, 80, 160, 160])
})

test('once nobody overtakes it, it is as at first', () => {
  const queue = new WriteQueue()
  queue.wasOvertaken()
  turnsOf(queue)
  queue.wasOvertaken()
  turnsOf(queue)
  // Tried without a turn, and not overtaken.
  expect(queue.takesTurn()).toBe(false)
  queue.wasOvertaken()
  expect(turnsOf(queue)).toBe(10)
})
