import { type Html, html } from '@utpid/evaluation'

/** A square plot of two fractions, with room for its axes. */
export const PLOT = { width: 340, height: 316, left: 40, right: 12, top: 12, bottom: 44 } as const

const WIDE = PLOT.width - PLOT.left - PLOT.right
const HIGH = PLOT.height - PLOT.top - PLOT.bottom

/** Maps values from `least` to 1 to positions in a plot. Lower values are put on its edge. */
export interface PlotScale {
  readonly min: number
  x(value: number): number
  y(value: number): number
}

export function plotScale(min: number): PlotScale {
  const part = (value: number): number => Math.min(1, Math.max(0, (value - min) / (1 - min)))
  return {
    min,
    x: (value) => tenths(PLOT.left + part(value) * WIDE),
    y: (value) => tenths(PLOT.top + (1 - part(value)) * HIGH),
  }
}

/** Grid lines with their values, and the names of both axes. */
export function plotAxes(scale: PlotScale, nameOfX: string, nameOfY: string): Html {
  const values = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => scale.min + part * (1 - scale.min))
  const lines = values.map((value) => {
    const [x, y] = [scale.x(value), scale.y(value)]
    const text = value === 0 || value === 1 ? String(value) : value.toFixed(1).replace(/^0/, '')
    return html`<line class="grid" x1="${x}" x2="${x}" y1="${PLOT.top}" y2="${PLOT.top + HIGH}"/><line class="grid" x1="${PLOT.left}" x2="${PLOT.left + WIDE}" y1="${y}" y2="${y}"/><text class="tick" x="${x}" y="${PLOT.top + HIGH + 16}" text-anchor="middle">${text}</text><text class="tick" x="${PLOT.left - 6}" y="${y + 4}" text-anchor="end">${text}</text>`
  })
  const middle = PLOT.top + HIGH / 2
  return html`${lines}<text class="axis" x="${PLOT.left + WIDE / 2}" y="${PLOT.height - 8}" text-anchor="middle">${nameOfX}</text><text class="axis" x="11" y="${middle}" text-anchor="middle" transform="rotate(-90 11 ${middle})">${nameOfY}</text>`
}

/** An SVG with an accessible label. */
export function plot(label: string, content: readonly Html[]): Html {
  return html`<svg viewBox="0 0 ${PLOT.width} ${PLOT.height}" role="img" aria-label="${label}">${content}</svg>`
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
