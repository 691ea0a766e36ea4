import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { texts } from '../texts/texts.ts'
import { Loading } from '../ui/states.tsx'
import type { MapCanvasProps } from './map-canvas.tsx'

let loaded: ComponentType<MapCanvasProps> | undefined

/** A map whose script is loaded when a page first shows one. */
export function RegistryMap(props: MapCanvasProps): JSX.Element {
  const [Canvas, setCanvas] = useState<{ readonly Shown: ComponentType<MapCanvasProps> } | undefined>(
    loaded === undefined ? undefined : { Shown: loaded },
  )
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (Canvas !== undefined) return
    import('./map-canvas.tsx').then(
      ({ default: Shown }) => {
        loaded = Shown
        setCanvas({ Shown })
      },
      () => setFailed(true),
    )
  }, [])
  if (hasFailed) return <p class="notice bad">{texts.map.loadFailed}</p>
  return Canvas === undefined ? <Loading label={texts.map.title} /> : <Canvas.Shown {...props} />
}
