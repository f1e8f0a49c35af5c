import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { basename } from 'node:path'
import { defineConfig } from 'vite'

// Packages of hundreds of small files: looking for each of them is a seventh of a start. The development server loads them
// from node_modules, because it cannot run the CommonJS of `yaml`.
const MANY_FILES = ['kysely', 'zod', 'jose', 'yaml']

const READERS_STYLES = /\/(features\/site\/.*|(landing-page|directory)-view)\.module\.css/

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}`, // no two modules have one name
    },
  },
  build: { assetsInlineLimit: 0 }, // the content security policy allows no data: addresses for fonts and scripts
  environments: {
    // The styles beside the views make two sheets: readers load theirs alone.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'readers-views', test: READERS_STYLES },
                { name: 'desk-views', test: /\.module\.css/ },
              ],
            },
          },
        },
      },
    },
    // The whole process is one bundle, so that the listener and the routes share one copy of every module.
    ssr: {
      build: { rolldownOptions: { input: './server/main.ts' } },
      resolve: command === 'build' ? { noExternal: MANY_FILES } : {},
    },
  },
}))
