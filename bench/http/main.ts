/**
 * `npm run bench -- http [--part NAME]... [--seconds N] [--records N] [--url ADDRESS] [--export FILE] [--registry
 * FOLDER] [--seed N] [--dirty]`: the registry over HTTP, served by `utpid serve`. See ../README.md.
 */

import { ENDPOINTS, MIX } from '../load/bench-request.ts'
import { runInEnvironment } from '../place/run-in-environment.ts'
import { attacksPart } from './attacks-part.ts'
import { batchPart } from './batch-part.ts'
import { loadsPart } from './loads-part.ts'
import { ratesPart, ratesPostgresPart, ratesReplicaPart } from './rates-part.ts'
import { stopPart } from './stop-part.ts'

/** Measures each endpoint alone, then the usual mix of requests. */
const endpointsPart = loadsPart('endpoints', [
  ...ENDPOINTS.map((id) => ({ id, what: `${id} at 300/s`, shares: { [id]: 100 }, rate: 300, p99: 25 })),
  { id: 'mix', what: 'search 50, product 30, match 20 at 600/s', shares: MIX, rate: 600, p99: 25 },
])

await runInEnvironment(
  'http',
  [endpointsPart, batchPart, ratesPart, ratesPostgresPart, ratesReplicaPart, stopPart, attacksPart],
  ['seconds', 'registry'],
)
