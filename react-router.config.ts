import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  buildDirectory: process.env.BUILD_TO ?? 'build', // a folder of its own for each release, see tools/build.ts
  // The few screens that run in the browser know each other from the start: no endpoint that lists routes on request.
  routeDiscovery: { mode: 'initial' },
  // What says that a form failed comes with its screen: later it could not be fetched any more.
  splitRouteModules: false,
} satisfies Config
