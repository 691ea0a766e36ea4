import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { allowedImageHosts } from '../data/product/image-hosts.ts'
import { type Image, isAllowedImage } from '../data/product/images.ts'
import { count } from './show-values.ts'

const MAX_SHOWN = 4

/** Photos of a record. A photo of a host that the operator does not allow is a link. */
export function Photos({ images, of }: { readonly images: readonly Image[]; readonly of: string }): JSX.Element {
  const hosts = allowedImageHosts()
  const shown = images.slice(0, MAX_SHOWN)
  return (
    <div class="photos">
      {shown.map((image, at) => (
        <Photo key={image.url} image={image} label={`Photo ${at + 1} of ${of}`} hosts={hosts} />
      ))}
      {images.length > shown.length && <span class="small dim">and {count(images.length - shown.length)} more</span>}
    </div>
  )
}

function Photo({
  image: { url, caption },
  label,
  hosts,
}: {
  readonly image: Image
  readonly label: string
  readonly hosts: readonly string[]
}): JSX.Element {
  const [isBroken, setBroken] = useState(false)
  const isShown = isAllowedImage(url, hosts) && !isBroken
  return (
    <a href={url} rel="noopener noreferrer nofollow" target="_blank" title={caption}>
      {isShown ? (
        <img
          src={url}
          alt={caption === '' ? label : caption}
          loading="lazy"
          referrerpolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        <span class="small">
          {caption === '' ? label : caption} <span class="dim">({new URL(url).host})</span>
        </span>
      )}
    </a>
  )
}
