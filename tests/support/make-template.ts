// Makes the store that DATA_DIR and DATABASE_URL name: migrated, with the tables of the queue, closed.
import { startQueue } from '../../app/platform/queue.server.ts'
import { openStore } from '../../app/platform/store.server.ts'

const store = await openStore('the tests')
const queue = await startQueue([], false)
await queue.stop()
await store.close()
