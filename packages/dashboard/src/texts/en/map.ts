/** Texts of the map. */
export const map = {
  title: 'Map',
  places: 'Places on the map',
  apart: (one: string, other: string, distance: string, direction: string): string =>
    `${one} and ${other} are ${distance} apart. B is ${direction} of A.`,
  samePoint: (one: string, other: string): string => `${one} and ${other} have the same coordinates.`,
  noCoordinates: 'No coordinates',
  noCoordinatesHint: 'No record has coordinates, so there is nothing to show on a map.',
  oneHasNone: (name: string): string => `${name} has no coordinates.`,
  setLocation: 'Enter coordinates',
  label: (name: string): string => `Map: ${name}`,
  description: 'map',
  keys: 'Arrow keys move the map. Plus and minus zoom. 0 shows all pins.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all pins',
  width: (length: string): string => `The map is ${length} wide.`,
  north: 'N',
  inCountry: (country: string): string => `Where it is in ${country}`,
  planNote: (area: string): string => (area === '' ? 'Plan without streets.' : `Plan of ${area}, without streets.`),
  ringNote: 'Circles show distances.',
  outlineNote: 'Coasts and borders are exact to about 10 km.',
  tilesFailed: 'The map of the operator cannot be loaded, so this is a plan without streets.',
  loadFailed: 'The map cannot be loaded. Reload the page.',
  product: 'the displayed location',
  nearBy: (count: number): string => `Products near by (${count})`,
  nearNone: 'No product of like name or kind is within 1 km.',
  nearFailed: 'Products near by cannot be loaded.',
  likeName: 'like name',
  records: (located: number, all: number): string =>
    located === all
      ? `Records on the map (${all})`
      : `Records on the map (${located} of ${all}; the others have no coordinates)`,
  place: 'Place',
  what: 'What',
  from: (sign: string): string => `From ${sign}`,
  directions: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
  away: (distance: string, direction: string): string => `${distance} ${direction}`,
  here: 'here',
  movable:
    'Location of the product. Drag it, or press arrow keys: they move it by 5 m, with Shift by 50 m. Enter proposes the new location.',
  movableDescription: 'movable pin',
  moveHint: 'Drag the pin to propose another location.',
  moved: (distance: string, direction: string, coordinates: string): string =>
    `New location: ${coordinates}, ${distance} ${direction} of the current one.`,
  propose: 'Propose this location',
  reset: 'Reset',
  reason: (distance: string, direction: string): string =>
    `Moved on the map: ${distance} ${direction} of the former location.`,
} as const
