import { z } from 'zod'

const MAX_ID = 100

/** Checks the id of an account, key, member, plan or job. */
export const ID_INPUT: z.ZodString = z
  .string()
  .max(MAX_ID, `must have at most ${MAX_ID} characters`)
  .regex(
    /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/,
    'must be an id: letters A to Z, digits and . _ ~ -, not starting with a dot',
  )
