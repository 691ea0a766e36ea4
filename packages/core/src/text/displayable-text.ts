/**
 * The form of a displayed text: `line` has no control characters, `lines` has no control characters except tabs and
 * line breaks.
 */
export type TextForm = 'line' | 'lines'

// A lone surrogate is not a character, and UTF-8 loses it.
const NOT_DISPLAYABLE: Readonly<Record<TextForm, RegExp>> = {
  line: /[\p{Cc}\p{Cs}]/u,
  lines: /(?![\t\n\r])[\p{Cc}\p{Cs}]/u,
}

/** Reports whether every character of a text can be displayed. */
export function isDisplayable(text: string, form: TextForm): boolean {
  return !NOT_DISPLAYABLE[form].test(text)
}
