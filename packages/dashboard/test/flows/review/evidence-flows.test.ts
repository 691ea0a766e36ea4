import { describeInBrowser } from '../../support/dashboard-browser.ts'
import { EVIDENCE_VIEWS, evidenceFlows } from './evidence-flows.ts'

describeInBrowser('evidence', 'evidence of pairs and products', () => evidenceFlows(EVIDENCE_VIEWS.slice(-1)))
