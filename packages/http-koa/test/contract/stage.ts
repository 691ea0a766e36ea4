import type { HostedService } from '@utpid/service'
import { hostedService, MemoryServiceStore } from '@utpid/service'
import {
  type AppOptions,
  createApp,
  LAST_FORWARDED_ADDRESS,
  LoadLimit,
  ROUTES,
  type Route,
  ServiceMetrics,
  serviceGate,
} from '../../src/index.ts'
import { LOOPBACK_RECEIVERS } from '../support/account-objects.ts'
import { type Death, dyingStore } from '../support/dying-store.ts'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { type ListeningApp, listeningApp } from '../support/listening-app.ts'
import { testDashboard } from '../support/test-dashboard.ts'
import type { Request } from './requests.ts'
import { World } from './world.ts'

/** One registry as it is served in several moods, each at an address of its own. */
export interface Stage {
  readonly world: World
  readonly hosted: HostedTestService
  /** By operation: a good request that was sent only where it is refused, so that what it names is still as it was. */
  readonly inVain: Map<string, Request>
  /** As it should be. */
  readonly well: ListeningApp
  /** Has as much to do as it may. */
  readonly full: ListeningApp
  /** Its handlers never come to their end. */
  readonly late: ListeningApp
  /** Its store does not answer. */
  readonly dead: ListeningApp
  /** Has a fault that nobody foresaw. */
  readonly faulty: ListeningApp
  /** Waits for bodies for a moment only. */
  readonly impatient: ListeningApp
  /** Is about to stop. */
  readonly stopping: ListeningApp
  end(): Promise<void>
}

export type Mood = 'well' | 'full' | 'late' | 'dead' | 'faulty' | 'impatient' | 'stopping'

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
      gate: serviceGate(service),
      routes: ROUTES,
      dashboard: testDashboard(),
      ...options,
    }
    // Each request of a test may come from where no other does.
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
    inVain: new Map(),
    well: await open({ metrics: new ServiceMetrics() }),
    full: await open({ load: new LoadLimit({ requestsMost: 0 }) }),
    late: await open({ routes: ROUTES.map(unending), answerMs: 1 }),
    dead: await open({ service: dead, gate: serviceGate(dead) }),
    faulty: await open({ gate: { identify: faulty } }),
    impatient: await open({ pace: PACE }),
    stopping: await open({ service: stopping }),
    end: async () => {
      for (const end of ends.reverse()) await end()
    },
  }
}

/** A service whose store was there when it began. */
async function deadService({ registry, service }: HostedTestService): Promise<HostedService> {
  const death: { -readonly [Name in keyof Death]: Death[Name] } = { atCall: Number.MAX_SAFE_INTEGER, isWritten: false }
  const store = dyingStore(new MemoryServiceStore(), death)
  const { environment } = service
  const dead = await hostedService({ registry, store, instance: 'dead', environment })
  death.atCall = 0
  return dead
}
