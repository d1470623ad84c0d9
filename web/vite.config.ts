import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// `npm run dev` serves the pages from here and the API from the server on this port.
const api = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  build: { target: 'es2023', assetsDir: 'assets', sourcemap: false },
  server: { port: 5173, strictPort: true, proxy: { '/api': api, '/favicon.svg': api, '/docs': api } },
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
