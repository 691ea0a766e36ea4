/** The build of maplibre-gl for a strict content security policy. Its types are those of `maplibre-gl`. */
declare module 'maplibre-gl/dist/maplibre-gl-csp.js'
