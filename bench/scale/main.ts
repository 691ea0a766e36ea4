/**
 * `npm run bench -- scale [--sizes N,N,N] [--work FOLDER] [--page FILE]`: measures times by the size of a registry. See
 * ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { growthPart, type ScaleFindings } from './growth-part.ts'
import { scalePage } from './scale-page.ts'

const findings: ScaleFindings = { search: [], match: [] }

await runBench('scale', [growthPart(findings)], {
  options: ['sizes', 'seconds', 'megabytes'],
  keeping: ['work'],
  page: (run) => scalePage(run, findings),
})
