/** Returns the name of a file without its folder. */
export function feedName(file: string): string {
  if (file === '-') return 'standard input'
  return file.split(/[\\/]/).at(-1) ?? file
}
