/** Form of displayed text: `line` has no control characters, `lines` only tabs and line breaks. */
export type TextForm = 'line' | 'lines'

// A lone surrogate is no character and is lost in UTF-8.
const NOT_DISPLAYABLE: Readonly<Record<TextForm, RegExp>> = {
  line: /[\p{Cc}\p{Cs}]/u,
  lines: /(?![\t\n\r])[\p{Cc}\p{Cs}]/u,
}

/** Reports whether every character of a text can be displayed. */
export function isDisplayable(text: string, form: TextForm): boolean {
  return !NOT_DISPLAYABLE[form].test(text)
}
