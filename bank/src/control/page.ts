import { readFileSync } from 'node:fs'

const files: Record<string, { name: string; type: string }> = {
  '/': { name: 'page.html', type: 'text/html; charset=utf-8' },
  '/page.css': { name: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { name: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/authorise': { name: 'authorise.html', type: 'text/html; charset=utf-8' },
  '/authorise.js': { name: 'authorise.js', type: 'text/javascript; charset=utf-8' },
  '/texts.js': { name: 'texts.js', type: 'text/javascript; charset=utf-8' },
}

export function readPage(path: string): { content: Buffer; type: string } | null {
  const file = files[path]
  return file ? { content: readFileSync(new URL(`page/${file.name}`, import.meta.url)), type: file.type } : null
}
