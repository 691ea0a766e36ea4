import { describeInBrowser, VIEWS } from '../support/dashboard-browser.ts'
import { registryFlows } from './registry-flows.ts'

describeInBrowser('product pages', 'search, products, review, playground and batches', () =>
  registryFlows(VIEWS.slice(-1)),
)
