import { describeInBrowser } from '../../support/dashboard-browser.ts'
import { describeQueue } from './queue-flows.ts'

describeInBrowser('the review queue', 'filter, list, groups, notes, many decisions', () =>
  describeQueue([
    { width: 1440, theme: 'light' },
    { width: 390, theme: 'dark' },
  ]),
)
