/**
 * `npm run bench -- http [--part NAME]... [--seconds N] [--records N] [--url ADDRESS] [--export FILE] [--registry
 * FOLDER] [--seed N] [--dirty]`: the registry over HTTP, served by `utpid serve`. See ../README.md.
 */
import { runInEnvironment } from '../place/run-in-environment.ts'
import { attacksPart } from './attacks-part.ts'
import { batchPart } from './batch-part.ts'
import { endpointsPart } from './endpoints-part.ts'
import { ratesPart, ratesPostgresPart, ratesReplicaPart } from './rates-part.ts'
import { stopPart } from './stop-part.ts'

await runInEnvironment(
  'http',
  [endpointsPart, batchPart, ratesPart, ratesPostgresPart, ratesReplicaPart, stopPart, attacksPart],
  ['seconds', 'registry'],
)
