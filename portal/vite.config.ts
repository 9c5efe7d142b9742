import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [
    react(),
    {
      name: 'begin',
      // Not a module: it must have run before anything is painted.
      transformIndexHtml: () => [
        { tag: 'script', attrs: { src: '/portal/begin.js' }, injectTo: 'head-prepend' as const },
      ],
    },
  ],
  build: {
    target: 'es2022',
    // New enough to know `light-dark()`, which is otherwise rewritten into something that Mantine does not feed.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page allows no `data:` but for images, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `npx vite portal` beside `npm run dev`: screens change under one's hands, the API is the real one.
    proxy: { '/portal/api': 'http://127.0.0.1:3000' },
  },
})
