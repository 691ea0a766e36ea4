/** A file as its supplier would call it: no folder, no ending. */
export function feedName(file: string): string {
  if (file === '-') return 'standard input'
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/(\.(jsonl|ndjson|json|csv|tsv|txt))?(\.gz)?$/, '')
}
