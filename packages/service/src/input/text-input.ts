import { hasMoreCharacters, isDisplayable, type TextForm } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import { z } from 'zod'

/** Constraints of a text input. */
export interface TextRules {
  /** Maximum characters, counted as in JSON Schema: code points. */
  readonly max: number
  /** Minimum characters. Default: 0. */
  readonly min?: number
  /** Trims white space. Rejects a text that contains only white space. */
  readonly isTrimmed?: boolean
  /** The form of displayed text: one line or several. */
  readonly form?: TextForm
  readonly description?: string
}

/**
 * Characters that cannot be displayed, as explicit sets: tools for JSON Schema seldom support named character classes.
 */
const UNDISPLAYABLE: Readonly<Record<TextForm, string>> = {
  line: '\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff',
  lines: '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff',
}

/**
 * Creates a schema for a text. Its JSON Schema has the same limits, since `z.string().max()` would count UTF-16 units,
 * unlike JSON Schema.
 */
export function textInput({ max, min = 0, isTrimmed = false, form, description }: TextRules): z.ZodString {
  const text = isTrimmed ? z.string().trim() : z.string()
  return text
    .refine(
      (value) => min === 0 || hasMoreCharacters(value, min - 1),
      min === 1 ? 'must not be empty' : `must have at least ${shown(min)} characters`,
    )
    .refine((value) => !hasMoreCharacters(value, max), `must have at most ${shown(max)} characters`)
    .refine((value) => form === undefined || isDisplayable(value, form), 'must not have control characters')
    .meta({
      ...(min === 0 ? {} : { minLength: min }),
      maxLength: max,
      ...patternOf(form, isTrimmed && min > 0),
      ...defined({ description }),
    })
}

/** @param isNonBlank - Whether the text must contain more than white space. */
function patternOf(form: TextForm | undefined, isNonBlank: boolean): { readonly pattern?: string } {
  if (form === undefined) return isNonBlank ? { pattern: '\\S' } : {}
  const set = UNDISPLAYABLE[form]
  return { pattern: isNonBlank ? `^[^\\S${set}]*[^\\s${set}][^${set}]*$` : `^[^${set}]*$` }
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
