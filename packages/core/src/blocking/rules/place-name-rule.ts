import { AIRPORT_SCALE, NAMED_SCALE } from '../keys/key-scale.ts'
import { nameContents } from '../names/name-contents.ts'
import { isAirport, type PlacedRule } from './placed-rule.ts'

const OTHER_NAMES = 2

export const placeNameRule: PlacedRule = {
  name: 'place_name',
  description:
    'Records of any kind within 250 m that share rare words of the name; in scripts without spaces, pieces of words. Airports within 10 km.',
  contents: (features) => {
    const scale = isAirport(features) ? AIRPORT_SCALE : NAMED_SCALE
    return nameContents(features, OTHER_NAMES, 'near').map((content) => ({
      content,
      scale,
      strength: 'firm',
      own: true,
    }))
  },
}
