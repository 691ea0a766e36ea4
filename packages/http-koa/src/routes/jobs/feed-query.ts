import { textInput } from '@utpid/service/internal'
import type { z } from 'zod'
import { booleanParameter, decimal } from '../../schema/shared.ts'

type Text = z.ZodOptional<ReturnType<typeof textInput>>

const COLUMNS_MAX = 20_000

/** Query parameters that control how a table is read. */
export const tableQuery: { readonly columns: Text; readonly encoding: Text } = {
  columns: textInput({ max: COLUMNS_MAX }).optional().meta({
    description: 'Columns of a CSV without a header, in order, as a comma-separated list: `code,name,city`.',
  }),
  encoding: textInput({ max: 40 }).optional().meta({
    description: 'Encoding of the body, such as `windows-1251`. Default: UTF-8 where the text is valid, else guessed.',
  }),
}

/** Query parameters that control how the rows of a feed are found. */
export const feedQuery: typeof tableQuery & { readonly records: Text; readonly entry: Text } = {
  ...tableQuery,
  records: textInput({ max: 1_000 }).optional().meta({
    description:
      'Place of the records in a JSON body: `hotels[]`, `data.items`, or `hotels.*` for an object by codes. Default: found.',
  }),
  entry: textInput({ max: 1_000 }).optional().meta({
    description: 'File to read from a zip archive of several files.',
  }),
}

/** Query parameters of imports that may deactivate records. */
export const endingQuery: {
  readonly full: z.ZodOptional<typeof booleanParameter>
  readonly removedWhen: Text
  readonly removedOnly: z.ZodOptional<typeof booleanParameter>
  readonly allowLoss: z.ZodOptional<ReturnType<typeof decimal>>
} = {
  full: booleanParameter.optional().meta({ description: 'The feed is complete: deactivates records missing from it.' }),
  removedWhen: textInput({ max: 4_000 }).optional().meta({
    description:
      'Rows that remove the record of their code: `status=deleted`, `action=D,DEL`, or the name of a column with true, yes or 1. Such rows need only a code.',
  }),
  removedOnly: booleanParameter.optional().meta({
    description: 'Every row removes the record of its code; the body may be a list of codes. It excludes `full`.',
  }),
  allowLoss: decimal(0, 1).optional().meta({
    description:
      'For a full feed or removals: maximum share of a supplier’s known records that may end, default 0.1. If more would end, the job fails with `excessive_loss` before it writes anything, and its results list them.',
  }),
}

/** Returns the names of a comma-separated list. */
export function columnsOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').map((name) => name.trim())
}
