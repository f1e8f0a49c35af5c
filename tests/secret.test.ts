// The secret of an installation: a wrong, lost or short one is told before it hurts, and it can be changed.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sealCredentials } from '../app/connectors/sites/credentials.server.ts'
import {
  replaceRecoveryCodes,
  spendRecoveryCode,
} from '../app/features/accounts/factors/recovery-codes.server.ts'
import { createSealedSeed, readTotpSecret } from '../app/features/accounts/factors/totp.server.ts'
import { readSessionCookie, toSessionCookie } from '../app/features/accounts/sign-in/session-cookie.server.ts'
import { findPublicApiKey, isPublicApiKey } from '../app/features/accounts/tokens/queries.server.ts'
import { isSigned, signContent } from '../app/features/local-seo/landing-pages/page-signature.server.ts'
import { readShareToken, toShareToken } from '../app/features/writing/sharing/share-token.server.ts'
import { env } from '../app/platform/env.server.ts'
import { backUpStore } from '../app/platform/backup/backup.server.ts'
import { writeAs } from '../app/platform/own-rows.server.ts'
import { findSealedState, sealAnew } from '../app/platform/secret-rotation.server.ts'
import { findKeyId, toKeyId } from '../app/platform/seal.server.ts'
import { db, isEmbedded } from '../app/platform/store/database.server.ts'
import { checkSecret, findKnownSeal } from '../app/platform/store/known-seal.server.ts'
import { checkSecretFits } from '../app/platform/doctor/check-secret.server.ts'
import { emptyStore, makeOperator } from './support/fixtures.ts'
import { ended, runTool } from './support/server.ts'
import { byTier, isDeep } from './support/tier.ts'

const OLD = process.env.APP_SECRET ?? ''
const NEW = 'another secret for tests only, of no value'
const LOST = 'a third secret for tests only, of no value'

const tool = (settings: NodeJS.ProcessEnv, name: string, ...args: string[]) =>
  ended(runTool({ env: { ...process.env, ...settings } }, `tools/${name}.ts`, ...args))

// A key of an earlier test may be sealed with another secret.
const emptySealed = async () => {
  await emptyStore()
  await db.deleteFrom('signingKeys').execute()
}

beforeEach(emptySealed)
afterEach(async () => {
  env.APP_SECRET = OLD
  delete env.APP_SECRET_PREVIOUS
  await emptySealed()
  await db.deleteFrom('secretSeals').execute()
  await checkSecret({ isOwner: true })
})

async function makeApp(): Promise<{ operator: Awaited<ReturnType<typeof makeOperator>>; factorId: string }> {
  const operator = await makeOperator()
  const id = randomUUID()
  await db
    .insertInto('factors')
    .values({
      id,
      userId: operator.id,
      factorType: 'totp',
      status: 'verified',
      friendlyName: 'App',
      secret: createSealedSeed(id),
    })
    .execute()
  return { operator, factorId: id }
}

async function makeWebhooks(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = randomUUID()
    const credentials = sealCredentials(id, { secrets: [`whsec_${Buffer.from(id).toString('base64')}`] })
    return {
      id,
      name: `Site ${index}`,
      url: `https://site-${index}.example`,
      kind: 'webhook' as const,
      credentials,
    }
  })
  await db.insertInto('targetSites').values(rows).execute()
}

