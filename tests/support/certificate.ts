// A certificate that signs itself, valid for any time: a server with it is one whose proxy did not renew it.
import { generateKeyPairSync, sign } from 'node:crypto'

/** Makes a certificate (X.509, version 1, RFC 5280) of a host name and its key, both as PEM. */
export function makeCertificate(host: string, validUntil: Date): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(host)))))
  const validity = der(0x30, toTime(new Date('2020-01-01')), toTime(validUntil))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, der(0x02, Buffer.of(1)), ECDSA, name, validity, name, key)
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey))
  const cert = der(0x30, content, ECDSA, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ECDSA = Buffer.from('300a06082a8648ce3d040302', 'hex') // ecdsa-with-SHA256 (RFC 5758)

/** Returns a value of ASN.1 with its tag and length (X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}

const toTime = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/\.\d+|[-:T]/g, '')))
