import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Packages of hundreds of small files: looking for each of them is a seventh of a start.
const MANY_FILES = ['kysely', 'zod', 'jose', 'yaml', 'better-auth', '@better-auth/core']

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 }, // the content security policy allows no data: addresses for fonts and scripts
  environments: {
    // The whole process is one bundle, so that the listener and the routes share one copy of every module.
    ssr: {
      build: { rolldownOptions: { input: './server/main.ts' } },
      resolve: { noExternal: MANY_FILES },
    },
  },
})
