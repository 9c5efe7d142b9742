#!/usr/bin/env node
import { existsSync } from 'node:fs'

// In the repository the sources run as they are; a package has them bundled.
const source = new URL('../src/main.ts', import.meta.url)
await import(existsSync(source) ? source.href : '../dist/trilho.js')
