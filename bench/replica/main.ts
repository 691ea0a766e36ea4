/**
 * `npm run bench -- replica [--seed N] [--records N] [--url ADDRESS] [--export FILE] [--schema NAME] [--idle 1]
 * [--dirty]`: a replica of a registry in PostgreSQL, in memory and in a folder. See ../README.md.
 */
import { runInEnvironment } from '../place/run-in-environment.ts'
import { replicaPart } from './replica-part.ts'

await runInEnvironment('replica', [replicaPart], ['schema', 'idle'])
