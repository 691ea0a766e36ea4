import { hasMoreCharacters } from '@utpid/core'
import { z } from 'zod'

/** What a text of an input has to be, beside text. */
export interface TextRules {
  /** Characters, counted as JSON Schema counts them: code points. */
  readonly most: number
  /** Default 0. */
  readonly least?: number
  /** White space around it is taken off, and not all of it may be that. */
  readonly isTrimmed?: boolean
  readonly description?: string
}

/** A text. Its JSON Schema says the same: `z.string().max()` counts UTF-16 units, which JSON Schema does not. */
export function textInput({ most, least = 0, isTrimmed = false, description }: TextRules): z.ZodString {
  const text = isTrimmed ? z.string().trim() : z.string()
  return text
    .refine(
      (value) => least === 0 || hasMoreCharacters(value, least - 1),
      least === 1 ? 'must not be empty' : `must have at least ${shown(least)} characters`,
    )
    .refine((value) => !hasMoreCharacters(value, most), `must have at most ${shown(most)} characters`)
    .meta({
      ...(least === 0 ? {} : { minLength: least }),
      maxLength: most,
      ...(isTrimmed && least > 0 ? { pattern: '\\S' } : {}),
      ...(description === undefined ? {} : { description }),
    })
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
