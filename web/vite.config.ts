import { defineConfig } from 'vite'

// The names of the parts do not change with their content: the program answers with a hash of it (ETag) instead.
const names = { entryFileNames: 'assets/[name].js', chunkFileNames: 'assets/[name].js', assetFileNames: 'assets/[name][extname]' }

export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rollupOptions: { input: { app: 'index.html' }, output: names },
  },
  worker: { format: 'es', rollupOptions: { output: names } },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
} as Parameters<typeof defineConfig>[0])
