import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The API that the development server forwards to; the built web is served by the API itself. */
const api = process.env.CORRIDOR_API ?? 'http://127.0.0.1:3000'

// Nothing is inlined: the content security policy allows scripts, styles, fonts and pictures from
// our own origin only, so every asset is a file.
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', proxy: { '/api': api } },
  preview: { host: '127.0.0.1' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
    modulePreload: { polyfill: false },
  },
})
