/**
 * `npm run bench -- scale [--sizes N,N,N] [--work FOLDER] [--page FILE]`: measures times by the size of a registry. See
 * ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { growthPart } from './growth-part.ts'
import { scalePage } from './scale-page.ts'

await runBench('scale', [growthPart], {
  options: ['sizes', 'seconds', 'megabytes'],
  keeping: ['work'],
  page: scalePage,
})
