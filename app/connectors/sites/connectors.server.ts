import { ghost } from './ghost.server.ts'
import type { RemoteKind, SiteConnector } from './site-connector.ts'
import { webhook } from './webhook.server.ts'
import { wordpress } from './wordpress.server.ts'

const connectors: { [K in RemoteKind]: SiteConnector<K> } = { wordpress, ghost, webhook }

/** Returns the connector for a kind of site. */
export const findConnector = <K extends RemoteKind>(kind: K): SiteConnector<K> => connectors[kind]
