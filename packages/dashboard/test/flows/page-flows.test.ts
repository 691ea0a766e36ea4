import { describeInBrowser, VIEWS } from '../support/dashboard-browser.ts'
import { firstFlows } from './first-flows.ts'
import { pageFlows } from './page-flows.ts'

describeInBrowser(
  'the dashboard in a browser',
  'sign-in, every page, review by keyboard, scripts as names, axe',
  () => {
    // Use the narrow, dark view: it is most prone to overflow and low contrast.
    pageFlows(VIEWS.slice(-1))
    firstFlows()
  },
)
