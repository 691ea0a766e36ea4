import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { theme } from '../theme.ts'

export interface Line {
  readonly label: string
  /** Name of the design token for the colour. */
  readonly color: string
  readonly values: readonly (number | null)[]
  readonly isBars?: boolean
}

interface ChartProps {
  /** Description of the chart as text. */
  readonly label: string
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  readonly show: (value: number) => string
}

const HEIGHT = 200
const AXIS_WIDTH = 64
const BAR_WIDTH = 0.7
const MAX_BAR = 28

/** Chart of values over time. */
export function Chart({ label, times, lines, show }: ChartProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const key = JSON.stringify([times, lines, theme.value])
  // The key contains all dependencies.
  useEffect(() => {
    const { current } = box
    if (current === null) return undefined
    const dim = colorOf('--dim')
    const grid = { stroke: colorOf('--line'), width: 1 }
    const bars = uPlot.paths.bars?.({ size: [BAR_WIDTH, MAX_BAR] })
    const plot = new uPlot(
      {
        width: current.clientWidth,
        height: HEIGHT,
        cursor: { y: false, drag: { x: false, y: false } },
        scales: { y: { range: (_, __, most) => [0, most === 0 ? 1 : most * 1.1] } },
        axes: [
          { stroke: dim, grid, ticks: grid },
          { stroke: dim, grid, ticks: grid, size: AXIS_WIDTH, values: (_, ticks) => ticks.map(show) },
        ],
        series: [
          { label: ' ', value: (_, at) => (at == null ? '' : new Date(at * 1_000).toLocaleString()) },
          ...lines.map(({ label: name, color, isBars }) => ({
            label: name,
            stroke: colorOf(color),
            width: 2,
            ...(isBars === true ? { fill: colorOf(color), ...(bars === undefined ? {} : { paths: bars }) } : {}),
            points: { show: isBars !== true && times.length < 3 },
            value: (_: uPlot, value: number | null) => (value == null ? '' : show(value)),
          })),
        ],
      },
      [[...times], ...lines.map(({ values }) => [...values])],
      current,
    )
    const watch = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height: HEIGHT }))
    watch.observe(current)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [key])
  return (
    <figure class="chart-frame" role="img" aria-label={label}>
      <div class="chart" ref={box} aria-hidden="true" />
    </figure>
  )
}

/** Returns the colour of a design token in the current theme. */
function colorOf(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
