// Starts the built product without the first of its two layers around owned rows: the other one has to hold alone.
import { join } from 'node:path'
import type * as Main from '../../server/main.ts'
import { serveUntilStopped } from '../../tools/serve-until-stopped.ts'
import { copyServer } from './changed-server.ts'

const OWN_CHECK = /(\bisOwn = )\(account, column\) => sql`[^`]*`/g

let found = 0
const weakened = copyServer(`server-without-own-check-on-${process.env.TEST_STORE ?? 'embedded'}`, (code) => {
  found += code.match(OWN_CHECK)?.length ?? 0
  return code.replace(OWN_CHECK, '$1() => sql`true`')
})
if (found !== 1) throw new Error(`The check of ownership is ${found} times in the build, not once.`)
const { serve } = (await import(join(weakened, 'index.js'))) as typeof Main
await serveUntilStopped(() => serve('the tests'))
