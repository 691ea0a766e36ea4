/** The tiles that the operator chose. */
export interface MapTiles {
  /** Address of a style document, or of image tiles with `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Text that names the source of the tiles. */
  readonly attribution: string
}

/** Returns the tiles of the setting `UTPID_MAP_STYLE`, which the service writes into the page. */
export function mapTiles(): MapTiles | undefined {
  const url = metaOf('utpid-map-style')
  return url === undefined ? undefined : { url, attribution: metaOf('utpid-map-attribution') ?? '' }
}

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
