import { hasMoreCharacters, isShowable, type TextForm } from '@utpid/core'
import { z } from 'zod'

/** What a text of an input has to be, beside text. */
export interface TextRules {
  /** Characters, counted as JSON Schema counts them: code points. */
  readonly most: number
  /** Default 0. */
  readonly least?: number
  /** White space around it is taken off, and not all of it may be that. */
  readonly isTrimmed?: boolean
  /** Of text that people are shown. */
  readonly form?: TextForm
  readonly description?: string
}

/** What cannot be shown, as sets for JSON Schema: tools for it seldom know classes of characters by name. */
const SETS: Readonly<Record<TextForm, string>> = {
  line: '\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff',
  lines: '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff',
}

/** A text. Its JSON Schema says the same: `z.string().max()` counts UTF-16 units, which JSON Schema does not. */
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

/** @param isWritten - Whether there has to be more than white space. */
function patternOf(form: TextForm | undefined, isWritten: boolean): { readonly pattern?: string } {
  if (form === undefined) return isWritten ? { pattern: '\\S' } : {}
  const set = SETS[form]
  return { pattern: isWritten ? `^[^\\S${set}]*[^\\s${set}][^${set}]*$` : `^[^${set}]*$` }
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
