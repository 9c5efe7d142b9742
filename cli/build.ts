import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** `dist/trilho.js`: the whole program with the SDK in one file, for Node 20 and later, without any dependency. */
await build({
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'trilho.js', codeSplitting: false } },
  },
  ssr: { noExternal: true },
})
