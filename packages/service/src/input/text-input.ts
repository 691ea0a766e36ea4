import { hasMoreCharacters, isShowable, type TextForm } from '@utpid/core/scoring'
import { z } from 'zod'

/** Constraints of a text input. */
export interface TextRules {
  /** Maximum characters, counted as in JSON Schema: code points. */
  readonly most: number
  /** Minimum characters. Default: 0. */
  readonly least?: number
  /** Trims white space. A text of white space alone is rejected. */
  readonly isTrimmed?: boolean
  /** The form of displayed text: one line or several. */
  readonly form?: TextForm
  readonly description?: string
}

/** Characters that cannot be displayed, as sets for JSON Schema. Its tools seldom support named character classes. */
const SETS: Readonly<Record<TextForm, string>> = {
  line: '\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff',
  lines: '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff',
}

/** A text whose JSON Schema has the same limits. `z.string().max()` counts UTF-16 units, unlike JSON Schema. */
export function textInput({ most, least = 0, isTrimmed = false, form, description }: TextRules): z.ZodString {
  const text = isTrimmed ? z.string().trim() : z.string()
  return text
    .refine(
      (value) => least === 0 || hasMoreCharacters(value, least - 1),
      least === 1 ? 'must not be empty' : `must have at least ${shown(least)} characters`,
    )
    .refine((value) => !hasMoreCharacters(value, most), `must have at most ${shown(most)} characters`)
    .refine((value) => form === undefined || isShowable(value, form), 'must not have control characters')
    .meta({
      ...(least === 0 ? {} : { minLength: least }),
      maxLength: most,
      ...patternOf(form, isTrimmed && least > 0),
      ...(description === undefined ? {} : { description }),
    })
}

/** @param isWritten - Whether the text must contain more than white space. */
function patternOf(form: TextForm | undefined, isWritten: boolean): { readonly pattern?: string } {
  if (form === undefined) return isWritten ? { pattern: '\\S' } : {}
  const set = SETS[form]
  return { pattern: isWritten ? `^[^\\S${set}]*[^\\s${set}][^${set}]*$` : `^[^${set}]*$` }
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
