import { describeInBrowser } from '../../support/dashboard-browser.ts'
import { describeQueue } from './queue-flows.ts'

describeInBrowser('the review queue', 'filter, list, groups, notes, many decisions in all views', () =>
  describeQueue([
    { width: 1440, theme: 'dark' },
    { width: 390, theme: 'light' },
  ]),
)
