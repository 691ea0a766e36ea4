import { expect, it } from 'vitest'
import { logScale, timeText } from '../../page/chart.ts'
import { growthChart, latencyChart } from '../../speed/report/time-charts.ts'

it('puts powers of ten at even distances, and has all values between its ends', () => {
  const scale = logScale([0.03, 2, 70], 0, 100)
  expect(scale.ticks.map(timeText)).toEqual(['0.01 ms', '0.1 ms', '1 ms', '10 ms', '100 ms'])
  expect(scale.ticks.map((tick) => scale.place(tick))).toEqual([0, 25, 50, 75, 100])
})

it('has room where all values are one', () => {
  const scale = logScale([1, 1], 0, 100)
  expect([scale.place(1), scale.place(10)]).toEqual([0, 100])
})

it('says in words what the charts show', () => {
  const latency = latencyChart([['one word', [{ engine: 'utpid', p50: 0.2, p99: 3 }]]])
  expect(latency.text).toContain('one word: utpid 0.2 ms to 3 ms')
  const growth = growthChart('A search', [
    { products: 1_000, p50: 0.1, p99: 1 },
    { products: 50_000, p50: 0.2, p99: 2_000 },
  ])
  expect(growth.text).toContain('50,000 products: p50 0.2 ms, p99 2 s')
  expect(latency.text + growth.text).not.toContain('NaN')
})
