/** `@utpid/gazetteer`: cities with their names in other languages, countries and airports, from one compact file. */
export { loadGazetteer } from './load-gazetteer.ts'
