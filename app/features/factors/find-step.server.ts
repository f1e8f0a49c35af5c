import type { Session } from '../accounts/queries.server.ts'
import { type Factor, parseFactorType } from './factors.ts'
import type { FactorStep } from './factors-view.tsx'
import { toQrCode } from './qr-code.server.ts'
import { findOpenChallenge, findTotpSecret } from './queries.server.ts'

/** What an address of the screen asks for: a factor is added, set up or removed; undefined where there is nothing to do. */
export async function findStep(
  session: Session,
  search: URLSearchParams,
  factors: Factor[],
): Promise<FactorStep | undefined> {
  const named = (name: string) => factors.find(({ id }) => id === search.get(name))
  const factorType = parseFactorType(search.get('add'))
  if (factorType) return { kind: 'add', factorType }
  const removed = named('remove')
  if (removed) return { kind: 'remove', factor: removed, isLast: isLast(removed, factors) }
  const enrolled = named('enrol')
  return enrolled?.status === 'unverified' ? findEnrolStep(session, enrolled) : undefined
}

async function findEnrolStep(session: Session, factor: Factor): Promise<FactorStep> {
  const secret = factor.factorType === 'totp' && (await findTotpSecret(session.operator, factor.id))
  const totp = secret ? { ...secret, qrCode: toQrCode(secret.uri) } : undefined
  const challenge = await findOpenChallenge(session, factor.id)
  return { kind: 'enrol', factor, totp, challenge }
}

const isLast = (removed: Factor, factors: Factor[]) =>
  !factors.some(({ id, status }) => status === 'verified' && id !== removed.id)
