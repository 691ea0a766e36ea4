import { describe, expect, it } from 'vitest'
import { TokenBucket } from '../../src/limits/token-bucket.ts'
import { checkAgainstArrivals } from './arrivals.ts'

describe('a token bucket', () => {
  it('is full at first, and refills its capacity within its period', () => {
    const bucket = new TokenBucket({ requests: 10, perSeconds: 1 }, 0)
    for (let left = 10; left > 0; left--) {
      expect(bucket.remaining(0)).toBe(left)
      bucket.take()
    }
    expect(bucket.remaining(0)).toBe(0)
    expect(bucket.millisecondsToNext(0)).toBe(100)
    expect(bucket.remaining(99)).toBe(0)
    expect(bucket.remaining(100)).toBe(1)
    expect(bucket.millisecondsToFull(100)).toBe(900)
    expect(bucket.remaining(1_000)).toBe(10)
    expect(bucket.remaining(100_000)).toBe(10)
  })

  it('never rounds: three times a third of a second is a second', () => {
    const bucket = new TokenBucket({ requests: 3, perSeconds: 7 }, 0)
    for (let at = 0; at < 3; at++) bucket.take()
    let taken = 0
    for (let now = 1; now <= 7_000_000; now += 1) {
      if (bucket.remaining(now) === 0) continue
      bucket.take()
      taken++
    }
    expect(taken).toBe(3_000)
  })

  it('neither adds nor removes tokens when the clock is set back', () => {
    const bucket = new TokenBucket({ requests: 1, perSeconds: 1 }, 10_000)
    bucket.take()
    expect(bucket.remaining(0)).toBe(0)
    expect(bucket.remaining(10_999)).toBe(0)
    expect(bucket.remaining(11_000)).toBe(1)
  })

  it('keeps the used tokens under a changed rule', () => {
    const bucket = new TokenBucket({ requests: 30, perSeconds: 1 }, 0)
    for (let at = 0; at < 5; at++) bucket.take()
    expect(bucket.withRule({ requests: 10, perSeconds: 1 }, 0).remaining(0)).toBe(5)
    expect(bucket.withRule({ requests: 2, perSeconds: 1 }, 0).remaining(0)).toBe(0)
  })

  it('keeps partly refilled tokens as used under a changed rule', () => {
    const bucket = new TokenBucket({ requests: 10, perSeconds: 1 }, 0)
    bucket.take()
    // Four tenths of the used token are not refilled yet.
    expect(bucket.withRule({ requests: 10, perSeconds: 10 }, 60).remaining(60)).toBe(9)
    expect(bucket.withRule({ requests: 10, perSeconds: 10 }, 100).remaining(100)).toBe(10)
  })

  it('never exceeds its capacity after refunds', () => {
    const bucket = new TokenBucket({ requests: 3, perSeconds: 1 }, 0)
    bucket.refund()
    expect(bucket.remaining(0)).toBe(3)
    expect(bucket.millisecondsToFull(0)).toBe(0)
    bucket.take()
    bucket.refund()
    bucket.refund()
    expect(bucket.remaining(0)).toBe(3)
    expect(bucket.remaining(60_000)).toBe(3)
  })

  it('follows its rule exactly in random arrivals', () => checkAgainstArrivals(20_000))
})
