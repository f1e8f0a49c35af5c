import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The few screens that run in the browser know each other from the start: no endpoint that lists routes on request.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
