import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  // Relative, so that the studio also lives under a path, which the server names in <base>.
  base: './',
  build: {
    target: 'es2023',
    assetsDir: 'assets',
    sourcemap: false,
    // What every page needs is one file: forty small ones cost a slow processor more than their bytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'studio', tags: ['$initial'] }] } } },
  },
  server: { strictPort: true },
})

/** Writes a brotli twin of every text file, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = await readdir(dir!, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file))
          .map(async (file) => {
            const path = join(dir!, file)
            const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
            await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path), { params }))
          }),
      )
    },
  }
}
