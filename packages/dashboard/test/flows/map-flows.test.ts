import { describeInBrowser } from '../support/dashboard-browser.ts'
import { MAP_VIEWS, mapFlows } from './map-flows.ts'

describeInBrowser('maps', 'the map of products and pairs', () => mapFlows(MAP_VIEWS.slice(-1)))
