import { describeInBrowser } from '../support/dashboard-browser.ts'
import { MAP_VIEWS, mapFlows, tileFlows, touchFlows } from './map-flows.ts'

describeInBrowser('maps in every size and theme', 'the map of products and pairs', () =>
  mapFlows(MAP_VIEWS.slice(0, -1)),
)

describeInBrowser('maps with tiles', 'the map with tiles', () => tileFlows({ width: 1440, theme: 'light' }))

describeInBrowser('maps by touch', 'the map on a phone', () => touchFlows({ width: 390, theme: 'light' }))
