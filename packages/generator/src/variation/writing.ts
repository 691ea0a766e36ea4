import type { Letters } from '../noise/supplier-styles.ts'
import type { Random } from '../random/random.ts'

/** Letters that Unicode does not decompose, with their replacements. */
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

const PLAIN = /^[\x20-\x7e]*$/

/**
 * Removes accents from Latin text. Other scripts stay unchanged, since a mark in these scripts may change the letter
 * itself.
 */
export function withoutDiacritics(text: string): string {
  if (PLAIN.test(text)) return text
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

/**
 * Encodes letters as HTML entities, like exports of a web shop's database. Text without such letters stays unchanged.
 */
export function htmlEncoded(text: string): string {
  return text.replace(/[&'’"\u00c0-\u00ff]/g, (sign) => ENTITIES[sign] ?? sign)
}

/** Changes the punctuation between words: a dash, brackets, another apostrophe, or `and` for `&`. */
export function punctuated(random: Random, name: string): string {
  const choices = [
    name.replace(/(?<=\p{L}{3}) (?=\p{Lu})/u, '-'),
    name.replaceAll('&', 'and'),
    name.replaceAll("'", '’'),
    name.replaceAll("'", ' '),
    name.replace(/ (?=\S+$)/u, ' - '),
    name.replace(/ (\S+)$/u, ' ($1)'),
  ].filter((choice) => choice !== name)
  return choices.length === 0 ? name : random.pick(choices)
}

/** Converts a text to the letter case of a supplier. */
export function inLetters(text: string, letters: Letters): string {
  if (letters === 'owner') return text
  if (letters === 'upper') return text.toUpperCase()
  return text.replace(/(?<![\p{L}\p{N}\p{M}'’])\p{Ll}/gu, (letter) => letter.toUpperCase())
}

/** Converts all letters except the first to lower case: `Hôtel de la cité bellano`. */
export function inSentenceCase(text: string): string {
  return text.charAt(0) + text.slice(1).toLowerCase()
}
