/** Returns the name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
