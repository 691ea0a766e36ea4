import { z } from 'zod'

const ID_MOST = 100

/** The id of an account, key, member, plan or job. No other text is an id. */
export const ID_INPUT: z.ZodString = z
  .string()
  .max(ID_MOST, `must have at most ${ID_MOST} characters`)
  .regex(
    /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/,
    'must be an id: letters A to Z, digits and . _ ~ -, not starting with a dot',
  )
