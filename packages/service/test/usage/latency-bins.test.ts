import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LatencyHistogram } from '../../src/usage/latency-bins.ts'

describe('LatencyHistogram', () => {
  it('returns any percentile within 5 % from 0.1 ms to 100 s', () => {
    const times = fc.array(
      fc.double({ min: -1, max: 5, noNaN: true }).map((power) => 10 ** power),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(times, fc.double({ min: 0.001, max: 1, noNaN: true }), (milliseconds, share) => {
        const histogram = new LatencyHistogram()
        for (const time of milliseconds) histogram.add(time)
        const sorted = [...milliseconds].sort((a, b) => a - b)
        const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] as number
        const error = Math.abs((histogram.percentile(share) as number) - exact) / exact
        expect(error).toBeLessThanOrEqual(0.05)
      }),
      runs(2_000),
    )
  })

  it('is equal if it was filled at once or merged from parts', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 200_000, noNaN: true })), fc.nat(), (milliseconds, cut) => {
        const [whole, one, other, sum] = Array.from({ length: 4 }, () => new LatencyHistogram())
        milliseconds.forEach((time, at) => {
          whole?.add(time)
          ;(at < cut % (milliseconds.length + 1) ? one : other)?.add(time)
        })
        sum?.addBins(one?.bins() ?? [])
        sum?.addBins(other?.bins() ?? [])
        expect(sum?.bins()).toEqual(whole?.bins())
      }),
    )
  })

  it('has limits at both ends, and returns null without calls', () => {
    const histogram = new LatencyHistogram()
    expect(histogram.percentile(0.5)).toBeNull()
    histogram.add(0)
    histogram.add(Number.MAX_VALUE)
    expect([histogram.percentile(0.5), histogram.percentile(1)]).toEqual([0.1, 100_000])
  })
})
