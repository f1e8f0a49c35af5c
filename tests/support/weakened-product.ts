// Starts the built product without the first of its two layers around owned rows: the other one has to hold alone.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Main from '../../server/main.ts'
import { findRelease } from '../../tools/releases.ts'
import { serveUntilStopped } from '../../tools/serve-until-stopped.ts'

const RELEASE = findRelease()
const BUILT = join(RELEASE, 'server')
const WEAKENED = `${RELEASE}/server-without-own-check-on-${process.env.TEST_STORE ?? 'embedded'}`
const OWN_CHECK = /(\bisOwn = )\(account, column\) => sql`[^`]*`/g

const bundle = readFileSync(join(BUILT, 'index.js'), 'utf8')
const found = bundle.match(OWN_CHECK)?.length
if (found !== 1) throw new Error(`The check of ownership is ${found ?? 0} times in the bundle, not once.`)
cpSync(BUILT, WEAKENED, { recursive: true })
writeFileSync(join(WEAKENED, 'index.js'), bundle.replace(OWN_CHECK, '$1() => sql`true`'))
const { serve } = (await import(join(WEAKENED, 'index.js'))) as typeof Main
await serveUntilStopped(() => serve('the tests'))
