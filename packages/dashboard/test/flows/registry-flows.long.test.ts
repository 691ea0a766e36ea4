import { describeInBrowser, VIEWS } from '../support/dashboard-browser.ts'
import { registryFlows } from './registry-flows.ts'

describeInBrowser('what is done with products', 'search, products, review, playground and batches in all views', () =>
  registryFlows(VIEWS),
)
