import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { wordsPlugin } from './scripts/words-plugin.ts'

/** The API that the development server forwards to; the built web is served by the API itself. */
const api = process.env.CORRIDOR_API ?? 'http://127.0.0.1:3000'

const OURS = /[\\/]src[\\/](web|domain|contract)[\\/].*\.tsx?$/

// Nothing is inlined: the content security policy allows scripts, styles, fonts and pictures from
// our own origin only, so every asset is a file.
export default defineConfig({
  plugins: [react(), wordsPlugin()],
  // Messages are compiled by the plugin, and what formats those is small.
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  server: { host: '127.0.0.1', proxy: { '/api': api } },
  preview: { host: '127.0.0.1' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
    modulePreload: { polyfill: false },
    // Few files: React, what every first screen needs, the router, and what many pages share, by who shares it.
    rolldownOptions: {
      // Our own modules do nothing by being loaded: what one passes on and nobody asks for stays away. Their styles do.
      treeshake: { moduleSideEffects: id => !OURS.test(id) || id.endsWith('asked-first.ts') },
      output: {
        // The first script names all others: by seven letters of their hash alone it is 2 kB smaller.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names[0]?.startsWith('shared~')
            ? 'assets/[hash][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/]|src[\\/]web[\\/](router|kernel[\\/]build-router)\.tsx/,
              priority: 2,
            },
            {
              name: 'kit',
              test: /src[\\/]web[\\/](ui|parts|kernel|shell)[\\/](?!address|awaited|table|combobox|contract|copy|cursor|definition|pager|progress|reference|segmented|empty-state|simulated|timeline|pill|entry|qr|split|file-field|read-file|stepper|radio|country|draft|likely|ranked|typed|two-versions|never|number|kept|phone|date|calendar|download|dropdown|menu|.*dialog|select|tooltip|form|mobile-bar|onboarding|search-box)|src[\\/]domain[\\/](kernel[\\/](?!allocate|iban|rate)|exchange[\\/])|words:(?!ui\.(combobox|number|date|file)|parts\.subdivisions)(ui|parts|shell)/,
              minShareCount: 7,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Where a pay stands, on homes and lists: small files that are shown together.
            {
              name: 'pay',
              test: /src[\\/]web[\\/]payroll[\\/](shared|parts[\\/](unpaid-period|date-tile|pay-chips|wrong-words|pay-cycle\.css))|words:payroll\.(unpaid|status|wrong|wrongLead)$/,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: 'base',
              test: /@base-ui/,
              minShareCount: 2,
              priority: 1,
              entriesAware: true,
              entriesAwareMergeThreshold: 8_000,
            },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_200,
              priority: 0,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
