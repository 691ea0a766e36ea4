export interface Link {
  readonly target: string
  /** Line number, from 1. */
  readonly line: number
}

/** Returns the links and images of a Markdown text, except links in code. */
export function linksOf(text: string): Link[] {
  const links: Link[] = []
  const plain = withoutCode(text)
  for (const found of plain.matchAll(
    /\]\(<?([^()\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s*(\S+)|<img[^>]+src="([^"]+)"/gm,
  )) {
    const target = found[1] ?? found[2] ?? found[3] ?? ''
    links.push({ target, line: plain.slice(0, found.index).split('\n').length })
  }
  return links
}

/** Returns the anchors of headings in the form of GitHub: a repeated heading gets `-1`. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?)\s*$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let anchor = slug
    for (let times = 1; anchors.has(anchor); times += 1) anchor = `${slug}-${times}`
    anchors.add(anchor)
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id)
  return anchors
}

/** Replaces code by spaces, so that line numbers stay the same. */
function withoutCode(text: string): string {
  return text.replace(/^\s*```[\s\S]*?^\s*```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' '))
}
