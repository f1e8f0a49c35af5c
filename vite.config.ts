import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { basename } from 'node:path'
import { defineConfig, minifySync, type Plugin } from 'vite'

// The build of the server contains the packages that every start loads: looking for their 600 files took a third of it. It
// leaves out React, of which it would also contain the development build, Piscina, which loads files of its own, and all
// that is loaded when it is needed. The development server loads all packages from node_modules: it cannot run CommonJS.
const LEFT_OUT = [
  'react',
  'react-dom',
  'piscina',
  '@ai-sdk/openai-compatible',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@modelcontextprotocol/sdk',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'ai',
  'nodemailer',
  'openid-client',
  'sharp',
]

// The oldest browsers with `light-dark()`, which all colours use. So style sheets need no prefixes and no fallbacks.
const BROWSERS = ['chrome123', 'edge123', 'firefox126', 'safari17.5', 'ios17.5']

// Each kind of page of readers has a sheet. The last one is for lists of articles, and for the directory.
const READERS_SHEETS = [
  {
    name: 'article-views',
    test: /\/(article-view|article-preview|shared-draft|share-links|toc)\.module\.css/,
  },
  { name: 'landing-page-views', test: /\/landing-page-view\.module\.css/ },
  { name: 'list-views', test: /\/(features\/site\/.*|directory-view)\.module\.css/ },
]

// The bundler leaves a script alone that a page asks for by its address. Readers need neither its comments nor long names.
const minifyScripts: Plugin = {
  name: 'minify-scripts',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && /-script-[\w-]+\.js$/.test(file.fileName))
        file.source = minifySync(file.fileName, String(file.source), { module: true }).code
  },
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss({ optimize: false }), reactRouter(), minifyScripts],
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}`, // no two modules have one name
    },
  },
  build: { assetsInlineLimit: 0, cssTarget: BROWSERS }, // the content security policy allows no data: addresses for fonts and scripts
  environments: {
    // The styles beside the views make one sheet for the desk, and one for each kind of page of readers.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [...READERS_SHEETS, { name: 'desk-views', test: /\.module\.css/ }],
            },
          },
        },
      },
    },
    // The whole process is one build, so that the listener and the routes share one copy of every module.
    ssr: {
      build: { rolldownOptions: { input: './server/main.ts' } },
      resolve: command === 'build' ? { noExternal: true, external: LEFT_OUT } : {},
    },
  },
}))
