/**
 * `npm run bench -- feeds [--part NAME]... [--products N] [--cases N] [--seed N] [--dirty]`: feeds of suppliers, from
 * their files to the answer at booking time. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { columnsPart } from './columns-part.ts'
import { confirmPart } from './confirm-part.ts'
import { hostilePart } from './hostile-part.ts'
import { messyPart } from './messy-part.ts'
import { samplesPart } from './samples-part.ts'

await runBench('feeds', [samplesPart, columnsPart, messyPart, hostilePart, confirmPart], {
  options: ['products', 'cases'],
})
