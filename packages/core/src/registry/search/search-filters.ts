import { cellsCovering } from '../../geo/circle-cells.ts'
import { earthPoint, squaredReach } from '../../geo/earth-point.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { UNKNOWN_COUNTRY } from '../../geo/unknown-country.ts'
import { parseCategory } from '../../ingest/parse-category.ts'
import { parseDisplayedCountry } from '../../ingest/parse-country.ts'
import { parseSupplierId } from '../../ingest/parse-record.ts'
import { CATEGORIES } from '../../model/category.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import type { Coordinates } from '../../model/place.ts'
import { validationError } from '../../model/validation-error.ts'
import type { SearchCircle, TermGroup } from '../../storage/search-query.ts'
import { fold } from '../../text/fold.ts'
import { checkBoolean, checkText, describe } from '../context/check-arguments.ts'
import { cityTerms, destinationFilter } from './search-destinations.ts'

/** The filters of a search. Each filter works alone or together with a text. */
export interface SearchFilters {
  /**
   * A displayed category by slug or spelling, or a list of categories. `other` finds products without a known category.
   * `profile:activity` finds every category of that profile. `lodging` also finds every category of its profile, since
   * no product displays `lodging`.
   */
  readonly type?: string | readonly string[]
  /** The displayed country by code or name. `ZZ` finds products without a country. */
  readonly country?: string
  /** If true, the search finds only verified products. False has no effect. */
  readonly verified?: boolean
  /** The id of a supplier. */
  readonly supplier?: string
  /** A city by any of its names. */
  readonly city?: string
  /**
   * A city by any of its names, a region, the displayed country or an airport code. A product must match all parts
   * between commas. An unknown destination finds nothing.
   */
  readonly destination?: string
  /** A circle. The search finds only products within the circle, nearest first. */
  readonly near?: SearchNear
}

/** A circle around a point. */
export interface SearchNear {
  readonly coordinates: Coordinates
  /** The radius in metres, 1 to `LIMITS.searchRadiusMeters`. Default: 1,000. */
  readonly radiusMeters?: number
}

/** A pattern that means all categories of a profile. The pattern is unambiguous, since no slug contains a colon. */
const PROFILE_TYPE = /^profile:\s*(\w+)$/i
const DEFAULT_RADIUS_METERS = 1_000

/**
 * Returns the conditions of some filters.
 *
 * @throws {@link RegistryError} `validation_failed` if a country is unknown or a circle exceeds its limits.
 */
export function filterGroups(filters: SearchFilters, gazetteer: Gazetteer | undefined): TermGroup[] {
  const { type, country, verified, supplier, city, destination, near } = filters
  const groups: TermGroup[] = []
  if (type !== undefined) groups.push({ any: categoryTerms(typeof type === 'string' ? type.split(',') : type) })
  if (country !== undefined) {
    const code = parseDisplayedCountry(country)
    if (code === undefined) {
      throw validationError(
        `"${country}" is not a country: give an ISO 3166 code or a name, or ${UNKNOWN_COUNTRY} for unknown.`,
      )
    }
    groups.push({ any: [`country:${code}`] })
  }
  if (verified === true) groups.push({ any: ['verified:true'] })
  if (supplier !== undefined) groups.push({ any: [`supplier:${parseSupplierId(supplier) ?? supplier}`] })
  if (city !== undefined) groups.push({ any: cityTerms(city, gazetteer) })
  if (destination !== undefined) groups.push(...destinationFilter(destination, gazetteer))
  if (near !== undefined) {
    const cells = cellsCovering(near.coordinates, near.radiusMeters ?? DEFAULT_RADIUS_METERS)
    groups.push({ any: cells.map((cell) => `cell:${cell}`) })
  }
  return groups
}

export function searchCircle({ coordinates, radiusMeters = DEFAULT_RADIUS_METERS }: SearchNear): SearchCircle {
  return { center: earthPoint(coordinates), squaredRadius: squaredReach(radiusMeters) }
}

/**
 * Returns the filters among some options. The function never ignores an invalid filter.
 *
 * @throws {@link RegistryError} `validation_failed`
 */
export function checkFilters(options: { readonly [name in keyof SearchFilters]: unknown }): SearchFilters {
  const { country, verified, supplier, city, destination } = options
  for (const [name, value] of Object.entries({ country, supplier, city, destination })) checkText(value, name)
  checkBoolean(verified, 'verified')
  const type = checkedType(options.type)
  const near = checkedNear(options.near)
  return {
    ...({ country, verified, supplier, city, destination } as SearchFilters),
    ...defined({ type, near }),
  }
}

function checkedType(type: unknown): string[] | undefined {
  if (type === undefined) return undefined
  const types = typeof type === 'string' ? type.split(',') : listOf(type, CATEGORIES.length)
  if (types === undefined || types.length === 0 || !types.every((each) => typeof each === 'string')) {
    throw validationError(
      `type must be a category, a profile or a list of 1 to ${CATEGORIES.length} of these, as text; this is ${types === undefined ? describe(type) : types.length === 0 ? 'an empty list' : 'a list with another value'}.`,
    )
  }
  return types
}

function checkedNear(near: unknown): SearchNear | undefined {
  if (near === undefined) return undefined
  const [coordinates, radiusMeters = DEFAULT_RADIUS_METERS] = fieldsOfNear(near)
  const [latitude, longitude] = listOf(coordinates, 2) ?? []
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) {
    throw validationError('near needs { coordinates: [latitude, longitude] } in degrees: -90 to 90, then -180 to 180.')
  }
  if (typeof radiusMeters === 'number' && radiusMeters >= 1 && radiusMeters <= LIMITS.searchRadiusMeters)
    return { coordinates: [latitude, longitude], radiusMeters }
  throw validationError(
    `near.radiusMeters must be a number of 1 to ${LIMITS.searchRadiusMeters}; this is ${describe(radiusMeters)}.`,
  )
}

function fieldsOfNear(near: unknown): [unknown?, unknown?] {
  try {
    const { coordinates, radiusMeters } = near as Record<string, unknown>
    return [coordinates, radiusMeters]
  } catch {
    return []
  }
}

/** Copies a list and reads it only once. Returns undefined if the value is not a list, or is too long or unreadable. */
function listOf(value: unknown, max: number): unknown[] | undefined {
  try {
    return Array.isArray(value) && value.length <= max ? Array.from(value) : undefined
  } catch {
    return undefined
  }
}

function isWithin(degrees: unknown, max: number): degrees is number {
  return typeof degrees === 'number' && Math.abs(degrees) <= max
}

function categoryTerms(types: readonly string[]): string[] {
  return [...new Set(types.flatMap(categoriesOf))].map((slug) => `category:${slug}`)
}

function categoriesOf(type: string): string[] {
  const [, named] = PROFILE_TYPE.exec(type.trim()) ?? []
  // No product has an empty category. So a text without words finds no product. In particular, it does not find
  // `other`, which products display.
  if (named !== undefined) return ofProfile(named) ?? ['']
  if (fold(type) === '') return ['']
  const { slug } = parseCategory(type).category
  // If products display a category, the name means only this category, even if a profile has the same name.
  const profile = type.trim().toLowerCase()
  return (slug === profile ? undefined : ofProfile(profile)) ?? [slug]
}

function ofProfile(name: string): string[] | undefined {
  const slugs = CATEGORIES.filter(({ profile }) => profile === name.toLowerCase()).map(({ slug }) => slug)
  return slugs.length === 0 ? undefined : slugs
}
