import { type Html, html } from '@utpid/evaluation'

/** A measured value with its bar (the required limit). */
export interface JudgedValue {
  readonly what: string
  readonly value: number
  /** The value as shown in the table. */
  readonly text: string
  /** The bar of the value, such as `<= 25` or `>= 0.9`. */
  readonly bar: string
  /** Whether the value is a fraction of 1. Its bar then limits the distance to 1. */
  readonly isFraction: boolean
  readonly holds: boolean
}

const WIDTH = 900
const LEFT = 560
const RIGHT = 24
const TOP = 34
const LINE = 20
const BOTTOM = 34
/** Range of the axis: 1/100 to 10 times the bar. Values outside are shown at the ends. */
const [MIN_SHARE, MAX_SHARE] = [0.01, 10]
const TICKS = [0.01, 0.1, 1, 10]
const LETTERS = 84

const STYLE = [
  'text{font:12px system-ui,sans-serif;fill:#24292f}.s{fill:#57606a}.g{stroke:#d0d7de}.one{stroke:#57606a;stroke-width:1.5}.ok{fill:#1a7f37}.no{fill:#cf222e}',
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.g{stroke:#30363d}.one{stroke:#9198a1}.ok{fill:#3fb950}.no{fill:#f85149}}',
].join('')

/**
 * Draws the ratio of each value to its bar, one line per value, on a logarithmic axis. Values on the left meet their
 * bar, values on the right miss it. Dots meet their bar and diamonds miss it, so the chart does not depend on colours.
 */
export function barsChart(name: string, values: readonly JudgedValue[]): string {
  const bottom = TOP + values.length * LINE
  const held = values.filter(({ holds }) => holds).length
  const title = `${name}: ${held} of ${values.length} bars hold`
  const ticks = TICKS.map((share) => {
    const x = place(share)
    const label = share === 1 ? 'the bar' : share < 1 ? `${share * 100} % of it` : `${share} times`
    return html`<line class="${share === 1 ? 'one' : 'g'}" x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${bottom}"/><text class="s" x="${x}" y="${bottom + 18}" text-anchor="middle">${label}</text>`
  })
  const lines = values.map((value, at) => line(value, TOP + (at + 0.5) * LINE))
  const drawn = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + BOTTOM}" width="${WIDTH}" height="${bottom + BOTTOM}" role="img" aria-label="${title}"><title>${title}</title><style>${STYLE}</style><text x="${LEFT - 10}" y="18" text-anchor="end" class="s">what, value and bar</text><text x="${place(1)}" y="18" text-anchor="middle" class="s">holds to the left, misses to the right</text>${ticks}${lines}</svg>`
  return `${drawn}\n`
}

function line(value: JudgedValue, y: number): Html {
  const { what, text, bar, holds } = value
  const result = `: ${text} (${bar})`
  const whole = `${what}${result}`
  const label = `${cut(what, LETTERS - result.length)}${result}`
  const x = place(shareOf(value))
  const mark = holds
    ? html`<circle class="ok" cx="${x}" cy="${y}" r="4.5"/>`
    : html`<path class="no" d="M${x - 6} ${y}l6 -6l6 6l-6 6z"/>`
  return html`<g><title>${whole}</title><text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${label}</text>${mark}</g>`
}

function cut(text: string, most: number): string {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/**
 * Returns the ratio of a value to its bar; the ratio is 1 at the bar. For a fraction, returns the ratio of the
 * distances to 1.
 */
function shareOf({ value, bar, isFraction, holds }: JudgedValue): number {
  const limit = Number(/-?[\d.]+$/.exec(bar)?.[0])
  const allowsErrors = isFraction && bar.startsWith('>') && limit >= 0.5
  const share = allowsErrors ? (1 - value) / (1 - limit) : bar.startsWith('>') ? limit / value : value / limit
  // There is no ratio if the bar is 0, or if the value is 0 although the bar is a minimum.
  return Number.isFinite(share) && share > 0 ? share : holds ? MIN_SHARE : MAX_SHARE
}

function place(share: number): number {
  const shown = Math.min(MAX_SHARE, Math.max(MIN_SHARE, share))
  const part = Math.log(shown / MIN_SHARE) / Math.log(MAX_SHARE / MIN_SHARE)
  return Number((LEFT + part * (WIDTH - RIGHT - 30 - LEFT) + 12).toFixed(1))
}
