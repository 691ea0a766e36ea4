/** Returns the hosts that the service wrote into the page. */
export function allowedImageHosts(): readonly string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="utpid-image-hosts"]')?.content ?? ''
  return listed.split(' ').filter((host) => host !== '')
}
