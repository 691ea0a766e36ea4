import { createHash } from 'node:crypto'
import type { Reply } from '../route/route.ts'

/** Escapes text for HTML content and attributes. */
export function escaped(text: unknown): string {
  return String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Escapes text and marks `code` as code. */
export function prose(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n', '<br>')
}

const STYLE = `:root{color-scheme:light dark;--ink:#1b2430;--dim:#5b6775;--line:#d9dfe6;--bg:#fff;--soft:#f4f6f8;--link:#0b5cad}
@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--dim:#9aa7b5;--line:#2c3642;--bg:#12171d;--soft:#1a2129;--link:#7cb8f5}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem;overflow-wrap:anywhere}
a{color:var(--link)}h1{font-size:1.7rem;line-height:1.2}h2{margin:2.5rem 0 .5rem;font-size:1.25rem}
h3{margin:2.25rem 0 .25rem;padding-top:1rem;border-top:1px solid var(--line);font-size:1.05rem}
p{margin:.4rem 0}.dim{color:var(--dim);font-size:.9rem}
code,pre{font:.88em/1.5 ui-monospace,Menlo,Consolas,monospace}code{background:var(--soft);padding:.1em .3em;border-radius:3px}
pre{background:var(--soft);padding:.75rem;border-radius:6px;overflow-x:auto;max-height:30rem}pre code{padding:0}
.method{font-weight:700;padding:.1em .45em;border-radius:4px;background:var(--soft);margin-right:.35rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.5rem 0;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}
nav ul{columns:18rem;padding-left:1.1rem}:target{background:var(--soft);outline:2px solid var(--link);outline-offset:2px}
summary{cursor:pointer;color:var(--link)}`

/** Content security policy of a page: allows only the page's stylesheet, by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns the response with a page. The page's policy blocks all scripts and external resources. */
export function htmlReply(title: string, main: string): Reply & { readonly body: string } {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
  return {
    status: 200,
    body,
    type: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'public, max-age=300',
    },
  }
}
