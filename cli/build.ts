import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** `dist/trilho.js`, and beside it what only some commands need: the whole program with its packages, for Node 20 and later. */
await build({
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'trilho.js', chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: true },
})
