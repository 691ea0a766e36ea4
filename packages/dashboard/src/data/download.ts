/** Downloads a text as a file. */
export function download(name: string, parts: readonly string[], type: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Revoke the URL after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
