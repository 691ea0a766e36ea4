import { describeInBrowser, VIEWS } from '../support/dashboard-browser.ts'
import { firstFlows } from './first-flows.ts'
import { pageFlows } from './page-flows.ts'

describeInBrowser('the dashboard in a browser', 'every page, review by keyboard, wide or light,', () => {
  pageFlows(VIEWS.slice(0, -1))
  firstFlows()
})
