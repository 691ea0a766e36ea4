import type { HostedService } from '@utpid/service'
import { hostedService, MemoryServiceStore } from '@utpid/service'
import {
  type AppOptions,
  ConcurrencyLimit,
  createApp,
  LAST_FORWARDED_ADDRESS,
  ROUTES,
  type Route,
  ServiceMetrics,
  serviceAccessControl,
} from '../../src/index.ts'
import { LOOPBACK_RECEIVERS } from '../support/account-objects.ts'
import { type Death, dyingStore } from '../support/dying-store.ts'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { type ListeningApp, listeningApp } from '../support/listening-app.ts'
import { testDashboard } from '../support/test-dashboard.ts'
import type { Request } from './requests.ts'
import { World } from './world.ts'

/** One registry behind several apps with different behaviour, each at its own address. */
export interface Stage {
  readonly world: World
  readonly hosted: HostedTestService
  /**
   * Valid requests by operation. Only apps that reject these requests have received them, so their objects are
   * unchanged.
   */
  readonly rejectedRequests: Map<string, Request>
  /** The app works normally. */
  readonly well: ListeningApp
  /** The app is at its concurrency limit. */
  readonly full: ListeningApp
  /** The handlers of the app never finish. */
  readonly late: ListeningApp
  /** The store of the app does not respond. */
  readonly dead: ListeningApp
  /** The app has an unexpected internal error. */
  readonly faulty: ListeningApp
  /** The app waits only a short time for bodies. */
  readonly impatient: ListeningApp
  /** The app is stopping. */
  readonly stopping: ListeningApp
  end(): Promise<void>
}

export type AppKind = 'well' | 'full' | 'late' | 'dead' | 'faulty' | 'impatient' | 'stopping'

const PACE = { bodyMs: 20, windowMs: 20, bytesPerWindow: 1_000 }

export async function openStage(): Promise<Stage> {
  const ends: (() => Promise<void>)[] = []
  const atEnd = (end: () => Promise<void>): void => void ends.push(end)
  const hosted = await hostedTestService(undefined, LOOPBACK_RECEIVERS, { atEnd })
  const { registry, service } = hosted
  const open = (options: Partial<AppOptions>): Promise<ListeningApp> => {
    const asked = {
      registry,
      service,
      accessControl: serviceAccessControl(service),
      routes: ROUTES,
      dashboard: testDashboard(),
      ...options,
    }
    // Each request of a test can then have its own client address.
    return listeningApp(createApp({ clientAddress: LAST_FORWARDED_ADDRESS, ...asked }), async () => undefined, {
      atEnd,
    })
  }
  const faulty = async (): Promise<never> => {
    throw new Error('nobody foresaw this')
  }
  const unending = (route: Route): Route => ({ ...route, handle: () => new Promise(() => undefined) })
  const dead = await deadService(hosted)
  const stopping: HostedService = { ...service, isDraining: true }
  return {
    world: new World(hosted),
    hosted,
    rejectedRequests: new Map(),
    well: await open({ metrics: new ServiceMetrics() }),
    full: await open({ concurrency: new ConcurrencyLimit({ maxRequests: 0 }) }),
    late: await open({ routes: ROUTES.map(unending), answerMs: 1 }),
    dead: await open({ service: dead, accessControl: serviceAccessControl(dead) }),
    faulty: await open({ accessControl: { identify: faulty } }),
    impatient: await open({ bodyRate: PACE }),
    stopping: await open({ service: stopping }),
    end: async () => {
      for (const end of ends.reverse()) await end()
    },
  }
}

/** Returns a service whose store fails after the start. */
async function deadService({ registry, service }: HostedTestService): Promise<HostedService> {
  const death: { -readonly [Name in keyof Death]: Death[Name] } = { atCall: Number.MAX_SAFE_INTEGER, isWritten: false }
  const store = dyingStore(new MemoryServiceStore(), death)
  const { environment } = service
  const dead = await hostedService({ registry, store, instance: 'dead', environment })
  death.atCall = 0
  return dead
}
