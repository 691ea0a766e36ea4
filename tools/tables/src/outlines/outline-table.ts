import { planarTriangleArea, presimplify, type Triangle } from 'topojson-simplify'
import type { GeometryCollection, GeometryObject, Objects, Topology } from 'topojson-specification'
import { packageVersion, readPackageJson } from '../source/source-package.ts'
import { byCodeUnit, header, type Table } from '../source/table.ts'
import { encodePoints, type Point, STEPS_PER_DEGREE } from './encode-points.ts'

const SOURCE = 'world-atlas'

/** Corners whose triangle is smaller are dropped, in square degrees at the equator. This is 120 km². */
const MIN_AREA = 0.01

/** A closed line with fewer points, the last of which is the first, has no area. */
const MIN_LINE_POINTS = 4

/** Country codes of shapes that the source has without a number. Shapes that are not here have no code. */
const CODES_BY_NAME: Readonly<Record<string, string>> = { Kosovo: 'XK' }

/** Antarctica has no travel products, and many points. */
const LEFT_OUT = new Set(['Antarctica'])

interface Shape {
  readonly code: string
  /** Rings of all polygons, outer rings and holes, each a list of lines. `~n` is line n backwards. */
  readonly rings: readonly (readonly number[])[]
}

/** Builds the outlines of countries for the map of the dashboard. */
export function outlineTable(): Table {
  const topology = readPackageJson<Topology>(SOURCE, 'countries-50m.json')
  const shapes = readShapes(topology)
  const lines = simplifiedLines(topology)
  // Only the lines of the shapes that are left, numbered again.
  const used = [...new Set(shapes.flatMap(({ rings }) => rings.flat().map(lineOf)))].toSorted((a, b) => a - b)
  const numbers = new Map(used.map((line, at) => [line, at]))
  const nameOfLine = (arc: number): string => `${arc < 0 ? '~' : ''}${numbers.get(lineOf(arc))}`
  const kept = used.map((line) => lines[line] as readonly Point[])
  const countries = shapes.map(
    ({ code, rings }) => `${code}:${rings.map((ring) => ring.map(nameOfLine).join(' ')).join(',')}`,
  )
  const source = `${header([packageVersion(SOURCE)], 'Made with Natural Earth, in the public domain: see NOTICE.')}
/** Steps of the grid for one degree. */
export const STEPS_PER_DEGREE = ${STEPS_PER_DEGREE}

/** Borders and coasts as lines of points, one text for each line. \`outlines.ts\` decodes them. */
export const BORDER_LINES: string =
  '${kept.map(encodePoints).join(' ')}'

/**
 * The rings of each country with its alpha-2 code, if it has one: \`FR:3 ~7,9\` are two rings. The first follows line 3
 * and then line 7 backwards.
 */
export const COUNTRY_RINGS: string =
  '${countries.join(';')}'
`
  return {
    path: 'packages/dashboard/src/generated/country-outlines.ts',
    bytes: Buffer.from(source),
    notes: [`${shapes.length} countries, ${kept.length} lines, ${kept.flat().length} points`],
  }
}

function readShapes({ objects }: Topology): Shape[] {
  const codes = new Map(
    readPackageJson<[alpha2: string, alpha3: string, number: string][]>('i18n-iso-countries', 'codes.json').map(
      ([alpha2, , number]) => [number, alpha2],
    ),
  )
  return (objects.countries as GeometryCollection).geometries
    .filter((country) => !LEFT_OUT.has(nameOf(country)))
    .map((country) => ({
      code: (country.id === undefined ? CODES_BY_NAME[nameOf(country)] : codes.get(String(country.id))) ?? '',
      rings: ringsOf(country),
    }))
    .filter(({ rings }) => rings.length > 0)
    .toSorted((left, right) => byCodeUnit(left.code, right.code))
}

/**
 * Drops points that change an outline little. Neighbours share their line, so it stays the same for both. Each line
 * keeps at least four points, so that no island and no small country is lost.
 */
function simplifiedLines(topology: Topology): Point[][] {
  const weighted = presimplify(topology as Topology<Objects>, squareDegrees).arcs as unknown as readonly (readonly [
    number,
    number,
    number,
  ])[][]
  return weighted.map((line) => {
    const enough = line.map(([, , weight]) => weight).toSorted((a, b) => b - a)[MIN_LINE_POINTS - 1] ?? 0
    const least = Math.min(MIN_AREA, enough)
    return line.filter(([, , weight]) => weight >= least).map(([x, y]): Point => [x, y])
  })
}

/** The area of a triangle. A degree of longitude is shorter in the north and south. */
function squareDegrees(triangle: Triangle): number {
  const latitude = (triangle[0][1] + triangle[1][1] + triangle[2][1]) / triangle.length
  return planarTriangleArea(triangle) * Math.cos((latitude * Math.PI) / 180)
}

function ringsOf(country: GeometryObject): number[][] {
  if (country.type === 'Polygon') return country.arcs
  return country.type === 'MultiPolygon' ? country.arcs.flat() : []
}

function lineOf(arc: number): number {
  return arc < 0 ? ~arc : arc
}

function nameOf({ properties }: GeometryObject): string {
  return String((properties as { readonly name?: unknown } | undefined)?.name)
}
