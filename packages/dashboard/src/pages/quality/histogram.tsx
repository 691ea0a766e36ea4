import type { JSX } from 'preact'
import { count, percent } from '../../ui/show-values.ts'

/** Returns the bar height, 0 to 1. The scale is logarithmic, so that small counts are visible. */
function heightOf(number: number, most: number): number {
  return number === 0 ? 0 : Math.log1p(number) / Math.log1p(most)
}

/** Histogram of products by confidence, in steps of 5 %. */
export function Histogram({ counts }: { readonly counts: readonly number[] }): JSX.Element {
  const most = Math.max(1, ...counts)
  const text = counts
    .map((number, at) => `${percent(at / counts.length)} to ${percent((at + 1) / counts.length)}: ${count(number)}`)
    .filter((_, at) => counts[at] !== 0)
    .join('; ')
  return (
    <figure class="chart-frame stack">
      <ul class="histogram" aria-hidden="true">
        {counts.map((number, at) => (
          <li key={at / counts.length} title={`${percent(at / counts.length)}: ${count(number)}`}>
            <span class="histogram-bar" style={{ height: `${heightOf(number, most) * 100}%` }} />
          </li>
        ))}
      </ul>
      <div class="histogram-scale" aria-hidden="true">
        <span>0 %</span>
        <span>50 %</span>
        <span>100 %</span>
      </div>
      <figcaption class="small dim">
        Logarithmic heights. <span class="hidden-text">{text}</span>
      </figcaption>
    </figure>
  )
}
