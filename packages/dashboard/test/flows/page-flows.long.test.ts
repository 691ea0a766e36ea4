import { describeInBrowser, VIEWS } from '../support/dashboard-browser.ts'
import { firstFlows } from './first-flows.ts'
import { pageFlows } from './page-flows.ts'

describeInBrowser('the dashboard in a browser', 'every page, review by keyboard in all views', () => {
  pageFlows(VIEWS)
  firstFlows()
})
