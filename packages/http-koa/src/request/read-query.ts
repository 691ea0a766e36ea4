import type { z } from 'zod'
import { type Fault, InvalidRequest } from '../response/problem.ts'
import type { Parameters } from '../route/route.ts'
import { faultsOf } from './faults.ts'

/**
 * Parses query parameters by their schema. Unknown and repeated parameters are rejected: ignoring them would hide
 * mistakes.
 *
 * @throws {@link InvalidRequest}
 */
export function readQuery<Query extends Parameters>(
  search: URLSearchParams,
  schema: Query | undefined,
): z.output<Query> {
  const values: Record<string, string> = {}
  const faults: Fault[] = []
  const known = schema?.shape ?? {}
  for (const [name, value] of search) {
    const path = `query.${name}`
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known).join(', ')
      const message = names === '' ? 'is unknown; this route has no parameters' : `is unknown; this route has ${names}`
      faults.push({ path, code: 'unknown_parameter', message })
    } else if (Object.hasOwn(values, name)) {
      faults.push({ path, code: 'repeated_parameter', message: 'was given more than once' })
    } else values[name] = value
  }
  const parsed = schema?.safeParse(values)
  if (parsed?.success === false) faults.push(...faultsOf(parsed.error, 'query'))
  if (faults.length > 0) throw new InvalidRequest(faults)
  return parsed?.data as z.output<Query>
}

/** Parses path parameters by their schema. @throws {@link InvalidRequest} */
export function readParameters<Path extends Parameters>(
  values: Readonly<Record<string, string>>,
  schema: Path | undefined,
): z.output<Path> {
  const parsed = schema?.safeParse(values)
  if (parsed?.success === false) throw new InvalidRequest(faultsOf(parsed.error, 'path'))
  return parsed?.data as z.output<Path>
}
