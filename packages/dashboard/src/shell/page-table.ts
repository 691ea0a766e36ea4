import type { Page } from '../routing/page.ts'

/** All pages in menu order. The start page is the first page that the session may see. */
export const PAGES: readonly Page[] = [
  {
    name: 'overview',
    title: 'Overview',
    group: undefined,
    scopes: ['usage:read', 'registry:read'],
    load: async () => (await import('../pages/overview/overview-page.tsx')).OverviewPage,
  },
  {
    name: 'registry',
    title: 'Products',
    group: 'Registry',
    scopes: ['registry:read'],
    load: async () => (await import('../pages/registry/registry-page.tsx')).RegistryPage,
  },
  {
    name: 'review',
    title: 'Review',
    group: 'Registry',
    scopes: ['registry:read'],
    load: async () => (await import('../pages/review/review-page.tsx')).ReviewPage,
  },
  {
    name: 'playground',
    title: 'Match playground',
    group: 'Registry',
    scopes: ['registry:match'],
    load: async () => (await import('../pages/playground/playground-page.tsx')).PlaygroundPage,
  },
  {
    name: 'jobs',
    title: 'Batches and imports',
    group: 'Registry',
    scopes: ['registry:batch', 'registry:write'],
    load: async () => (await import('../pages/jobs/jobs-page.tsx')).JobsPage,
  },
  {
    name: 'quality',
    title: 'Quality',
    group: 'Registry',
    scopes: ['registry:read'],
    load: async () => (await import('../pages/quality/quality-page.tsx')).QualityPage,
  },
  {
    name: 'keys',
    title: 'Keys',
    group: 'Account',
    scopes: ['keys:read', 'keys:write', 'keys:own'],
    load: async () => (await import('../pages/keys/keys-page.tsx')).KeysPage,
  },
  {
    name: 'team',
    title: 'Team and services',
    group: 'Account',
    scopes: ['team:read', 'team:write'],
    load: async () => (await import('../pages/team/team-page.tsx')).TeamPage,
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    group: 'Account',
    scopes: ['webhooks:read', 'webhooks:write'],
    load: async () => (await import('../pages/webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    name: 'logs',
    title: 'Logs',
    group: 'Account',
    scopes: ['logs:read'],
    load: async () => (await import('../pages/logs/logs-page.tsx')).LogsPage,
  },
  {
    name: 'audit',
    title: 'Audit',
    group: 'Account',
    scopes: ['audit:read'],
    load: async () => (await import('../pages/audit/audit-page.tsx')).AuditPage,
  },
  {
    name: 'plan',
    title: 'Plan',
    group: 'Account',
    scopes: ['usage:read'],
    load: async () => (await import('../pages/plan/plan-page.tsx')).PlanPage,
  },
]
