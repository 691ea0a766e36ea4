const LINE_CHARACTERS = 98

/**
 * Wraps a list at its commas, so that it fits the line.
 *
 * @param indent - Width of the text before the first line. Further lines are indented by it.
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
