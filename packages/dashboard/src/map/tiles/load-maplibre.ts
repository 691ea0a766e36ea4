import type * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url'

type Maplibre = typeof maplibre

/** Part of the trusted types API that TypeScript does not know yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** Name of the only trusted types policy that the content security policy of the dashboard allows with tiles. */
const POLICY = 'utpid-map'

let loaded: Promise<Maplibre> | undefined

/** Loads maplibre-gl on first use: the build that runs its worker from a file, as the content security policy demands. */
export function loadMaplibre(): Promise<Maplibre> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Maplibre> {
  const module = (await import('maplibre-gl/dist/maplibre-gl-csp.js')) as unknown as { readonly default: Maplibre }
  module.default.setWorkerUrl(trusted(new URL(workerUrl, import.meta.url).href))
  return module.default
}

/** Returns the address of the worker in the form in which the browser starts it. It is always this file. */
function trusted(url: string): string {
  const { trustedTypes } = window as unknown as { readonly trustedTypes?: TrustedTypes }
  return trustedTypes === undefined
    ? url
    : trustedTypes.createPolicy(POLICY, { createScriptURL: () => url }).createScriptURL(url)
}
