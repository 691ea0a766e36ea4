const LINE_CHARACTERS = 98

/**
 * Breaks a list at its commas, so that it stays within a line.
 *
 * @param indent - Characters that stand before its first line, and are left free before the others.
 */
export function wrapped(list: string, indent: number): string {
  const lines: string[] = []
  for (const part of list.split(/(?<=,) /)) {
    const line = lines.at(-1)
    if (line === undefined || indent + line.length + 1 + part.length > LINE_CHARACTERS) lines.push(part)
    else lines[lines.length - 1] = `${line} ${part}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
