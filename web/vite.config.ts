import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

// The names of the parts do not change with their content: the program answers with a hash of it (ETag) instead.
const names = { entryFileNames: 'assets/[name].js', chunkFileNames: 'assets/[name].js', assetFileNames: 'assets/[name][extname]' }

// The licences of the packages that are part of the page and of its threads, for THIRD_PARTY_NOTICES.txt (internal/notices). The bundles of
// threads are made before that of the page.
const found = new Map<string, string>()
function licences(whole: boolean): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const root = /^.*\/node_modules\/(@[^/]+\/[^/]+|[^/@][^/]*)(?=\/)/.exec(id.replace(/^\0/, ''))
        if (!root || found.has(root[1] as string)) continue
        const folder = root[0]
        if (!existsSync(join(folder, 'package.json'))) continue
        const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license: string }
        const files = readdirSync(folder).filter((f) => /^(licen[cs]e|notice|copying)/i.test(f)).sort()
        const text = files.map((f) => readFileSync(join(folder, f), 'utf8').trim()).join('\n\n')
        found.set(root[1] as string, `${root[1]} ${version} (${license})\n\n${text || `Licence: ${license}`}\n`)
      }
      if (!whole) return
      const line = `${'='.repeat(80)}\n`
      const source = [...found.keys()].sort().map((k) => line + (found.get(k) as string)).join('\n')
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
    },
  }
}

export default defineConfig({
  base: './',
  plugins: [licences(true)],
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rollupOptions: { input: { app: 'index.html' }, output: names },
  },
  worker: { format: 'es', plugins: () => [licences(false)], rollupOptions: { output: { ...names, codeSplitting: false } } },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
} as Parameters<typeof defineConfig>[0])
