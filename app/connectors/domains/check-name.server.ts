import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { isPublicAddress, isPublicHost } from '../../platform/address-check.ts'
import { failed, type Finding, notChecked, ok, toMessage, warning } from '../../platform/doctor/finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 14
const CONNECT_MS = 4000

/** Asks DNS for the addresses of the public name, without the hosts file of this machine. */
export async function checkName(
  { hostname, origin }: URL,
  resolver = new Resolver({ timeout: 1500, tries: 2 }),
): Promise<Finding> {
  if (!isPublicHost(hostname) || isIP(hostname) !== 0)
    return notChecked(
      `${origin} has no public name.`,
      'Set SITE_URL to the public address, if readers come from other machines.',
    )
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const advice = `Set an A or AAAA record of ${hostname} to the public address of this server.`
  if (addresses.length === 0) {
    const codes = answers.map((answer) => toCode(answer))
    return codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA')
      ? failed(`${hostname} has no address in DNS.`, advice)
      : failed(`DNS does not answer for ${hostname} (${codes[0]}).`, 'Check the DNS server of this machine.')
  }
  const hidden = addresses.filter((address) => !isPublicAddress(address))
  if (hidden.length > 0)
    return warning(
      `${hostname} leads to ${hidden.join(', ')}, which readers elsewhere cannot reach.`,
      `${advice} Ignore this if all readers are in this network.`,
    )
  return ok(`${hostname} leads to ${addresses.join(', ')}.`)
}

const toCode = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'rejected' ? (answer.reason as NodeJS.ErrnoException).code : ''

/** Checks the certificate of an https address, and how long it is valid. */
export async function checkCertificate(url: URL): Promise<Finding> {
  const { protocol, hostname, origin } = url
  if (protocol !== 'https:') {
    const found = `${origin} is not https, so there is no certificate.`
    if (!isPublicHost(hostname)) return notChecked(found)
    return warning(found, 'Put a proxy with https in front (README), and set SITE_URL to the https address.')
  }
  try {
    return judge(await readCertificate(url), hostname)
  } catch (error) {
    return failed(
      `${origin} does not answer with TLS: ${toMessage(error)}.`,
      'Start the proxy that does https, and open its port in the firewall.',
    )
  }
}

interface Certificate {
  end: Date
  /** Why browsers refuse it; undefined if they do not. */
  refusal: string | undefined
}

/** Reads the certificate of an https address. Throws the Error of a connection that fails. */
export async function readCertificate({ hostname, port }: URL): Promise<Certificate> {
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 443),
    rejectUnauthorized: false, // we look at the certificate and send nothing
    timeout: CONNECT_MS,
    ...(isIP(hostname) === 0 && { servername: hostname }),
  })
  socket.once('timeout', () => socket.destroy(new Error('no answer in time')))
  try {
    await once(socket, 'secureConnect')
    return {
      end: new Date(socket.getPeerCertificate().valid_to),
      refusal: socket.authorized ? undefined : toMessage(socket.authorizationError),
    }
  } finally {
    socket.destroy()
  }
}

function judge({ end, refusal }: Certificate, hostname: string): Finding {
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
  const until = end.toISOString().slice(0, 10)
  const advice = 'Look in the log of the proxy why it did not renew the certificate.'
  if (days < 0) return failed(`The certificate of ${hostname} expired on ${until}.`, advice)
  if (refusal)
    return failed(
      `Browsers refuse the certificate of ${hostname} (${refusal}).`,
      `Let the proxy get a certificate for ${hostname} from a public authority.`,
    )
  const found = `The certificate of ${hostname} is valid for ${days} more days, until ${until}.`
  return days < SOON_DAYS ? warning(found, advice) : ok(found)
}
