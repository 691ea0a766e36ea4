const NOTE = 'This page is generated: `npm run reference` writes it from the tables in the source.'

export function page(title: string, ...blocks: readonly string[]): string {
  return `${[`# ${title}`, ...blocks, NOTE].join('\n\n')}\n`
}

/** Returns a Markdown table with aligned columns. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

export function codeTable(codes: Readonly<Record<string, string>>): string {
  return table(
    ['code', 'meaning'],
    Object.entries(codes).map(([code, sentence]) => [`\`${code}\``, sentence]),
  )
}
