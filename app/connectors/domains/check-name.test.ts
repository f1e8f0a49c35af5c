// @store none
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../tests/support/certificate.ts'
import { checkCertificate, checkName } from './check-name.server.ts'

const DAY_MS = 86_400_000

/** A name server that gives each question the same IPv4 address, or says that the name does not exist. */
async function startNameServer(address: string | undefined) {
  const server = createSocket('udp4', (question, from) => {
    const isA = question.readUInt16BE(question.indexOf(0, 12) + 1) === 1
    const answer = Buffer.from(question)
    answer.writeUInt16BE(address ? 0x8180 : 0x8183, 2)
    answer.writeUInt16BE(address && isA ? 1 : 0, 6)
    answer.writeUInt32BE(0, 8) // no further records
    const end = question.indexOf(0, 12) + 5
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      9,
      0,
      4,
      ...(address ?? '').split('.').map(Number),
    ])
    server.send(
      Buffer.concat([answer.subarray(0, end), ...(address && isA ? [record] : [])]),
      from.port,
      from.address,
    )
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const resolver = new Resolver({ timeout: 1500, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  return { resolver, close: () => server.close() }
}

describe('the public name', () => {
  test.each([
    ['93.184.215.14', 'ok', 'leads to 93.184.215.14.'],
    ['192.168.1.9', 'warning', 'leads to 192.168.1.9, which readers elsewhere cannot reach.'],
    [undefined, 'failed', 'has no address in DNS.'],
  ])('with the address %s in DNS is %s', async (address, state, found) => {
    const { resolver, close } = await startNameServer(address)
    const finding = await checkName(new URL('https://news.example-of-ours.net'), resolver)
    close()
    expect(finding).toMatchObject({ state, found: `news.example-of-ours.net ${found}` })
  })

  test('is not looked for while the address is private', async () => {
    expect(await checkName(new URL('http://localhost:3000'))).toMatchObject({
      state: 'not checked',
      found: 'http://localhost:3000 has no public name.',
    })
  })
})

/** Checks the certificate of a server that is valid for so many days, as a machine that trusts it or not. */
async function checkServer(days: number, isTrusted: boolean) {
  const until = new Date(Date.now() + days * DAY_MS + 60_000)
  const own = makeCertificate('localhost', until)
  if (isTrusted) setDefaultCACertificates([own.cert])
  const server = createServer(own).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { state, found } = await checkCertificate(new URL(`https://localhost:${port}`))
  server.close()
  return { state, found: found.replace(until.toISOString().slice(0, 10), 'DATE') }
}

describe('a certificate', () => {
  const usual = getCACertificates()
  afterEach(() => setDefaultCACertificates(usual))

  test.each([
    [20, true, 'ok', 'The certificate of localhost is valid for 20 more days, until DATE.'],
    [13, true, 'warning', 'The certificate of localhost is valid for 13 more days, until DATE.'],
    [-3, true, 'failed', 'The certificate of localhost expired on DATE.'],
    [20, false, 'failed', 'Browsers refuse the certificate of localhost (DEPTH_ZERO_SELF_SIGNED_CERT).'],
  ])('that is valid for %i days (trusted: %s) is %s', async (days, isTrusted, ...[state, found]) => {
    expect(await checkServer(days, isTrusted)).toEqual({ state, found })
  })

  test('that no server shows is missing', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    expect(await checkCertificate(new URL(`https://localhost:${port}`))).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('does not answer with TLS: connect ECONNREFUSED'),
    })
  })

  test('is not asked for at an address without https', async () => {
    expect((await checkCertificate(new URL('http://localhost:3000'))).state).toBe('not checked')
    expect((await checkCertificate(new URL('http://news.example-of-ours.net'))).state).toBe('warning')
  })
})
