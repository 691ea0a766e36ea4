import { describeInBrowser, VIEWS } from '../support/dashboard-browser.ts'
import { importFlows } from './import-flows.ts'

describeInBrowser('imports and suppliers', 'dry run, loss, own file and supplier report', () =>
  importFlows(VIEWS.slice(-1)),
)
