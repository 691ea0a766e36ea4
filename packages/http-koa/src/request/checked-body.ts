import type { z } from 'zod'
import { InvalidRequest } from '../response/problem.ts'
import { faultsOf } from './faults.ts'

/** Checks a body against its schema. @throws {@link InvalidRequest} */
export function checkedBody<Body extends z.ZodType>(body: unknown, schema: Body): z.output<Body> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new InvalidRequest(faultsOf(parsed.error, ''))
}
