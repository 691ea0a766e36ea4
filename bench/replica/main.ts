/**
 * `npm run bench -- replica [--seed N] [--records N] [--url ADDRESS] [--export FILE]`: a replica in memory of a registry in
 * PostgreSQL. See ../README.md.
 */
import { runBench } from '../report/run-bench.ts'
import { replicaPart } from './replica-part.ts'

await runBench('replica', [replicaPart], { options: ['records', 'url', 'export'] })
