const SPECIAL = /[\\\n\r\t]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Formats a row for COPY. Null means no value. Numbers and texts must be in the format of PostgreSQL. */
export function copyLine(values: readonly (string | number | null)[]): string {
  let line = ''
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as string | number | null
    if (at > 0) line += '\t'
    if (value === null) line += '\\N'
    else line += typeof value === 'number' ? value : value.replace(SPECIAL, (each) => ESCAPES[each] as string)
  }
  return `${line}\n`
}
