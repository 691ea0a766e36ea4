/** Names of columns in one language, separated by `|`. */
export interface LanguageNames {
  /** Names of each field. */
  readonly fields: Readonly<Record<string, string>>
  /** Names of columns that no field is for, though they have words of fields. */
  readonly none: string
}
