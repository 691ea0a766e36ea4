/** Of text that people are shown: a `line` has no control characters, `lines` only tabs and line breaks. */
export type TextForm = 'line' | 'lines'

// A lone surrogate is no character: it is lost in UTF-8.
const NOT_SHOWN: Readonly<Record<TextForm, RegExp>> = {
  line: /[\p{Cc}\p{Cs}]/u,
  lines: /(?![\t\n\r])[\p{Cc}\p{Cs}]/u,
}

/** Whether people can be shown every character of a text. */
export function isShowable(text: string, form: TextForm): boolean {
  return !NOT_SHOWN[form].test(text)
}
