/**
 * `npm run bench -- feeds [--part NAME]... [--products N] [--cases N] [--seed N] [--dirty]`: feeds of suppliers, from
 * their files to the answer at booking time. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { confirmPart } from './confirm-part.ts'

await runBench('feeds', [confirmPart], { options: ['products', 'cases'] })
