import { AIRPORT_SCALE, ALONE_SCALE } from '../keys/key-scale.ts'
import { isAirport, type PlacedContent, type PlacedRule } from './placed-rule.ts'

export const placeGroupRule: PlacedRule = {
  name: 'place_group',
  description: 'Records of one category group within 50 m. Airports within 10 km.',
  contents: (features, groups) => {
    const ofAirport = isAirport(features)
    const contents: PlacedContent[] = []
    // An airport, and a query without a category, searches among airports.
    if (ofAirport || groups.length > 1) {
      contents.push({ content: 'c:airport', scale: AIRPORT_SCALE, strength: 'loose', own: ofAirport })
    }
    if (ofAirport) return contents
    for (const group of groups) {
      contents.push({ content: `c:${group}`, scale: ALONE_SCALE, strength: 'loose', own: group === features.group })
    }
    return contents
  },
}
