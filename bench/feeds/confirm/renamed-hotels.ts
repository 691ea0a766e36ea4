import type { GeneratedRecord } from '@utpid/generator'
import { picker } from '../../harness/seeded-random.ts'

/**
 * Words of this file only, so that the names owe nothing to the tables of the registry: chains and collections as
 * travel news of 2023 to 2026 print them, and words for a lodging in several languages.
 */
const CHAINS = [
  'Mercure',
  'Novotel',
  'ibis Styles',
  'Holiday Inn Express',
  'Hampton by Hilton',
  'Radisson RED',
  'Moxy',
  'Leonardo Hotel',
  'NH Collection',
  'Meliá',
  'Best Western Plus',
  'Park Plaza',
  'Four Points by Sheraton',
  'voco',
  'TRYP by Wyndham',
  'Ramada Encore',
  'a&o',
  'H+ Hotel',
  'Scandic',
  'Maldron Hotel',
] as const
const COLLECTIONS = [
  'MGallery',
  'Autograph Collection',
  'Curio Collection by Hilton',
  'Tapestry Collection',
  'Small Luxury Hotels',
  'BW Signature Collection',
  'Trademark Collection by Wyndham',
  'Radisson Individuals',
  'Unbound Collection by Hyatt',
  'Handwritten Collection',
] as const
const LODGING_WORDS = [
  'Hotel',
  'Hôtel',
  'Albergo',
  'Hotell',
  'Szálloda',
  'Отель',
  'Ξενοδοχείο',
  'Hospedaria',
  'Guest House',
  'Inn',
  'Resort & Spa',
  'Boutique Hotel',
] as const
const LODGING_WORD = /\b(?:hotel|hôtel|albergo|auberge|gasthof|pension|hostal|pousada|inn|hostel|ξενοδοχείο|отель)\b/iu
const NEW_FIRST = ['Aurum', 'Velvet', 'Northwind', 'Juniper', 'Marble', 'Copper', 'Halcyon', 'Ember', 'Quarry', 'Tidal']
const NEW_LAST = ['House', 'Rooms', 'Suites', 'Lodge', 'Quarters', 'Residence', 'Stay', 'Court', 'Yard', 'Manor']

/** The kinds of renames. */
export const RENAMES = ['brand', 'by', 'language', 'new'] as const

export type Rename = (typeof RENAMES)[number]

/** Renames a hotel. Half of the hotels with another brand also get another website; all other fields stay. */
export function renamed(record: GeneratedRecord, kind: Rename, random: () => number): GeneratedRecord {
  const pick = picker(random)
  const { name, city } = record
  const { altNames: _, brand: __, ...rest } = record
  if (kind === 'by') {
    const collection = pick(COLLECTIONS)
    const forms = [`${name} by ${pick(CHAINS)}`, `${name}, ${collection}`, `${name} - ${collection}`]
    return { ...rest, name: pick(forms) }
  }
  if (kind === 'language') {
    const word = pick(LODGING_WORDS)
    const bare = name.replace(LODGING_WORD, '').replace(/\s+/g, ' ').trim()
    return { ...record, name: random() < 0.5 ? `${word} ${bare}` : `${bare} ${word}` }
  }
  const brand = pick(CHAINS)
  const website = random() < 0.5 ? `www.${pick(NEW_FIRST).toLowerCase()}-hotels.example` : record.website
  const kept = { ...rest, ...(website === undefined ? {} : { website }) }
  if (kind === 'brand') {
    const own = name.split(' ').slice(1).join(' ')
    const forms = [`${brand} ${own === '' ? city : own}`, `${brand} ${city}`, `${brand} ${city} ${pick(NEW_FIRST)}`]
    return { ...kept, name: pick(forms), brand }
  }
  return { ...kept, name: `${pick(NEW_FIRST)} ${pick(NEW_LAST)}` }
}
