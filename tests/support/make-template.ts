// Makes the database that DATA_DIR and DATABASE_URL name, with all tables, also those of the queue, and closes it.
import { startQueue } from '../../app/platform/work/queue.server.ts'
import { openStore } from '../../app/platform/store/store.server.ts'

const store = await openStore('the tests')
const queue = await startQueue([], false)
await queue.stop()
await store.close()
