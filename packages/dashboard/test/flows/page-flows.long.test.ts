import { describeInBrowser, VIEWS } from '../support/dashboard-browser.ts'
import { pageFlows } from './page-flows.ts'

/** The two that the short test leaves out. */
const OTHER_VIEWS = VIEWS.filter(({ width, theme }) => width > 1_000 !== (theme === 'light'))

describeInBrowser('the dashboard in a browser', 'every page, review by keyboard, dark or narrow,', () =>
  pageFlows(OTHER_VIEWS),
)
