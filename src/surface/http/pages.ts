import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** The dashboard's files, as they were built. */
export interface Pages {
  /** The answer to a GET of this path, or undefined when it is no page and no file. */
  respond(
    path: string,
    headers: { accept: string | undefined; known: string | undefined },
  ): Promise<Response | undefined>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** Scripts and styles come from here and nowhere else, inline ones never; nobody may frame the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Only files that were there at the start are served, so that no path can lead out of the folder. */
export function createPages(folder: string): Pages {
  const files = new Set(existsSync(folder) ? listed(folder) : [])
  const page = files.has('index.html') ? readFileSync(join(folder, 'index.html')) : Buffer.from(unbuilt)
  const tag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 16)}"`

  return {
    async respond(path, { accept, known }) {
      const file = path.slice(1)
      if (file !== 'index.html' && files.has(file)) {
        return new Response(await readFile(join(folder, file)), { headers: fileHeaders(file) })
      }
      if (!isPage(path) || !accept?.includes('text/html')) return undefined
      const headers = { ...pageHeaders, etag: tag }
      return known === tag ? new Response(null, { status: 304, headers }) : new Response(page, { headers })
    },
  }
}

function listed(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
}

/** Everything that is not the API is a page: the router in the browser knows which. */
function isPage(path: string): boolean {
  return !/^\/(?:api|mcp|assets)(?:\/|$)/.test(path)
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Names under assets/ carry a hash of the content and never change. */
function fileHeaders(file: string): Record<string, string> {
  const isHashed = file.startsWith('assets/')
  return {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
  }
}

const unbuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Iris</title>
<h1>The dashboard is not built</h1><p>Run <code>npm run build</code> in the folder of Iris, then start it again.</p></html>
`
