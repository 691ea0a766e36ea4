import type { GeneratedRecord } from '@utpid/generator'
import { picker } from '../../harness/seeded-random.ts'

/**
 * Abbreviations as envelopes have them. The list is that of this file, so that a respelt address owes nothing to the
 * tables of the registry.
 */
const SHORT: readonly (readonly [long: string, short: string])[] = [
  ['street', 'St.'],
  ['avenue', 'Av.'],
  ['road', 'Rd'],
  ['boulevard', 'Bvd'],
  ['square', 'Sq'],
  ['place', 'Pl.'],
  ['rue', 'R.'],
  ['straße', 'str'],
  ['strasse', 'str.'],
  ['platz', 'Pl.'],
  ['via', 'V.'],
  ['viale', 'V.le'],
  ['piazza', 'P.za'],
  ['calle', 'C/'],
  ['avenida', 'Avda.'],
  ['plaza', 'Pza.'],
  ['rua', 'R'],
  ['laan', 'ln'],
  ['straat', 'str'],
]
const ADDITIONS = ['2nd floor', '1. OG', 'Bâtiment B', 'Entrance C', 'P.O. Box 114', 'opposite the station', 'Apt 5']

/** The ways to respell an address. */
export const RESPELLINGS = ['short', 'order', 'case', 'longer', 'typo', 'number'] as const

export type Respelling = (typeof RESPELLINGS)[number]

/** Writes the address of a hotel in another way; the name and all other fields stay. */
export function respelt(record: GeneratedRecord, kind: Respelling, random: () => number): GeneratedRecord {
  return { ...record, address: respeltLine(record, kind, random) }
}

function respeltLine(record: GeneratedRecord, kind: Respelling, random: () => number): string {
  const { address = '', postcode = '', city, country } = record
  const pick = picker(random)
  switch (kind) {
    case 'short':
      return shortened(address)
    case 'order':
      return reordered(address)
    case 'case':
      return random() < 0.5 ? address.toUpperCase() : withoutMarks(address.toLowerCase())
    case 'longer':
      return random() < 0.5 ? `${address}, ${postcode} ${city}, ${country}` : `${address}, ${pick(ADDITIONS)}`
    case 'typo':
      return withTypo(address, random)
    case 'number':
      return address.replace(/\d+/, (digits) =>
        pick([`${digits}-${Number(digits) + 2}`, `${digits}A`, `No. ${digits}`]),
      )
  }
}

function shortened(address: string): string {
  for (const [long, short] of SHORT) {
    const at = address.toLowerCase().indexOf(long)
    if (at >= 0) return `${address.slice(0, at)}${short}${address.slice(at + long.length)}`
  }
  return address.replace(/[.,]/g, ' ').replace(/\s+/g, ' ')
}

/** Moves the house number to the other end of the street. */
function reordered(address: string): string {
  const [line = '', ...rest] = address.split(',')
  const [number] = /\d+[a-z]?/i.exec(line) ?? []
  if (number === undefined) return address
  const street = line.replace(number, '').replace(/\s+/g, ' ').trim()
  const turned = line.trim().startsWith(number) ? `${street} ${number}` : `${number} ${street}`
  return [turned, ...rest].join(',')
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '')
}

/** Swaps two letters of the longest word. */
function withTypo(address: string, random: () => number): string {
  const [word = ''] = address.match(/\p{L}+/gu)?.toSorted((a, b) => b.length - a.length) ?? []
  if (word.length < 4) return address
  const at = 1 + Math.floor(random() * (word.length - 2))
  const swapped = `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`
  return address.replace(word, swapped)
}
