/** Removes case and the letters that have a second spelling. The marks of letters stay apart from the letters. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßıłς]/g, (letter) => SPELLINGS[letter] ?? letter)
}

const SPELLINGS: Readonly<Record<string, string>> = { ß: 'ss', ı: 'i', ł: 'l', ς: 'σ' }