const readSeed = async (id: string) => {
  const { secret } = await db
    .selectFrom('factors')
    .select('secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return readTotpSecret({ id, secret: secret ?? '' }, 'me')
}

describe('with another secret than the store was sealed with', () => {
  test('the start and the commands end with a sentence that names the setting and both keys', async () => {
    // The tests themselves work with the embedded store, so the start gets another one.
    const store = isEmbedded
      ? { DATA_DIR: mkdtempSync(join(process.env.TEST_TEMPLATE ?? '', 'secret-')) }
      : {}
    if (isEmbedded) expect(await tool(store, 'user', 'list')).toMatchObject({ code: 0 })
    const wrong = { ...store, APP_SECRET: NEW }
    const sentence = `APP_SECRET is not the secret of this store. It has the key ${toKeyId(NEW)}, and the store was sealed with ${toKeyId(OLD)}.`
    const start = runTool({ env: { ...process.env, ...wrong } }, 'tools/start.ts', '--no-build')
    expect(await ended(start)).toMatchObject({ code: 1, output: expect.stringContaining(sentence) })
    if (!isDeep) return
    const list = await tool(wrong, 'user', 'list')
    expect(list).toMatchObject({ code: 1, output: expect.stringContaining(sentence) })
    expect(list.output).toContain('If it is lost for good: npm run settings -- accept-secret')
  })

  test('the doctor says so', async () => {
    env.APP_SECRET = NEW
    expect(await checkSecretFits()).toMatchObject({
      state: 'failed',
      found: 'APP_SECRET is not the secret of this store.',
      advice: expect.stringContaining('Bring back the secret of then'),
    })
  })

  test.runIf(isDeep)('accept-secret goes on, and names who needs a new authenticator app', async () => {
    const { operator } = await makeApp()
    const { code, output } = await tool({ APP_SECRET: LOST }, 'settings', 'accept-secret')
    expect({ code, output }).toEqual({
      code: 0,
      output: [
        'The store belongs to this secret now. Restart every process.',
        'These cannot be used any more: authenticator apps: 1',
        `Removes the lost authenticator app: npm run user -- reset ${operator.email}\n`,
      ].join('\n'),
    })
    expect(findKeyId((await findKnownSeal()) ?? '')).toBe(toKeyId(LOST))
  })
})

describe('a store without a known seal, as of an earlier version', () => {
  beforeEach(() => db.deleteFrom('secretSeals').execute())

  test('gets one if everything that is sealed opens', async () => {
    await makeApp()
    await checkSecret({ isOwner: true })
    expect(findKeyId((await findKnownSeal()) ?? '')).toBe(toKeyId(OLD))
    expect(await checkSecretFits()).toMatchObject({ state: 'ok' })
  })

  test('is refused if anything does not, and gets none', async () => {
    await makeApp()
    env.APP_SECRET = NEW
    await expect(checkSecret({ isOwner: true })).rejects.toThrow(
      'APP_SECRET does not open what the store has sealed (authenticator apps: 1).',
    )
    expect(await findKnownSeal()).toBeUndefined()
  })
})

describe('an installation with its secret in a file', () => {
  test.runIf(isDeep)('does not start without it, and takes it back', { timeout: 60_000 }, async () => {
    const dataDir = mkdtempSync(join(process.env.TEST_TEMPLATE ?? '', 'secret-'))
    const file = join(dataDir, 'secret')
    const settings = { DATABASE_URL: '', APP_SECRET: '', DATA_DIR: dataDir }
    const user = (...args: string[]) => tool(settings, 'user', ...args)
    expect((await user('create', 'ines@example.com')).code).toBe(0)
    const backup = join(dataDir, 'store.backup')
    expect((await tool(settings, 'backup', backup)).code).toBe(0)
    const secret = readFileSync(file, 'utf8')
    rmSync(file)
    expect((await user('list')).output).toMatch(
      /^The secret of this installation is missing: there is no .*secret, and APP_SECRET is not set\./,
    )
    const restored = await tool(settings, 'restore', backup, '--force')
    expect(restored).toMatchObject({ code: 1, output: expect.stringContaining('and there is none here.') })
    writeFileSync(file, '')
    expect((await user('list')).output).toMatch(/secret is empty\. A secret has at least 32\./)
    writeFileSync(file, `${secret}\n`)
    expect(await user('list')).toMatchObject({ code: 0, output: expect.stringContaining('ines@example.com') })
    rmSync(dataDir, { recursive: true })
  })
})

describe('a backup', () => {
  test('is refused without the secret that sealed it, and restored without it on request', async () => {
    const folder = mkdtempSync(join(process.env.TEST_TEMPLATE ?? '', 'secret-'))
    const file = join(folder, 'store.backup')
    const { operator } = await makeApp()
    await backUpStore(file)
    await db.updateTable('users').set({ name: 'Changed' }).execute()
    await db.deleteFrom('secretSeals').execute()
    const restore = (...args: string[]) => tool({ APP_SECRET: LOST }, 'restore', file, '--force', ...args)

    const refused = await restore()
    expect(refused.code).toBe(1)
    expect(refused.output).toContain(
      `its key is ${toKeyId(OLD)}, and this installation has the key ${toKeyId(LOST)}`,
    )
    expect(refused.output).toContain('nobody can use what it sealed (authenticator apps: 1)')
    const nameOf = () =>
      db.selectFrom('users').select('name').where('id', '=', operator.id).executeTakeFirst()
    expect(await nameOf()).toEqual({ name: 'Changed' })

    if (!isDeep) return
    expect(await restore('--without-secret')).toMatchObject({ code: 0 })
    expect(await nameOf()).toEqual({ name: operator.name })
    expect(findKeyId((await findKnownSeal()) ?? '')).toBe(toKeyId(LOST))
    rmSync(folder, { recursive: true })
  })
})

describe('the change of the secret', () => {
  const both = { APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD }

  test('seals everything anew, although it may be killed, and then the new secret is enough', async () => {
    await makeWebhooks(byTier(120, 3000))
    const { factorId } = await makeApp()
    const seed = (await readSeed(factorId)).secret
    for (let kill = 1; kill <= byTier(0, 20); kill += 1) {
      const child = runTool({ env: { ...process.env, ...both } }, 'tools/settings.ts', 'rotate')
      await sleep(kill * 60 + 250) // at any instant
      child.kill('SIGKILL')
      await ended(child)
      Object.assign(env, both)
      expect((await findSealedState()).closed).toEqual([]) // both secrets together open everything at any time
    }
    const { code, output } = await tool(both, 'settings', 'rotate')
    expect(output).toMatch(/^\d+ values are sealed and 0 landing pages signed with the new secret\.\n$/)
    expect(code).toBe(0)
    env.APP_SECRET = NEW
    delete env.APP_SECRET_PREVIOUS
    expect(await findSealedState()).toMatchObject({ known: toKeyId(NEW), earlier: [], closed: [] })
    expect((await readSeed(factorId)).secret).toBe(seed)
    env.APP_SECRET = OLD
    await expect(checkSecret({ isOwner: true })).rejects.toThrow(
      'APP_SECRET is not the secret of this store.',
    )
  })

  test('ends what the old secret has signed only when that is not named any more; recovery codes stay', async () => {
    const operator = await makeOperator()
    const [code = '', other = ''] = await writeAs(operator, (trx) => replaceRecoveryCodes(trx, operator))
    const id = randomUUID()
    const cookie = toSessionCookie('token').split(';', 1)[0] ?? ''
    const share = toShareToken(id)
    const page = { id, content: 'Text', contentMac: signContent(id, 'Text') }
    const apiKey = findPublicApiKey()
    const listValid = () => [
      readSessionCookie(new Request('http://localhost', { headers: { cookie } })),
      readShareToken(share),
      isSigned(page),
      isPublicApiKey(apiKey),
    ]
    const spend = (given: string) => writeAs(operator, (trx) => spendRecoveryCode(trx, operator, given))
    Object.assign(env, both)
    expect(listValid()).toEqual(['token', id, true, true])
    expect(toShareToken(id)).not.toBe(share)
    await sealAnew(['recovery codes'])
    expect(await spend(code)).toBe(true)
    delete env.APP_SECRET_PREVIOUS
    expect(listValid()).toEqual([undefined, undefined, false, false])
    expect(await spend(code)).toBe(false)
    expect(await spend(other)).toBe(true)
  })

  test('is said to be unfinished by the doctor', async () => {
    await makeApp()
    Object.assign(env, both)
    expect(await checkSecretFits()).toMatchObject({
      state: 'warning',
      found: 'The change of the secret is not finished: 1 values are sealed with the earlier one.',
    })
  })
})
