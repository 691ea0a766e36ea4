/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
}

/** Latin text without accents; other scripts stay, where a mark may make another letter. */
export function withoutDiacritics(text: string): string {
  const decomposed = text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
  return decomposed.replace(/[ßœŒæÆøØłŁ]/g, (letter) => LETTERS[letter] ?? letter)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  "'": '&#39;',
  '’': '&rsquo;',
  '"': '&quot;',
  á: '&aacute;',
  à: '&agrave;',
  â: '&acirc;',
  ä: '&auml;',
  ã: '&atilde;',
  ç: '&ccedil;',
  é: '&eacute;',
  è: '&egrave;',
  ê: '&ecirc;',
  É: '&Eacute;',
  í: '&iacute;',
  ñ: '&ntilde;',
  ó: '&oacute;',
  ô: '&ocirc;',
  ö: '&ouml;',
  õ: '&otilde;',
  ú: '&uacute;',
  ü: '&uuml;',
}

/** Text with HTML entities, as it leaves a web shop's data base; without such letters it stays as it is. */
export function htmlEncoded(text: string): string {
  return text.replace(/[&'’"\u00c0-\u00ff]/g, (sign) => ENTITIES[sign] ?? sign)
}
