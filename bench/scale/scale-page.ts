import { html } from '@utpid/evaluation'
import type { BenchRun } from '../harness/run-bench.ts'
import { benchPage } from '../page/bench-page.ts'
import { growthChart, TIME_STYLE } from '../speed/report/time-charts.ts'
import { GROWTH } from './growth-part.ts'

export function scalePage(run: BenchRun): string {
  const charts = Object.entries({ 'A search': GROWTH.search, 'A match': GROWTH.match })
  const cards = charts.flatMap(([what, points]) =>
    points.length < 2 ? [] : [html`<section class="card"><h3>${what}</h3>${growthChart(what, points)}</section>`],
  )
  return benchPage(run, {
    title: 'How utpid grows',
    about:
      'The same kinds of searches and matches in registries of several sizes, each measured in a separate process.',
    headlines: [
      { id: 'growth.search', what: 'ratio of search times in the largest registry and the previous size' },
      { id: 'growth.match', what: 'ratio of match times' },
    ],
    style: TIME_STYLE,
    sections: [
      html`<h2>Times by number of products</h2><p>The line is the median of all calls, the dashed line the 99th percentile.</p><div class="grid-of">${cards}</div>`,
    ],
  })
}
